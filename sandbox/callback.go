package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// callbackPauses are between the tries of a callback; after the last one the outside gives up, and only asking finds out.
var callbackPauses = []time.Duration{
	0, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second, 30 * time.Second,
}

// callbackTimeout is how long one try may take.
const callbackTimeout = 10 * time.Second

// callback is what a system tells the wallet by itself.
type callback struct {
	target string // whose faults it meets
	path   string // below the wallet's address
	// letter writes it at the moment of sending, signed with that time.
	letter func(at time.Time) letter
	// forged is what somebody without our secrets would send; old is a true one of long ago.
	forged, old func(at time.Time) letter
	// accepted reports whether the wallet's 2xx means that it has it.
	accepted func(body []byte) bool
}

// letter is a callback's body and headers.
type letter struct {
	body   []byte
	header map[string]string
}

// jsonLetter is a body without headers of its own.
func jsonLetter(body any) letter {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // our own structs always marshal
	}
	return letter{body: text}
}

// notify sends a callback in the background, with what a fault does to it.
func (s *Server) notify(c callback) {
	fault := s.faults.callback(c.target, false)
	s.background(func(ctx context.Context) {
		switch fault.mode {
		case modeLost:
			return
		case modeLate:
			s.wait(ctx, fault.delay)
		case modeForged:
			s.post(ctx, c.path, c.forged(s.now()))
		case modeOld:
			s.post(ctx, c.path, c.old(s.now()))
		case modeDuplicate:
			s.background(func(ctx context.Context) { s.deliver(ctx, c) })
			s.later(fault.delay, func() { s.deliver(s.closing, c) })
		}
		s.deliver(ctx, c)
	})
}

// deliver tries a callback until the wallet has it, or the tries are used up.
func (s *Server) deliver(ctx context.Context, c callback) {
	for _, pause := range callbackPauses {
		s.wait(ctx, pause)
		if ctx.Err() != nil {
			return
		}
		if body, ok := s.post(ctx, c.path, c.letter(s.now())); ok && (c.accepted == nil || c.accepted(body)) {
			return
		}
	}
	s.log.Warn("sandbox: a callback was given up", "path", c.path)
}

// post sends a letter to the wallet, to its next node where one does not answer, and reports whether the answer was 2xx.
func (s *Server) post(ctx context.Context, path string, l letter) (body []byte, ok bool) {
	for _, base := range s.wallets.inTurn() {
		body, status, err := s.postTo(ctx, base+path, l)
		if err != nil {
			s.log.Debug("sandbox: callback", "path", path, "err", err)
			continue
		}
		return body, status >= 200 && status < 300
	}
	return nil, false
}

func (s *Server) postTo(ctx context.Context, url string, l letter) (body []byte, status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, callbackTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(l.body))
	if err != nil {
		return nil, 0, fmt.Errorf("callback: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range l.header {
		r.Header.Set(name, value)
	}
	answer, err := s.client.Do(r)
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
