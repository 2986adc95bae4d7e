package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// remember makes a call take effect once. Three kinds of sameness (API.md, Conventions; RULES.md section 2):
//
//   - With an Idempotency-Key: the same body gets the first answer again, another body is IDEMPOTENCY_MISMATCH, a call
//     still running IDEMPOTENCY_IN_PROGRESS. A call that is one transfer leaves its key to the ledger; only the bodies of
//     refusals are kept here.
//   - Without a key, a money call equal to one still running is the same call: it waits and gets that one's answer.
//   - A GET that changes something replays its first success for 60 seconds.
type remember struct {
	answers *answers
	// knows tells whether the ledger has an operation of this call's key; reject lets it refuse the key from now on.
	knows  func(context.Context, *exchange) (bool, error)
	reject func(context.Context, *store.Tx, *exchange, fault.Code) error

	mu      sync.Mutex
	running map[string]*flight
}

// flight is a call that runs on this node; done is closed when its answer stands.
type flight struct {
	request string
	done    chan struct{}
	got     *recorder
}

func scopeOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (m *remember) handler(rt route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		x.request = m.answers.index.keyed(rt.withQuery(x.request, r))
		key, given, err := clientKey(r)
		if err != nil {
			refuse(w, r, err)
			return
		}
		if given {
			x.key = key
			scope := scopeOf("key", x.caller(), r.Method, r.URL.Path, key)
			m.once(w, r, scope, func() { m.byKey(w, r, rt, scope, next) }, refuseRunning)
			return
		}
		scope := scopeOf("same", x.caller(), r.Method, r.URL.Path, x.request)
		m.joined(w, r, scope, func() *recorder { return m.bySameness(r, rt, scope, next) })
	})
}

// clientKey reads the header: 1..64 visible ASCII characters.
func clientKey(r *http.Request) (key string, given bool, err error) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", false, nil
	}
	key = values[0]
	wrong := len(values) > 1 || key == "" || len(key) > 64
	for _, c := range []byte(key) {
		wrong = wrong || c <= ' ' || c > '~'
	}
	if wrong {
		return "", false, fault.New(fault.INVALID_INPUT, "Idempotency-Key is 1..64 visible ASCII characters")
	}
	return key, true, nil
}

// once runs f unless the same scope runs on this node.
func (m *remember) once(w http.ResponseWriter, r *http.Request, scope string, f func(), busy func(http.ResponseWriter, *http.Request, bool)) {
	fl, first := m.start(scope, exchangeOf(r.Context()).request)
	if !first {
		busy(w, r, fl.request != exchangeOf(r.Context()).request)
		return
	}
	defer m.end(scope, fl)
	f()
}

func refuseRunning(w http.ResponseWriter, r *http.Request, otherBody bool) {
	if otherBody {
		refuse(w, r, fault.New(fault.IDEMPOTENCY_MISMATCH, "this key was used with another body"))
		return
	}
	refuse(w, r, fault.New(fault.IDEMPOTENCY_IN_PROGRESS, "the first call with this key is still running"))
}

// joined runs f, or waits for the run of the same call on this node and gives its answer.
func (m *remember) joined(w http.ResponseWriter, r *http.Request, scope string, f func() *recorder) {
	fl, first := m.start(scope, "")
	if first {
		defer m.end(scope, fl)
		fl.got = f()
		fl.got.sendFor(exchangeOf(r.Context()), w)
		return
	}
	select {
	case <-fl.done:
	case <-r.Context().Done():
		refuse(w, r, r.Context().Err())
		return
	}
	if fl.got == nil { // it panicked: how far it came is not known
		refuse(w, r, fmt.Errorf("%w: httpapi: the same call broke off", store.ErrUnknown))
		return
	}
	exchangeOf(r.Context()).replayed = true
	sendAgain(w, fl.got.answer())
}

func (m *remember) start(scope, request string) (fl *flight, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if fl, running := m.running[scope]; running {
		return fl, false
	}
	fl = &flight{request: request, done: make(chan struct{})}
	m.running[scope] = fl
	return fl, true
}

func (m *remember) end(scope string, fl *flight) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, scope)
	close(fl.done)
}

// byKey answers a call that has a key.
func (m *remember) byKey(w http.ResponseWriter, r *http.Request, rt route, scope string, next http.Handler) {
	if rt.memory == ledgered {
		m.byLedger(w, r, scope, next)
		return
	}
	x := exchangeOf(r.Context())
	started, standing, err := m.answers.begin(r.Context(), scope, x.request, nil)
	switch {
	case err != nil:
		refuse(w, r, err)
	case standing != nil:
		m.again(w, r, standing)
	default:
		got := m.run(r, next, started)
		if !rememberable(got.status, got.body.Bytes()) || rt.goesOn(got) {
			m.note(r, m.answers.forget(detached(r), started))
		} else {
			m.note(r, m.answers.finish(detached(r), started, got.answer(), keepKeyed))
		}
		got.send(w)
	}
}

// again answers from what is known of the key.
func (m *remember) again(w http.ResponseWriter, r *http.Request, st *standing) {
	x := exchangeOf(r.Context())
	switch {
	case st.request != x.request:
		refuse(w, r, fault.New(fault.IDEMPOTENCY_MISMATCH, "this key was used with another body"))
	case st.finished != nil:
		x.replayed = true
		sendAgain(w, *st.finished)
	default:
		refuse(w, r, fault.New(fault.IDEMPOTENCY_IN_PROGRESS, "the first call with this key is still running"))
	}
}

// byLedger answers a call that is one transfer. The ledger keeps the key, of what moved and of what was refused before
// anything could; the table of answers has a refusal's body, and that of its request. So a call that moves money looks
// at nothing but the ledger, which looks at the key anyway.
func (m *remember) byLedger(w http.ResponseWriter, r *http.Request, scope string, next http.Handler) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, r, fault.Wrap(err, fault.INVALID_INPUT, "the body could not be read"))
		return
	}
	x := exchangeOf(r.Context())
	got := serve(r, body, next)
	if got.status >= http.StatusBadRequest {
		standing, err := m.answers.look(r.Context(), scope)
		if err != nil {
			refuse(w, r, err)
			return
		}
		if standing != nil && standing.finished != nil && standing.fresh && !m.moved(r) {
			m.again(w, r, standing)
			return
		}
	}
	if newRefusal(x, got) && (m.moved(r) || m.keepRefusal(r, scope, got)) {
		// The same call won on another node while this one was on its way, and may be what this one was refused for; or the
		// key's first body was another. The area knows: it looks at the ledger first.
		got = serve(r, body, next)
		if newRefusal(x, got) {
			refuse(w, r, fault.New(fault.IDEMPOTENCY_MISMATCH, "this key was used with another body"))
			return
		}
	}
	got.sendFor(x, w)
}

// keepRefusal binds the key to a refusal, in the ledger and with its body here. It returns true where the key has moved
// money since.
func (m *remember) keepRefusal(r *http.Request, scope string, got *recorder) (moved bool) {
	ctx, x := detached(r), exchangeOf(r.Context())
	err := m.answers.keep(ctx, scope, x.request, got.answer(), func(tx *store.Tx) error {
		return m.reject(ctx, tx, x, codeOf(got.body.Bytes()))
	})
	if errors.Is(err, ledger.ErrKeyUsed) {
		return true
	}
	m.note(r, err)
	return false
}

// moved tells that the ledger has an operation of the call's key that it did not refuse. That outranks a refusal which
// another node kept under the key at the same moment.
func (m *remember) moved(r *http.Request) bool {
	known, err := m.knows(detached(r), exchangeOf(r.Context()))
	return err == nil && known
}

func serve(r *http.Request, body []byte, next http.Handler) *recorder {
	got := newRecorder()
	r.Body = io.NopCloser(bytes.NewReader(body))
	next.ServeHTTP(got, r)
	return got
}

// newRefusal is a refusal that came from this call and is an answer to it.
func newRefusal(x *exchange, got *recorder) bool {
	return got.status >= http.StatusBadRequest && !x.replayed && rememberable(got.status, got.body.Bytes())
}

// bySameness runs a call without a key, as one with all equal ones that run at the same time on other nodes.
func (m *remember) bySameness(r *http.Request, rt route, scope string, next http.Handler) *recorder {
	x := exchangeOf(r.Context())
	for {
		started, standing, err := m.answers.begin(r.Context(), scope, x.request, rt.stillSo(x.member))
		switch {
		case err != nil:
			return refused(r, err)
		case started != nil:
			return m.runSame(r, rt, started, next)
		case standing.finished != nil:
			x.replayed = true
			return replayed(*standing.finished)
		}
		got, err := m.await(r.Context(), standing)
		if err != nil {
			return refused(r, err)
		}
		if got != nil {
			x.replayed = true
			return replayed(*got)
		}
	}
}

// stillSo asks what a success did, by the key that its call had: nil where it is always so.
func (rt route) stillSo(member string) func(context.Context, run) (bool, error) {
	if rt.stands == nil {
		return nil
	}
	return func(ctx context.Context, was run) (bool, error) {
		return rt.stands(ctx, member, rt.operation(member, was.ownKey()))
	}
}

func (m *remember) runSame(r *http.Request, rt route, started *run, next http.Handler) *recorder {
	exchangeOf(r.Context()).key = started.ownKey()
	got := m.run(r, next, started)
	keep := time.Duration(0)
	if rt.replay && got.status < http.StatusBadRequest && !rt.goesOn(got) {
		keep = keepReplay
	}
	m.note(r, m.answers.finish(detached(r), started, got.answer(), keep))
	return got
}

func (m *remember) run(r *http.Request, next http.Handler, started *run) *recorder {
	got := newRecorder()
	finished := false
	defer func() {
		if !finished { // a panic: whoever comes next may try again at once
			m.note(r, m.answers.forget(detached(r), started))
		}
	}()
	next.ServeHTTP(got, r)
	finished = true
	return got
}

// awaitEvery is how often a node looks whether another one has finished.
const awaitEvery = 50 * time.Millisecond

// await waits for a run on another node; nil means that it died or left no answer.
func (m *remember) await(ctx context.Context, other *standing) (*answer, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, fault.Wrap(ctx.Err(), fault.TRY_AGAIN, "the same call is still running")
		case <-time.After(awaitEvery):
		}
		st, err := m.answers.look(ctx, other.scope)
		if err != nil {
			return nil, err
		}
		switch {
		case st == nil || !st.running && st.finished == nil:
			return nil, nil //nolint:nilnil // it left no answer: run again
		case st.finished != nil && st.operation == other.operation:
			return st.finished, nil
		case st.operation != other.operation:
			return nil, nil //nolint:nilnil // a later run: look afresh
		}
	}
}

// goesOn tells that what a GET began is not over (202). The same call then tells how far it is, and not for ever what it was
// at first; its area knows the key.
func (rt route) goesOn(got *recorder) bool {
	return rt.replay && got.status == http.StatusAccepted
}

// rememberable: 401, 413, 429, 5xx, IDEMPOTENCY_IN_PROGRESS and CONFIRM_IDENTITY are no answers to the request itself. Nor is
// TRY_AGAIN: nothing was changed, and what was in the way passes by itself.
func rememberable(status int, body []byte) bool {
	switch {
	case status >= http.StatusInternalServerError, status == http.StatusUnauthorized,
		status == http.StatusRequestEntityTooLarge, status == http.StatusTooManyRequests:
		return false
	case status == http.StatusForbidden && isCode(body, fault.CONFIRM_IDENTITY):
		return false
	}
	return status != http.StatusConflict || !isCode(body, fault.IDEMPOTENCY_IN_PROGRESS) && !isCode(body, fault.TRY_AGAIN)
}

func refused(r *http.Request, err error) *recorder {
	rec := newRecorder()
	refuse(rec, r, err)
	return rec
}

func replayed(a answer) *recorder {
	rec := newRecorder()
	sendAgain(rec, a)
	return rec
}
