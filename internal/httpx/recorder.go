package httpx

import (
	"bytes"
	"net/http"

	"krapao/fault"
)

// recorder holds an answer back until we know what the client gets. Answers of remembered calls are small.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter; the first status counts.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p) //nolint:wrapcheck // a buffer never fails
}

func (r *recorder) answer() answer { return answer{r.status, r.body.String()} }

// send passes the answer on as it is.
func (r *recorder) send(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes()) // an error means that the client has gone
}

// sendFor is send, and marks an answer that is not new. The refusal that a key was used with another body is always new.
func (r *recorder) sendFor(state *RequestState, w http.ResponseWriter) {
	state.Replayed = state.Replayed && codeOf(r.body.Bytes()) != fault.IDEMPOTENCY_MISMATCH
	if state.Replayed {
		r.header.Set("Idempotency-Replayed", "true")
	}
	r.send(w)
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
