package core

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// callbackPauses are the pauses before each try of a callback. After the last one the sandbox gives up, and only an
// inquiry finds out.
var callbackPauses = []time.Duration{
	0, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second, 30 * time.Second,
}

// callbackTimeout is the timeout of one try.
const callbackTimeout = 10 * time.Second

// callbacksKept is how many connections to each node of the wallet stay open for the next callbacks. net/http keeps two, and
// would open the rest anew for each callback.
const callbacksKept = 1024

// callbackClient sends callbacks by a transport; nil: over the machine's network.
func callbackClient(by http.RoundTripper) *http.Client {
	if machine, own := http.DefaultTransport.(*http.Transport); by == nil && own {
		kept := machine.Clone()
		kept.MaxIdleConns, kept.MaxIdleConnsPerHost = 0, callbacksKept
		by = kept
	}
	return &http.Client{
		Transport:     by,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Callback is a call that a system makes to the wallet.
type Callback struct {
	Target string // the target of its faults
	Path   string // below the wallet's address
	// Payload writes it when it is sent, signed with that time.
	Payload func(at time.Time) Payload
	// Forged is what somebody without the secrets would send; Old is a genuine one of long ago.
	Forged, Old func(at time.Time) Payload
	// Accepted reports whether a 2xx with this body means that the wallet accepted the callback; nil: it always does.
	Accepted func(body []byte) bool
}

// Payload is a callback's body and headers.
type Payload struct {
	Body   []byte
	Header map[string]string
}

// JSONPayload is a body without any headers.
func JSONPayload(body any) Payload {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // our own structs always marshal
	}
	return Payload{Body: text}
}

// Notify sends a callback in the background, and applies a fault to it. What it returns is closed when the wallet has accepted
// the callback, or the sandbox has given up.
func (f *Frame) Notify(c Callback) (ended <-chan struct{}) {
	fault := f.Faults.Callback(c.Target, false)
	over := make(chan struct{})
	f.background(func(ctx context.Context) {
		defer close(over)
		switch fault.Mode {
		case ModeLost:
			return
		case ModeLate:
			f.wait(ctx, fault.Delay)
		case ModeForged:
			f.post(ctx, c, c.Forged(f.Now()))
		case ModeOld:
			f.post(ctx, c, c.Old(f.Now()))
		case ModeDuplicate:
			f.background(func(ctx context.Context) { f.deliver(ctx, c) })
			f.later(fault.Delay, func() { f.deliver(f.closing, c) })
		}
		f.deliver(ctx, c)
	})
	return over
}

// NotifyFirst sends a callback before the call that caused it is answered: the fault early_callback. If the wallet does
// not accept it at once, it is repeated in the background.
func (f *Frame) NotifyFirst(ctx context.Context, c Callback) {
	if _, had := f.post(ctx, c, c.Payload(f.Now())); !had {
		f.background(func(ctx context.Context) { f.deliver(ctx, c) })
	}
}

// deliver repeats a callback until the wallet accepts it, or the tries are used up.
func (f *Frame) deliver(ctx context.Context, c Callback) {
	for _, pause := range callbackPauses {
		f.wait(ctx, pause)
		if ctx.Err() != nil {
			return
		}
		if body, ok := f.post(ctx, c, c.Payload(f.Now())); ok && (c.Accepted == nil || c.Accepted(body)) {
			return
		}
	}
	f.Log.Warn("sandbox: a callback was given up", "path", c.Path)
}

// post sends a payload to the wallet, or to its next node if one does not answer, and reports whether the answer was
// 2xx.
func (f *Frame) post(ctx context.Context, c Callback, p Payload) (body []byte, ok bool) {
	defer func() { f.traffic.note(f.Faults.now(), flowKind{target: c.Target, back: true}, false, !ok) }()
	for _, base := range f.wallets.inTurn() {
		body, status, err := f.postTo(ctx, base+c.Path, p)
		if err != nil {
			f.Log.Debug("sandbox: callback", "path", c.Path, "err", err)
			continue
		}
		return body, status >= 200 && status < 300
	}
	return nil, false
}

func (f *Frame) postTo(ctx context.Context, url string, p Payload) (body []byte, status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, callbackTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(p.Body))
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range p.Header {
		r.Header.Set(name, value)
	}
	answer, err := f.client.Do(r)
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(answer.Body, MaxBody))
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	return body, answer.StatusCode, nil
}

// SetWallet makes url the only address of the wallet.
func (f *Frame) SetWallet(url string) { f.wallets.set(strings.TrimRight(url, "/")) }

// AddWallet puts url before the other addresses of the wallet.
func (f *Frame) AddWallet(url string) { f.wallets.add(strings.TrimRight(url, "/")) }
