package httpx

import (
	"cmp"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx/record"
)

// recorder holds the answer of a remembered call back.
type recorder struct{ *record.Recorder }

func newRecorder() *recorder { return &recorder{record.New()} }

func (r *recorder) answer() answer { return answer{r.Status, r.Body.String()} }

func (r *recorder) kept(state *RequestState) answer {
	return answer{r.Status, cmp.Or(string(state.Kept), r.Body.String())}
}

// sendFor sends it, and marks an answer that is not new. The refusal that a key was used with another body is always new.
func (r *recorder) sendFor(state *RequestState, w http.ResponseWriter) {
	state.Replayed = state.Replayed && codeOf(r.Body.Bytes()) != fault.IDEMPOTENCY_MISMATCH
	if state.Replayed {
		r.Header().Set("Idempotency-Replayed", "true")
	}
	r.Send(w)
}

// sendAgain writes a remembered answer.
func sendAgain(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(a.status)
	_, _ = w.Write([]byte(a.body)) // an error means that the client has gone
}

// refused is the answer that refuses a request.
func refused(r *http.Request, err error) *recorder {
	rec := newRecorder()
	Refuse(rec, r, err)
	return rec
}

// replayed is a remembered answer.
func replayed(a answer) *recorder {
	rec := newRecorder()
	sendAgain(rec, a)
	return rec
}
