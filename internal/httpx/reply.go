package httpx

import (
	"bytes"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// Empty is the input of a call without any.
type Empty struct{}

// Body is the input of a call that is only a JSON object.
type Body[B any] struct{ Body B }

// Reply is a call's success.
type Reply[B any] struct {
	Status int
	Body   B
}

// Message is a success with nothing to return.
type Message struct {
	Message string `json:"message" enum:"SUCCESS"`
}

// OK is a success with status 200. Its error is nil: it is returned as a handler's two results.
func OK[B any](b B) (*Reply[B], error) {
	return &Reply[B]{Status: http.StatusOK, Body: b}, nil
}

// Answer is OK unless there was an error.
func Answer[B any](b B, err error) (*Reply[B], error) {
	if err != nil {
		return nil, err
	}
	return OK(b)
}

// Success is the reply of a call with nothing to return.
type Success = Reply[Message]

// Done is SUCCESS unless there was an error.
func Done(err error) (*Success, error) { return Answer(Message{"SUCCESS"}, err) }

// Encode returns a body as it is sent.
func Encode(body any) ([]byte, error) {
	var text bytes.Buffer
	if err := huma.DefaultJSONFormat.Marshal(&text, body); err != nil {
		return nil, err //nolint:wrapcheck // a body of ours is always encoded
	}
	return text.Bytes(), nil
}
