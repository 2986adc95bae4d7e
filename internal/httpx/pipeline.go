package httpx

import (
	"context"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/record"
	"krapao/internal/patience"
)

// clientName is the one value of X-Requested-With.
const clientName = "wallet-user"

// pipeline is what a request passes before the call's own checks, in this order: triggers that nobody meant, who calls and how
// often, the body, whether anybody still waits, and what the call answered before. The request's time began when it arrived
// (listener).
func (f *Frame) pipeline(rt Route, next http.Handler) http.Handler {
	if rt.Tagged {
		next = cached.Tagged(next)
	}
	if rt.Memory != Forgetful {
		next = f.idempotency.handler(rt, next)
	}
	next = rt.work(next)
	if rt.Upload != nil {
		next = f.Receive(*rt.Upload, next)
	} else {
		next = readBody(next)
	}
	if rt.Access == Members {
		next = f.authenticate(next)
	}
	if rt.Access == Guests && rt.Upload != nil {
		next = f.recognise(next)
	}
	if rt.Effect {
		next = refuseTriggers(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := StateOf(r.Context())
		state.route = rt
		if rt.Access == Guests {
			state.Bearer = func() (string, error) { return Bearer(r) }
		}
		w.Header().Set("Cache-Control", "no-store")
		if rt.Upload == nil {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := patience.Receive(r.Context(), UploadWithin)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// work begins what the call is for. A call that only reads ends with its client.
func (rt Route) work(next http.Handler) http.Handler {
	working := Working(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rt.Effect && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			next.ServeHTTP(w, r)
			return
		}
		working.ServeHTTP(w, r)
	})
}

// Working brings a request to its end within its time, even when the client leaves meanwhile. If the time is over already, or
// the client has gone, nothing begins.
func Working(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.Context().Err(); err != nil {
			Refuse(w, r, err)
			return
		}
		ctx, cancel := patience.Work(r.Context())
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// detached is a context for recording what has happened: it outlives the request's own deadline a little.
func detached(r *http.Request) context.Context {
	ctx, cancel := patience.Note(r.Context())
	context.AfterFunc(ctx, cancel)
	return ctx
}

// refuseTriggers keeps links, images and prefetching from a GET that changes something. The call needs headers that none of
// them sends. A browser that prefetches says so in a header, and is refused by it. Go's mux answers HEAD with GET's handler,
// hence the 405.
func refuseTriggers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			MethodNotAllowed(w, r, http.MethodGet)
			return
		}
		for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
			purpose := strings.ToLower(r.Header.Get(name))
			if strings.Contains(purpose, "prefetch") || strings.Contains(purpose, "preview") || strings.Contains(purpose, "prerender") {
				Refuse(w, r, fault.New(fault.INVALID_INPUT, "this call changes something and is not prefetched"))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// frontDoor is what every request under /api passes first, whether the contract has the call or not.
func (f *Frame) frontDoor(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if err := f.LimitAddress(r); err != nil {
			Refuse(w, r, err)
			return
		}
		handler, allow := routed(mux, r)
		if handler == nil && allow == "" { // before the client's name: a person with a browser gets the reason
			Refuse(w, r, fault.New(fault.NO_DATA, "no such call"))
			return
		}
		if err := f.admit(r); err != nil {
			Refuse(w, r, err)
			return
		}
		if handler == nil {
			MethodNotAllowed(w, r, allow)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// routed returns the call that a request is for, or the methods that its path has. It returns neither for a path that the
// contract does not have, or that is written in an odd way.
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
	asked := record.New() // the mux's own answer: only its status and its Allow header are read
	handler.ServeHTTP(asked, r)
	if asked.Status == http.StatusMethodNotAllowed {
		return nil, asked.Header().Get("Allow")
	}
	return nil, ""
}

// admit checks the client's name, and whether the service still runs.
func (f *Frame) admit(r *http.Request) error {
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
	if f.always[r.URL.Path] {
		return nil
	}
	running, err := f.config.Running(r.Context())
	if err == nil && !running {
		err = fault.New(fault.GONE, "")
	}
	return err
}

// MethodNotAllowed refuses a request by its method.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	Refuse(w, r, WithStatus(fault.New(fault.INVALID_INPUT, "this call is %s", allow), http.StatusMethodNotAllowed))
}
