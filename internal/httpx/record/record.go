// Package record holds an answer back until it is known what the client gets.
package record

import (
	"bytes"
	"net/http"
)

// Recorder is an http.ResponseWriter that keeps the answer in memory. The answers of the API are small. The zero value is empty.
type Recorder struct {
	Status int
	Body   bytes.Buffer

	header http.Header
}

// New returns an empty one.
func New() *Recorder { return &Recorder{} }

// BodyOf returns one that holds back the status and the body, and sets the headers of w at once.
func BodyOf(w http.ResponseWriter) *Recorder { return &Recorder{header: w.Header()} }

// Header implements http.ResponseWriter.
func (r *Recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

// WriteHeader implements http.ResponseWriter; the first status counts.
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
}

// Write implements http.ResponseWriter.
func (r *Recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.Body.Write(p) //nolint:wrapcheck // a buffer never fails
}

// Send passes the answer on as it is.
func (r *Recorder) Send(w http.ResponseWriter) {
	h := w.Header()
	for name, values := range r.header {
		h[name] = values
	}
	w.WriteHeader(r.Status)
	_, _ = w.Write(r.Body.Bytes()) // an error means that the client has gone
}
