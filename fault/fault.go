// Package fault is the error catalogue: every refusal that the product can give has a Code here. An error without a code is an
// internal error, and its text never leaves the server.
//
// An area returns New(MONEY_NOT_ENOUGH, "...") where the error arises. Only internal/httpx turns codes into statuses and
// bodies. Texts for people are in the web app, one per code and language.
package fault

import (
	"errors"
	"fmt"
	"maps"
)

// Error is a refusal with a code of the catalogue.
type Error struct {
	Code Code
	// Detail is for developers: never a secret, an SQL text or a stack.
	Detail string
	// Params are the values in the member's text: a limit, seconds to wait, the game's code.
	Params map[string]any

	cause error
}

// New makes a refusal. The detail is formatted like fmt.Sprintf.
func New(code Code, detail string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(detail, args...)}
}

// Wrap makes a refusal out of a cause. The cause is logged, never sent.
func Wrap(cause error, code Code, detail string, args ...any) *Error {
	e := New(code, detail, args...)
	e.cause = cause
	return e
}

// With returns a copy with one more parameter for the text.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Params = maps.Clone(e.Params)
	if c.Params == nil {
		c.Params = map[string]any{}
	}
	c.Params[name] = value
	return &c
}

func (e *Error) Error() string {
	text := string(e.Code)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.cause }

// Of returns the refusal in err's chain. Any other error is INTERNAL_SERVER_ERROR with err as its cause; nil is nil.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: INTERNAL_SERVER_ERROR, cause: err}
}

// Is reports whether err is a refusal with this code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
