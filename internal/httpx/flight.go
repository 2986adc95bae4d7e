package httpx

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"krapao/fault"
	"krapao/internal/store"
)

// flight is a call that runs on this node; done is closed when its answer is there.
type flight struct {
	request string
	done    chan struct{}
	got     *recorder
}

// once runs f unless a call of the same scope runs on this node.
func (m *idempotency) once(w http.ResponseWriter, r *http.Request, scope string, f func()) {
	fl, first := m.start(scope, StateOf(r.Context()).fingerprint)
	if !first {
		refuseRunning(w, r, fl.request != StateOf(r.Context()).fingerprint)
		return
	}
	defer m.end(scope, fl)
	f()
}

func refuseRunning(w http.ResponseWriter, r *http.Request, otherBody bool) {
	if otherBody {
		Refuse(w, r, fault.New(fault.IDEMPOTENCY_MISMATCH, "this key was used with another body"))
		return
	}
	Refuse(w, r, fault.New(fault.IDEMPOTENCY_IN_PROGRESS, "the first call with this key is still running"))
}

// joined runs f, or waits for the run of the same call on this node and gives its answer.
func (m *idempotency) joined(w http.ResponseWriter, r *http.Request, scope string, f func() *recorder) {
	state := StateOf(r.Context())
	fl, first := m.start(scope, "")
	if first {
		defer m.end(scope, fl)
		fl.got = f()
		fl.got.sendFor(state, w)
		return
	}
	select {
	case <-fl.done:
	case <-r.Context().Done():
		Refuse(w, r, r.Context().Err())
		return
	}
	if fl.got == nil { // it panicked: nobody knows how far it came
		Refuse(w, r, fmt.Errorf("%w: httpx: the same call broke off", store.ErrUnknown))
		return
	}
	state.Replayed = true
	sendAgain(w, fl.got.answer())
}

func (m *idempotency) start(scope, request string) (fl *flight, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if fl, running := m.running[scope]; running {
		return fl, false
	}
	fl = &flight{request: request, done: make(chan struct{})}
	m.running[scope] = fl
	return fl, true
}

func (m *idempotency) end(scope string, fl *flight) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, scope)
	close(fl.done)
}

// awaitEvery is how often a node looks whether another one has finished.
const awaitEvery = 50 * time.Millisecond

// await waits for the answer of a run on another node. It returns false where that run died or left no answer, and where a
// later run has begun: then the caller looks again.
func (m *idempotency) await(ctx context.Context, other standing) (answer, bool, error) {
	for {
		select {
		case <-ctx.Done():
			return answer{}, false, fault.Wrap(ctx.Err(), fault.TRY_AGAIN, "the same call is still running")
		case <-time.After(awaitEvery):
		}
		st, known, err := m.answers.look(ctx, other.scope)
		if err != nil {
			return answer{}, false, err
		}
		switch {
		case !known || !st.running && st.finished == nil:
			return answer{}, false, nil
		case st.finished != nil && st.operation == other.operation:
			return *st.finished, true, nil
		case st.operation != other.operation:
			return answer{}, false, nil
		}
	}
}
