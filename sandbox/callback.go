package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// callbackPauses are between the tries of a callback; after the last one the outside gives up, and only asking finds out.
var callbackPauses = []time.Duration{
	0, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second, 30 * time.Second,
}

// callbackTimeout is how long one try may take.
const callbackTimeout = 10 * time.Second

// callback is a call that a system makes to the wallet.
type callback struct {
	target string // whose faults it meets
	path   string // below the wallet's address
	// payload writes it at the moment of sending, signed with that time.
	payload func(at time.Time) payload
	// forged is what somebody without our secrets would send; old is a true one of long ago.
	forged, old func(at time.Time) payload
	// accepted reports whether a 2xx with this body means that the wallet took the callback; nil where it always does.
	accepted func(body []byte) bool
}

// payload is a callback's body and headers.
type payload struct {
	body   []byte
	header map[string]string
}

// jsonPayload is a body without headers of its own.
func jsonPayload(body any) payload {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // our own structs always marshal
	}
	return payload{body: text}
}

// notify sends a callback in the background, with what a fault does to it.
func (f *frame) notify(c callback) {
	fault := f.faults.callback(c.target, false)
	f.background(func(ctx context.Context) {
		switch fault.mode {
		case modeLost:
			return
		case modeLate:
			f.wait(ctx, fault.delay)
		case modeForged:
			f.post(ctx, c.path, c.forged(f.now()))
		case modeOld:
			f.post(ctx, c.path, c.old(f.now()))
		case modeDuplicate:
			f.background(func(ctx context.Context) { f.deliver(ctx, c) })
			f.later(fault.delay, func() { f.deliver(f.closing, c) })
		}
		f.deliver(ctx, c)
	})
}

// notifyFirst sends a callback before the call that caused it is answered: the fault early_callback. Where the wallet does
// not take it at once, it is tried again in the background.
func (f *frame) notifyFirst(ctx context.Context, c callback) {
	if _, had := f.post(ctx, c.path, c.payload(f.now())); !had {
		f.background(func(ctx context.Context) { f.deliver(ctx, c) })
	}
}

// deliver tries a callback until the wallet has it, or the tries are used up.
func (f *frame) deliver(ctx context.Context, c callback) {
	for _, pause := range callbackPauses {
		f.wait(ctx, pause)
		if ctx.Err() != nil {
			return
		}
		if body, ok := f.post(ctx, c.path, c.payload(f.now())); ok && (c.accepted == nil || c.accepted(body)) {
			return
		}
	}
	f.log.Warn("sandbox: a callback was given up", "path", c.path)
}

// post sends a payload to the wallet, to its next node where one does not answer, and reports whether the answer was 2xx.
func (f *frame) post(ctx context.Context, path string, p payload) (body []byte, ok bool) {
	for _, base := range f.wallets.inTurn() {
		body, status, err := f.postTo(ctx, base+path, p)
		if err != nil {
			f.log.Debug("sandbox: callback", "path", path, "err", err)
			continue
		}
		return body, status >= 200 && status < 300
	}
	return nil, false
}

func (f *frame) postTo(ctx context.Context, url string, p payload) (body []byte, status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, callbackTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(p.body))
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range p.header {
		r.Header.Set(name, value)
	}
	answer, err := f.client.Do(r)
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(answer.Body, maxBody))
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	return body, answer.StatusCode, nil
}

// setWallet makes url the one address of the wallet.
func (f *frame) setWallet(url string) { f.wallets.set(strings.TrimRight(url, "/")) }

// addWallet puts url before the other addresses of the wallet.
func (f *frame) addWallet(url string) { f.wallets.add(strings.TrimRight(url, "/")) }

// wallets are the addresses of the wallet's nodes: the configured one, and those that announced themselves. None is
// stored, so that a restart on other ports goes on.
type wallets struct {
	mu    sync.Mutex
	bases []string
}

// add puts base first; of many nodes the last few that announced themselves are kept.
func (w *wallets) add(base string) {
	const most = 8
	w.mu.Lock()
	defer w.mu.Unlock()
	if base == "" {
		return
	}
	bases := append([]string{base}, slices.DeleteFunc(w.bases, func(one string) bool { return one == base })...)
	w.bases = bases[:min(len(bases), most)]
}

// set forgets all addresses but base.
func (w *wallets) set(base string) {
	w.mu.Lock()
	w.bases = nil
	w.mu.Unlock()
	w.add(base)
}

// inTurn returns the addresses, and starts with another one the next time.
func (w *wallets) inTurn() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	turn := slices.Clone(w.bases)
	if len(w.bases) > 1 {
		w.bases = append(w.bases[1:], w.bases[0])
	}
	return turn
}
