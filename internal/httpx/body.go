package httpx

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/httpx/strictjson"
	"krapao/internal/patience"
)

// MaxBody is how many bytes a body may have that is no file, unless its call takes longer ones (Route.MostBody).
const MaxBody = 64 << 10

// readBody reads a body once, strictly, and leaves it for the handler. A body that it refuses is not looked at any further.
// Most calls have none: net/http knows it from the headers, and nothing of theirs is awaited.
func readBody(most int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody {
			StateOf(r.Context()).fingerprint = ofNothing
			next.ServeHTTP(w, r)
			return
		}
		if refusedUnread(r, most) {
			bodyTooLarge(w, r, most)
			return
		}
		bodyUntil(w, patience.By(r.Context()))
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			bodyTooLarge(w, r, most)
			return
		case err != nil:
			Refuse(w, r, fault.Wrap(err, fault.INVALID_INPUT, "the body could not be read"))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if err := checkBody(r, raw); err != nil {
			Refuse(w, r, fault.New(fault.INVALID_INPUT, "%s", err))
			return
		}
		bodyIsIn(w)
		next.ServeHTTP(w, r)
	})
}

// ofNothing is the fingerprint of a request without a body.
var ofNothing = strictjson.Fingerprint(nil)

func bodyTooLarge(w http.ResponseWriter, r *http.Request, most int64) {
	why := fault.New(fault.INVALID_INPUT, "the body is larger than %d KiB", most>>10)
	Refuse(w, r, WithStatus(why, http.StatusRequestEntityTooLarge))
}

// ReadCallback reads the body of a callback from outside, of whatever form, within the request's time.
func ReadCallback(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	bodyUntil(w, patience.By(r.Context()))
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		too := fault.New(fault.INVALID_INPUT, "the callback is larger than 64 KiB")
		return nil, WithStatus(too, http.StatusRequestEntityTooLarge)
	}
	bodyIsIn(w)
	return raw, nil
}

// bodyIsIn lifts the deadline of the body. Net/http goes on reading, to notice a client that leaves. A deadline that passes
// meanwhile looks to it like a client that left: it cancels the connection's context. With it would end every later request on
// the connection that ends with its client (each GET that only reads).
func bodyIsIn(w http.ResponseWriter) { bodyUntil(w, time.Time{}) }

// bodyUntil sets the deadline of the body.
func bodyUntil(w http.ResponseWriter, until time.Time) {
	_ = http.NewResponseController(w).SetReadDeadline(until) // a test's writer has none
}

// refusedUnread reports whether the client announces a body that is too large and waits to be asked for it
// (Expect: 100-continue). Reading from the body would ask for it, so it is refused without.
func refusedUnread(r *http.Request, most int64) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue") && r.ContentLength > most
}

// checkBody refuses bodies that are not one strict JSON value, and notes the request's fingerprint.
func checkBody(r *http.Request, raw []byte) error {
	state := StateOf(r.Context())
	if len(raw) == 0 {
		state.fingerprint = ofNothing
		return nil
	}
	if kind := r.Header.Get("Content-Type"); kind != "" {
		media, _, err := mime.ParseMediaType(kind)
		if err != nil || media != "application/json" {
			return strictjson.Error("the body is application/json")
		}
		r.Header.Set("Content-Type", "application/json")
	}
	if r.Header.Get("Content-Encoding") != "" {
		return strictjson.Error("the body is not encoded")
	}
	v, err := strictjson.Decode(raw)
	if err != nil {
		return err
	}
	state.fingerprint = strictjson.Fingerprint(v)
	return nil
}
