package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/patience"
)

// pipeline is what stands before a call's own checks, in this order: triggers that nobody meant, who calls and how often, the
// body, whether anybody still waits, and what the call answered before. Its time began when it arrived (listener).
func (s *Server) pipeline(rt route, next http.Handler) http.Handler {
	if rt.memory != forgetful {
		next = s.remember.handler(rt, next)
	}
	next = rt.work(next)
	if rt.upload != nil {
		next = s.receive(*rt.upload, next)
	} else {
		next = readBody(next)
	}
	if rt.who == members {
		next = s.authenticate(next)
	}
	if rt.who == guests && rt.upload != nil {
		next = s.recognise(next)
	}
	if rt.effect {
		next = refuseTriggers(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		x.route = rt
		if rt.who == guests {
			x.bearer = func() (string, error) { return bearer(r) }
		}
		w.Header().Set("Cache-Control", "no-store")
		if rt.upload == nil {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := patience.Receive(r.Context(), uploadWithin)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// work is where what a call does begins. A call that only reads ends with its client.
func (rt route) work(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rt.effect && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			next.ServeHTTP(w, r)
			return
		}
		working(w, r, next.ServeHTTP)
	})
}

// working does what a request is for, unless its time is over already or its client has gone: then nothing begins.
func working(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter, *http.Request)) {
	if err := r.Context().Err(); err != nil {
		refuse(w, r, err)
		return
	}
	ctx, cancel := patience.Work(r.Context())
	defer cancel()
	do(w, r.WithContext(ctx))
}

// detached is a context for writing down what has happened: it outlives the request's own deadline a little.
func detached(r *http.Request) context.Context {
	ctx, cancel := patience.Note(r.Context())
	context.AfterFunc(ctx, cancel)
	return ctx
}

// refuseTriggers keeps links, images and prefetching from a GET that changes something. It needs headers that none of
// them sends; this refuses what a browser does in their place. Go's mux answers HEAD with GET's handler, hence the 405.
func refuseTriggers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			methodNotAllowed(w, r, http.MethodGet)
			return
		}
		for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
			purpose := strings.ToLower(r.Header.Get(name))
			if strings.Contains(purpose, "prefetch") || strings.Contains(purpose, "preview") || strings.Contains(purpose, "prerender") {
				refuse(w, r, fault.New(fault.INVALID_INPUT, "this call changes something and is not prefetched"))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// readBody reads a body once, strictly, and leaves it for the handler. What it refuses is never looked at further.
func readBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refusedUnread(r, maxBody) {
			bodyTooLarge(w, r)
			return
		}
		bodyUntil(w, patience.By(r.Context()))
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			bodyTooLarge(w, r)
			return
		case err != nil:
			refuse(w, r, fault.Wrap(err, fault.INVALID_INPUT, "the body could not be read"))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if err := checkBody(r, raw); err != nil {
			refuse(w, r, fault.New(fault.INVALID_INPUT, "%s", err))
			return
		}
		bodyIsIn(w)
		next.ServeHTTP(w, r)
	})
}

func bodyTooLarge(w http.ResponseWriter, r *http.Request) {
	e := envelope(fault.New(fault.INVALID_INPUT, "the body is larger than 64 KiB"))
	e.status = http.StatusRequestEntityTooLarge
	exchangeOf(r.Context()).code = string(e.Message)
	writeEnvelope(w, e)
}

// bodyIsIn ends the time that the body had to come in. net/http goes on reading, to notice a client that leaves, and takes
// a deadline that passes meanwhile for one that left: it cancels the connection's context, and with it every later
// request on the connection that ends with its client (each GET that only reads).
func bodyIsIn(w http.ResponseWriter) { bodyUntil(w, time.Time{}) }

// bodyUntil is the moment by which a body has to be in.
func bodyUntil(w http.ResponseWriter, until time.Time) {
	_ = http.NewResponseController(w).SetReadDeadline(until) // a test's writer has none
}

// checkBody refuses bodies that are not one strict JSON value, and notes the request's fingerprint.
func checkBody(r *http.Request, raw []byte) error {
	x := exchangeOf(r.Context())
	if len(raw) == 0 {
		x.request = fingerprint(nil)
		return nil
	}
	if kind := r.Header.Get("Content-Type"); kind != "" {
		media, _, err := mime.ParseMediaType(kind)
		if err != nil || media != "application/json" {
			return jsonError("the body is application/json")
		}
		r.Header.Set("Content-Type", "application/json")
	}
	if r.Header.Get("Content-Encoding") != "" {
		return jsonError("the body is not encoded")
	}
	v, err := decodeStrict(raw)
	if err != nil {
		return err
	}
	x.request = fingerprint(v)
	return nil
}

// frontDoor is what every call of /api meets first, known or not.
func (s *Server) frontDoor(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if err := s.limitAddress(r); err != nil {
			refuse(w, r, err)
			return
		}
		handler, allow := routed(mux, r)
		if handler == nil && allow == "" { // before the client's name: a browser that looks here is told what is wrong
			refuse(w, r, fault.New(fault.NO_DATA, "no such call"))
			return
		}
		if err := s.admit(r); err != nil {
			refuse(w, r, err)
			return
		}
		if handler == nil {
			methodNotAllowed(w, r, allow)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// routed is the call that a request asks for, or which methods its path has; neither for a path that the contract does not
// know, or that is written in an odd way.
func routed(mux *http.ServeMux, r *http.Request) (call http.Handler, allow string) {
	escaped := r.URL.EscapedPath()
	clean := path.Clean(escaped)
	if clean != escaped && clean+"/" != escaped || strings.ContainsRune(r.URL.Path, 0) || !utf8.ValidString(r.URL.Path) {
		return nil, ""
	}
	handler, pattern := mux.Handler(r)
	if pattern != "" {
		return handler, ""
	}
	asked := newRecorder() // the mux's own answer is asked only for its status and its Allow header
	handler.ServeHTTP(asked, r)
	if asked.status == http.StatusMethodNotAllowed {
		return nil, asked.header.Get("Allow")
	}
	return nil, ""
}

// admit checks the client's name, and whether the service still runs.
func (s *Server) admit(r *http.Request) error {
	if r.URL.Path == contractPath {
		return nil
	}
	switch name := r.Header.Get("X-Requested-With"); name {
	case clientName:
	case "":
		return fault.New(fault.KEY_MISSING, "X-Requested-With is missing")
	default:
		return fault.New(fault.KEY_INVALID, "X-Requested-With is not this app's")
	}
	if r.URL.Path == "/api/lookup/active" {
		return nil
	}
	return s.refuseWhenGone(r.Context())
}

func methodNotAllowed(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	refuse(w, r, &statusError{fault.New(fault.INVALID_INPUT, "this call is %s", allow), http.StatusMethodNotAllowed})
}
