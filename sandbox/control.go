package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// control serves a call of the control API whose JSON body is a T, strictly: a mistyped field is an error, not a default.
func control[T any](f *frame, pattern string, serve func(r *http.Request, in T) reply) route {
	return handle(pattern, func(w http.ResponseWriter, r *http.Request) {
		body, read := f.readBody(w, r)
		if !read {
			return
		}
		var in T
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&in)
		if err == nil && decoder.More() {
			err = errors.New("more than one value")
		}
		if err != nil && !errors.Is(err, io.EOF) {
			f.answer(w, no(http.StatusBadRequest, "body: "+err.Error()))
			return
		}
		f.answer(w, serve(r, in))
	})
}

// onOff is the body of a switch.
type onOff struct {
	On *bool `json:"on"`
}
