package httpx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync"
	"time"

	"krapao/fault"
)

// idempotency makes a call take effect once. Two calls can be the same in three ways (API.md, Conventions; RULES.md
// section 2):
//
//   - With an Idempotency-Key: the same body gets the first answer again, another body gets IDEMPOTENCY_MISMATCH, and a call
//     that still runs IDEMPOTENCY_IN_PROGRESS. A call that is one transfer leaves its key to the ledger; only the bodies of
//     refusals are kept here.
//   - Without a key, a money call equal to one that still runs is the same call: it waits and gets that one's answer.
//   - A GET that changes something replays its first success for 60 seconds.
type idempotency struct {
	answers *answers
	ledger  Ledger

	mu      sync.Mutex
	running map[string]*flight
}

// scopeOf hashes the parts by which calls are the same. The length of each part is hashed, too, so that no two lists of parts
// have one hash.
func scopeOf(parts ...string) string {
	text := make([]byte, 0, 256)
	for _, p := range parts {
		text = strconv.AppendInt(text, int64(len(p)), 10)
		text = append(append(text, ':'), p...)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func (m *idempotency) handler(rt Route, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := StateOf(r.Context())
		state.fingerprint = m.answers.index.keyed(rt.withQuery(state.fingerprint, r))
		key, given, err := clientKey(r)
		if err != nil {
			Refuse(w, r, err)
			return
		}
		if !given && rt.KeyRequired {
			Refuse(w, r, fault.New(fault.KEY_MISSING, "Idempotency-Key is missing"))
			return
		}
		if given {
			state.key = key
			scope := scopeOf("key", state.caller(), r.Method, r.URL.Path, key)
			m.once(w, r, scope, func() { m.byKey(w, r, rt, scope, next) })
			return
		}
		scope := scopeOf("same", state.caller(), r.Method, r.URL.Path, state.fingerprint)
		m.joined(w, r, scope, func() *recorder {
			if rt.Made != nil { // the area finds an equal call of another node by itself
				got := newRecorder()
				next.ServeHTTP(got, r)
				return got
			}
			return m.bySameness(r, rt, scope, next)
		})
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

// byKey answers a call that has a key.
func (m *idempotency) byKey(w http.ResponseWriter, r *http.Request, rt Route, scope string, next http.Handler) {
	if rt.Memory == Ledgered {
		m.byLedger(w, r, scope, next)
		return
	}
	state := StateOf(r.Context())
	started, standing, err := m.answers.begin(r.Context(), scope, state.fingerprint, nil)
	switch {
	case err != nil:
		Refuse(w, r, err)
	case standing != nil:
		m.again(w, r, *standing)
	default:
		got := m.run(r, next, started)
		if !rememberable(got.Status, got.Body.Bytes()) || rt.goesOn(got) {
			note(r, m.answers.forget(detached(r), started))
		} else {
			note(r, m.answers.finish(detached(r), started, got.kept(state), keepKeyed))
		}
		got.Send(w)
	}
}

// again answers from what is known of the key.
func (m *idempotency) again(w http.ResponseWriter, r *http.Request, st standing) {
	state := StateOf(r.Context())
	switch {
	case st.request != state.fingerprint:
		refuseRunning(w, r, true)
	case st.finished != nil:
		state.Replayed = true
		sendAgain(w, *st.finished)
	default:
		refuseRunning(w, r, false)
	}
}

// bySameness runs a call without a key. All equal calls that run at the same time, on whichever node, are one call.
func (m *idempotency) bySameness(r *http.Request, rt Route, scope string, next http.Handler) *recorder {
	state := StateOf(r.Context())
	for {
		started, standing, err := m.answers.begin(r.Context(), scope, state.fingerprint, rt.stillSo(state.Member))
		switch {
		case err != nil:
			return refused(r, err)
		case started != nil:
			return m.runSame(r, rt, started, next)
		case standing.finished != nil:
			state.Replayed = true
			return replayed(*standing.finished)
		}
		got, found, err := m.await(r.Context(), *standing)
		if err != nil {
			return refused(r, err)
		}
		if found {
			state.Replayed = true
			return replayed(got)
		}
	}
}

// stillSo asks whether the effect of a success still stands, by the key that its call had. Nil: it always does.
func (rt Route) stillSo(member string) func(context.Context, run) (bool, error) {
	if rt.Stands == nil {
		return nil
	}
	return func(ctx context.Context, was run) (bool, error) {
		return rt.Stands(ctx, member, rt.operation(member, was.ownKey()))
	}
}

func (m *idempotency) runSame(r *http.Request, rt Route, started *run, next http.Handler) *recorder {
	StateOf(r.Context()).key = started.ownKey()
	got := m.run(r, next, started)
	keep := time.Duration(0)
	if rt.Replay && got.Status < http.StatusBadRequest && !rt.goesOn(got) {
		keep = keepReplay
	}
	note(r, m.answers.finish(detached(r), started, got.answer(), keep))
	return got
}

func (m *idempotency) run(r *http.Request, next http.Handler, started *run) *recorder {
	got := newRecorder()
	finished := false
	defer func() {
		if !finished { // a panic: the next request may try again at once
			note(r, m.answers.forget(detached(r), started))
		}
	}()
	next.ServeHTTP(got, r)
	finished = true
	return got
}

// note logs that an answer could not be kept. The client gets it all the same.
func note(r *http.Request, err error) {
	if err != nil {
		StateOf(r.Context()).Logger().ErrorContext(r.Context(), "an answer could not be kept", "error", err)
	}
}

// goesOn reports whether the work that a GET began is not over (202). The same call then says how far it is, and not for ever
// what it said at first; its area knows the key.
func (rt Route) goesOn(got *recorder) bool {
	return rt.Replay && got.Status == http.StatusAccepted
}

// rememberable reports whether an answer is one to the request itself. These are not: 401, 413, 429, 5xx,
// IDEMPOTENCY_IN_PROGRESS and CONFIRM_IDENTITY. Nor is TRY_AGAIN: nothing was changed, and the obstacle passes by itself.
func rememberable(status int, body []byte) bool {
	switch {
	case status >= http.StatusInternalServerError, status == http.StatusUnauthorized,
		status == http.StatusRequestEntityTooLarge, status == http.StatusTooManyRequests:
		return false
	case status == http.StatusForbidden && codeOf(body) == fault.CONFIRM_IDENTITY:
		return false
	}
	code := codeOf(body)
	return status != http.StatusConflict || code != fault.IDEMPOTENCY_IN_PROGRESS && code != fault.TRY_AGAIN
}
