package core

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// MaxBody is more than any call of any protocol needs.
const MaxBody = 1 << 20

// longestHang is how long a call that is never answered keeps its connection; every client gives up earlier.
const longestHang = 5 * time.Minute

// Reply is a protocol's answer before it is written.
type Reply struct {
	Status int
	Body   any // written as JSON, unless it is a writer
}

// Call is one protocol call that has been read and authenticated: its effect, and the protocol's own answers for each
// kind of fault.
type Call struct {
	Target, Op string
	Ref        string // the reference that a check asks about; for a movement that can be pending, its own
	// Apply does it, durably, and returns the answer.
	Apply func(ctx context.Context) Reply
	// Refuse is the protocol's documented refusal, NotFound its "there is no such thing", Pending its "not yet". A
	// protocol leaves out what it does not have.
	Refuse, NotFound, Pending Reply
}

// Serve answers a call. It is the only place where a fault's mode is applied to a call, whatever its protocol.
func (f *Frame) Serve(w http.ResponseWriter, r *http.Request, c Call) {
	ctx := context.WithoutCancel(r.Context()) // the effect does not stop when the caller leaves
	fault := f.Faults.call(c.Target, c.Op, c.Ref)
	f.traffic.note(f.Faults.now(), flowKind{target: c.Target, op: c.Op}, fault.Mode != "", false)
	switch fault.Mode {
	case ModeRefuse:
		f.Answer(w, c.Refuse)
	case ModeNotFound:
		f.Answer(w, c.NotFound)
	case ModePending:
		if c.Op == OpMove && !fault.again { // in process: it is applied when it is no longer pending
			f.later(fault.Delay, func() { c.Apply(ctx) })
		}
		f.Answer(w, c.Pending)
	case ModeDown:
		f.cut(w, r)
	case ModeTimeout:
		f.hang(r)
	case ModeLostReply:
		c.Apply(ctx)
		f.hang(r)
	case ModeSlow:
		answer := c.Apply(ctx)
		f.wait(r.Context(), fault.Delay)
		f.Answer(w, answer)
	case ModeGarbage:
		c.Apply(ctx)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>502</title><h1>502 Bad Gateway</h1><hr>sandbox-edge")
	case ModeCutAnswer:
		f.cutAnswer(w, c.Apply(ctx))
	case ModeLateApply:
		if c.Op == OpReport || c.Op == OpList {
			f.Answer(w, c.Apply(withLag(ctx, fault.Delay)))
			return
		}
		f.later(fault.Delay, func() { c.Apply(ctx) })
		f.hang(r)
	default:
		f.Answer(w, c.Apply(ctx))
	}
}

// lagKey is the key of a report's lag in its context.
type lagKey struct{}

func withLag(ctx context.Context, lag time.Duration) context.Context {
	return context.WithValue(ctx, lagKey{}, lag)
}

// ReportLag returns the delay by which the fault late_apply holds back a report's rows; false if there is no such
// fault.
func ReportLag(ctx context.Context) (lag time.Duration, late bool) {
	lag, late = ctx.Value(lagKey{}).(time.Duration)
	return lag, late
}

// cut ends the connection without an answer. A GET gets a 503 instead: HTTP clients silently repeat a GET whose
// connection was cut, and the fault would go unnoticed.
func (f *Frame) cut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	panic(http.ErrAbortHandler)
}

// cutAnswer writes the first half of an answer that says how long it is, and ends the connection.
func (f *Frame) cutAnswer(w http.ResponseWriter, answer Reply) {
	body, err := answer.write(w.Header())
	if err == nil && len(body) > 0 {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(answer.Status)
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
	}
	panic(http.ErrAbortHandler)
}

// hang never answers: it waits until the client leaves and ends the connection.
func (f *Frame) hang(r *http.Request) {
	f.wait(r.Context(), longestHang)
	panic(http.ErrAbortHandler)
}

// Answer writes a reply.
func (f *Frame) Answer(w http.ResponseWriter, answer Reply) {
	body, err := answer.write(w.Header())
	if err != nil {
		f.Log.Error("sandbox: answer", "err", err)
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(answer.Status)
	_, _ = w.Write(body)
}

// write returns the body in its wire form.
func (r Reply) write(header http.Header) ([]byte, error) {
	if own, is := r.Body.(writer); is {
		return own.Write(header)
	}
	body, err := json.Marshal(r.Body)
	return append(body, '\n'), err
}

// writer is a reply's body that is not JSON, or that is signed when it is written; it may also set headers.
type writer interface {
	Write(header http.Header) ([]byte, error)
}

// OK is a reply with HTTP 200.
func OK(body any) Reply { return Reply{http.StatusOK, body} }

// Message is the body of every refusal that no protocol defines.
type Message struct {
	Message string `json:"message"`
}

// No is a refusal of the control API, or one that no protocol defines.
func No(status int, text string) Reply { return Reply{status, Message{text}} }

// Broken is the reply to a fault of the sandbox itself, which is logged but not explained.
func (f *Frame) Broken(what string, err error) Reply {
	f.Log.Error("sandbox: "+what, "err", err)
	return No(http.StatusInternalServerError, "the sandbox itself failed")
}

// ReadBody reads a body, or answers 413 and returns false.
func (f *Frame) ReadBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		f.Answer(w, No(http.StatusRequestEntityTooLarge, "body too large"))
	case err != nil:
		f.Answer(w, No(http.StatusBadRequest, "body could not be read"))
	default:
		return body, true
	}
	return nil, false
}
