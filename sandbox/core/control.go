package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// Control serves a call of the control API whose JSON body is a T, strictly: a misspelt field is an error, not a
// default.
func Control[T any](f *Frame, pattern string, serve func(r *http.Request, in T) Reply) Route {
	return Handle(pattern, func(w http.ResponseWriter, r *http.Request) {
		body, read := f.ReadBody(w, r)
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
			f.Answer(w, No(http.StatusBadRequest, "body: "+err.Error()))
			return
		}
		f.Answer(w, serve(r, in))
	})
}

// Switch is the body of a switch.
type Switch struct {
	On *bool `json:"on"`
}
