package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// maxBody is as much as any call of any protocol needs.
const maxBody = 1 << 20

// longestHang bounds how long a call that is never answered holds its connection; every client gives up earlier.
const longestHang = 5 * time.Minute

// reply is an answer of a protocol, not yet on the wire.
type reply struct {
	status int
	body   any // written as JSON, unless it is a writer
}

// protocolCall is one call of a protocol that has been read and authenticated: what it does, and how the protocol says
// each thing that a fault can make of it.
type protocolCall struct {
	target, op string
	ref        string // what a check asks about; of a movement that can be pending its own
	// apply does it, durably, and returns the answer.
	apply func(ctx context.Context) reply
	// refuse is the protocol's documented refusal, notFound its "there is no such thing", pending its "not yet". One that
	// the protocol does not have is left out.
	refuse, notFound, pending reply
}

// serve answers a call. It is the one place where each mode of a fault is applied to a call, whatever its protocol.
func (f *frame) serve(w http.ResponseWriter, r *http.Request, c protocolCall) {
	ctx := context.WithoutCancel(r.Context()) // an effect does not stop because its caller left
	fault := f.faults.call(c.target, c.op, c.ref)
	switch fault.mode {
	case modeRefuse:
		f.answer(w, c.refuse)
	case modeNotFound:
		f.answer(w, c.notFound)
	case modePending:
		if c.op == opMove && !fault.again { // in process: it is done when it is no longer pending
			f.later(fault.delay, func() { c.apply(ctx) })
		}
		f.answer(w, c.pending)
	case modeDown:
		f.cut(w, r)
	case modeTimeout:
		f.hang(r)
	case modeLostReply:
		c.apply(ctx)
		f.hang(r)
	case modeSlow:
		answer := c.apply(ctx)
		f.wait(r.Context(), fault.delay)
		f.answer(w, answer)
	case modeGarbage:
		c.apply(ctx)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>502</title><h1>502 Bad Gateway</h1><hr>sandbox-edge")
	case modeLateApply:
		if c.op == opReport || c.op == opList {
			f.answer(w, c.apply(withLag(ctx, fault.delay)))
			return
		}
		f.later(fault.delay, func() { c.apply(ctx) })
		f.hang(r)
	default:
		f.answer(w, c.apply(ctx))
	}
}

// lagKey is the key of a report's lag in its context.
type lagKey struct{}

func withLag(ctx context.Context, lag time.Duration) context.Context {
	return context.WithValue(ctx, lagKey{}, lag)
}

// lagOf returns by how much the fault late_apply holds a report's rows back; false where there is no such fault.
func lagOf(ctx context.Context) (lag time.Duration, late bool) {
	lag, late = ctx.Value(lagKey{}).(time.Duration)
	return lag, late
}

// cut ends the connection without an answer. A GET gets a 503 instead: HTTP clients silently repeat a GET whose
// connection was cut, and the fault would pass unseen.
func (f *frame) cut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	panic(http.ErrAbortHandler)
}

// hang never answers: it waits until the client leaves and ends the connection.
func (f *frame) hang(r *http.Request) {
	f.wait(r.Context(), longestHang)
	panic(http.ErrAbortHandler)
}

// wait returns after d, or earlier when ctx or the server ends.
func (f *frame) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-f.closing.Done():
	}
}

// later runs do after d, unless the server is closed first.
func (f *frame) later(d time.Duration, do func()) {
	f.background(func(ctx context.Context) {
		f.wait(ctx, d)
		if ctx.Err() == nil {
			do()
		}
	})
}

// answer writes a reply.
func (f *frame) answer(w http.ResponseWriter, answer reply) {
	body, err := answer.write(w.Header())
	if err != nil {
		f.log.Error("sandbox: answer", "err", err)
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(answer.status)
	_, _ = w.Write(body)
}

// write returns the body as it goes on the wire.
func (r reply) write(header http.Header) ([]byte, error) {
	if own, is := r.body.(writer); is {
		return own.write(header)
	}
	body, err := json.Marshal(r.body)
	return append(body, '\n'), err
}

// writer is the body of a reply that is not JSON, or is signed in the moment it is written; its headers are set too.
type writer interface {
	write(header http.Header) ([]byte, error)
}

// ok is a reply with HTTP 200.
func ok(body any) reply { return reply{http.StatusOK, body} }

// message is the body of every refusal that is not a protocol's own.
type message struct {
	Message string `json:"message"`
}

// no is a refusal of the control API and of what is not a protocol's own.
func no(status int, text string) reply { return reply{status, message{text}} }

// broken is the reply to a fault of the sandbox itself, which is logged and not explained.
func (f *frame) broken(what string, err error) reply {
	f.log.Error("sandbox: "+what, "err", err)
	return no(http.StatusInternalServerError, "the sandbox itself failed")
}

// readBody reads a body, or answers 413 and returns false.
func (f *frame) readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		f.answer(w, no(http.StatusRequestEntityTooLarge, "body too large"))
	case err != nil:
		f.answer(w, no(http.StatusBadRequest, "body could not be read"))
	default:
		return body, true
	}
	return nil, false
}
