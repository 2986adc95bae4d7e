package httpx

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/record"
	"krapao/internal/httpx/stream"
	"krapao/internal/patience"
)

// pipeline is what a request passes before the call's own checks, in this order: triggers that nobody meant, who calls and how
// often, the body, whether anybody still waits, and what the call answered before. The request's time began when it arrived
// (listener).
func (f *Frame) pipeline(rt Route, next http.Handler) http.Handler {
	if rt.Tagged {
		next = cached.Tagged(next)
	}
	if rt.CSV {
		next = stream.CSV(next, fileOf)
	}
	if rt.Memory != Forgetful {
		next = f.idempotency.handler(rt, next)
	}
	next = rt.work(next)
	if rt.Upload != nil {
		next = f.Receive(*rt.Upload, next)
	} else {
		next = readBody(cmp.Or(rt.MostBody, MaxBody), next)
	}
	if rt.Access == Members || rt.Access == Operators {
		next = f.authenticate(rt, next)
	}
	if rt.Access == Guests && rt.Upload != nil {
		next = f.recognise(next)
	}
	if rt.Effect {
		next = refuseTriggers(next)
	}
	return f.entered(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := StateOf(r.Context())
		state.route = rt
		if rt.Access == Guests {
			state.Bearer = func() (string, error) { return Bearer(r) }
		}
		if rt.Upload == nil {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := patience.Receive(r.Context(), UploadWithin)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// fileOf is the file that answers a call, if any.
func fileOf(ctx context.Context) (*stream.File, *slog.Logger) {
	return StateOf(ctx).Stream, StateOf(ctx).Logger()
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

// frontDoor is what every request under /api passes first, whether the contract has the call or not. The mux is asked once: a
// call is entered by it (entered), and what the mux answers by itself is kept here.
func (f *Frame) frontDoor(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = noStore
		if err := f.LimitAddress(r); err != nil {
			Refuse(w, r, err)
			return
		}
		if written(r) {
			asked := &found{client: w}
			mux.ServeHTTP(asked, r)
			if asked.call || f.noCall(w, r, &asked.Recorder) {
				return
			}
		}
		Refuse(w, r, fault.New(fault.NO_DATA, "no such call")) // before the client's name: a person with a browser gets the reason
	})
}

// noStore is the value of Cache-Control that all answers of the API share.
var noStore = []string{"no-store"}

// found is what the mux writes to: its own answer is recorded, and a call gets the client's writer.
type found struct {
	record.Recorder

	client http.ResponseWriter
	// call: the contract has this call.
	call bool
}

// entered is what a call of the contract passes first.
func (f *Frame) entered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked, ours := w.(*found); ours {
			asked.call, w = true, asked.client
		}
		if err := f.admit(r); err != nil {
			Refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// noCall answers as the mux did: the path has other methods, or is written with a slash at its end. It reports false where the
// contract does not have the path.
func (f *Frame) noCall(w http.ResponseWriter, r *http.Request, own *record.Recorder) bool {
	elsewhere := own.Status >= http.StatusMultipleChoices && own.Status < http.StatusBadRequest
	if !elsewhere && own.Status != http.StatusMethodNotAllowed {
		return false
	}
	err := f.admit(r)
	switch {
	case err != nil:
		Refuse(w, r, err)
	case elsewhere:
		own.Send(w)
	default:
		MethodNotAllowed(w, r, own.Header().Get("Allow"))
	}
	return true
}

// written reports whether a path is written as the contract writes it: a mux would send odd ones elsewhere.
func written(r *http.Request) bool {
	escaped := r.URL.EscapedPath()
	clean := path.Clean(escaped)
	return (clean == escaped || clean+"/" == escaped) && strings.IndexByte(r.URL.Path, 0) < 0 && utf8.ValidString(r.URL.Path)
}

// admit checks the client's name, and whether the service still runs.
func (f *Frame) admit(r *http.Request) error {
	if r.URL.Path == contractPath {
		return nil
	}
	switch name := r.Header.Get("X-Requested-With"); {
	case name == f.config.About.Client, name == "" && f.config.About.ByToken && len(r.Header["Authorization"]) > 0:
	case name == "":
		return fault.New(fault.KEY_MISSING, "X-Requested-With is missing")
	default:
		return fault.New(fault.KEY_INVALID, "X-Requested-With is not this app's")
	}
	if f.config.Running == nil || f.always[r.URL.Path] {
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
