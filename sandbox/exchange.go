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
	body   any // written as JSON
}

// exchange is one call of a protocol that has been read and authenticated: what can go wrong with it, and what it does.
type exchange struct {
	target, op string
	ref        string // what a check asks about, and what a movement is, where it can be pending
	// apply does it, durably, and says how that is answered.
	apply func(ctx context.Context) reply
	// refuse is the protocol's documented no, notFound its "there is no such thing", pending its "not yet", where it has one.
	refuse, notFound, pending reply
}

// serve answers a call, or does to it what a fault asks for.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, e exchange) {
	ctx := context.WithoutCancel(r.Context()) // an effect does not stop because its caller left
	fault := s.faults.call(e.target, e.op, e.ref)
	switch fault.mode {
	case modeRefuse:
		s.answer(w, e.refuse)
	case modeNotFound:
		s.answer(w, e.notFound)
	case modePending:
		if e.op == opMove && !fault.again { // in process: it is done when it is no longer pending
			s.later(fault.delay, func() { e.apply(ctx) })
		}
		s.answer(w, e.pending)
	case modeDown:
		s.cut(w, r)
	case modeTimeout:
		s.hang(r)
	case modeLostReply:
		e.apply(ctx)
		s.hang(r)
	case modeSlow:
		answer := e.apply(ctx)
		s.wait(r.Context(), fault.delay)
		s.answer(w, answer)
	case modeGarbage:
		e.apply(ctx)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>502</title><h1>502 Bad Gateway</h1><hr>sandbox-edge")
	case modeLateApply:
		if e.op == opReport || e.op == opList {
			s.answer(w, e.apply(context.WithValue(ctx, lagKey{}, fault.delay)))
			return
		}
		s.later(fault.delay, func() { e.apply(ctx) })
		s.hang(r)
	default:
		s.answer(w, e.apply(ctx))
	}
}

// cut ends the connection without an answer. A GET gets a 503 instead: HTTP clients silently repeat a GET whose
// connection was cut, and the fault would pass unseen.
func (s *Server) cut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	panic(http.ErrAbortHandler)
}

// hang never answers: it waits until the client leaves and ends the connection.
func (s *Server) hang(r *http.Request) {
	s.wait(r.Context(), longestHang)
	panic(http.ErrAbortHandler)
}

// wait returns after d, or earlier when ctx or the server ends.
func (s *Server) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-s.closing.Done():
	}
}

// later runs do after d, unless the server is closed first.
func (s *Server) later(d time.Duration, do func()) {
	s.background(func(ctx context.Context) {
		s.wait(ctx, d)
		if ctx.Err() == nil {
			do()
		}
	})
}

// answer writes a reply.
func (s *Server) answer(w http.ResponseWriter, answer reply) {
	body, err := answer.write(w)
	if err != nil {
		s.log.Error("sandbox: answer", "err", err)
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

// write returns the body as it goes on the wire; one that is signed is signed now, and its signature may be in a header.
func (r reply) write(w http.ResponseWriter) ([]byte, error) {
	if signed, is := r.body.(sealed); is {
		body, header, err := signed.signer.Seal(signed.message, signed.now())
		for name, value := range header {
			w.Header().Set(name, value)
		}
		return body, err
	}
	if csv, is := r.body.(table); is {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		return []byte(csv), nil
	}
	body, err := json.Marshal(r.body)
	return append(body, '\n'), err
}

// table is the body of a reply that is comma-separated lines and not JSON.
type table string

// ok is a reply with HTTP 200.
func ok(body any) reply { return reply{http.StatusOK, body} }

// message is the body of every refusal that is not a protocol's own.
type message struct {
	Message string `json:"message"`
}

// no is a refusal of the control API and of what is not a protocol's own.
func no(status int, text string) reply { return reply{status, message{text}} }

// broken is the reply to a fault of the sandbox itself, which is logged and not explained.
func (s *Server) broken(what string, err error) reply {
	s.log.Error("sandbox: "+what, "err", err)
	return no(http.StatusInternalServerError, "the sandbox itself failed")
}

// readBody reads a body, or answers 413 and returns false.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		s.answer(w, no(http.StatusRequestEntityTooLarge, "body too large"))
	case err != nil:
		s.answer(w, no(http.StatusBadRequest, "body could not be read"))
	default:
		return body, true
	}
	return nil, false
}
