package httpx

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// byLedger answers a call that is one transfer. The ledger keeps the key, whether money moved under it or it was refused before
// anything could move. The table of answers has the body of a refusal, and that of its request. So a call that moves money
// reads nothing but the ledger, which looks at the key anyway.
func (m *idempotency) byLedger(w http.ResponseWriter, r *http.Request, scope string, next http.Handler) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		Refuse(w, r, fault.Wrap(err, fault.INVALID_INPUT, "the body could not be read"))
		return
	}
	state := StateOf(r.Context())
	if state.route.Made != nil && m.known(w, r, scope) {
		return
	}
	got := serve(r, body, next)
	if got.Status >= http.StatusBadRequest {
		st, known, err := m.answers.look(r.Context(), scope)
		if err != nil {
			Refuse(w, r, err)
			return
		}
		if known && st.finished != nil && st.fresh && !m.moved(r) {
			m.again(w, r, st)
			return
		}
	}
	if newRefusal(state, got) && (m.moved(r) || m.keepRefusal(r, scope, got)) {
		// The same call won on another node while this one was on its way, and may be the reason why this one was refused.
		// Or the key's first body was another one. The area knows: it asks the ledger first.
		got = serve(r, body, next)
		if newRefusal(state, got) {
			refuseRunning(w, r, true)
			return
		}
	}
	if state.Shared && got.Status < http.StatusBadRequest {
		m.keepRefusal(r, scope, got)
	}
	got.sendFor(state, w)
}

// known answers from what is kept of a call whose area keeps its key: a refusal, what a call under another key has made, or what
// a node of the version before has kept. The area does not know of a refusal, so this comes first.
func (m *idempotency) known(w http.ResponseWriter, r *http.Request, scope string) bool {
	st, known, err := m.answers.look(r.Context(), scope)
	switch {
	case err != nil:
		Refuse(w, r, err)
	case known && (st.running || st.finished != nil && st.fresh):
		m.again(w, r, st)
	default:
		return false
	}
	return true
}

// keepRefusal binds the key to a refusal, in the ledger and with its body here. It reports whether the key has moved money
// since.
func (m *idempotency) keepRefusal(r *http.Request, scope string, got *recorder) (moved bool) {
	ctx, state := detached(r), StateOf(r.Context())
	err := m.answers.keep(ctx, scope, state.fingerprint, got.answer(), func(tx *store.Tx) error {
		if state.route.Made != nil {
			return nil
		}
		refused := fault.New(codeOf(got.Body.Bytes()), "refused before anything could move")
		return m.ledger.RejectTx(ctx, tx, state.Operation(), nil, refused)
	})
	if errors.Is(err, ledger.ErrKeyUsed) {
		return true
	}
	note(r, err)
	return false
}

// moved reports whether the ledger has a transfer, or the area what it made, under the call's key. It outranks a refusal that
// another node kept under the key at the same moment.
func (m *idempotency) moved(r *http.Request) bool {
	if made := StateOf(r.Context()).route.Made; made != nil {
		known, err := made(detached(r), StateOf(r.Context()).AreaKey())
		return err == nil && known
	}
	_, known, err := m.ledger.FindByKey(detached(r), StateOf(r.Context()).Operation())
	return err == nil && known
}

func serve(r *http.Request, body []byte, next http.Handler) *recorder {
	got := newRecorder()
	r.Body = io.NopCloser(bytes.NewReader(body))
	next.ServeHTTP(got, r)
	return got
}

// newRefusal reports whether this call itself was refused, by an answer to the request.
func newRefusal(state *RequestState, got *recorder) bool {
	return got.Status >= http.StatusBadRequest && !state.Replayed && rememberable(got.Status, got.Body.Bytes())
}
