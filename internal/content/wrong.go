package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"krapao/internal/store"
)

// Wrong is one thing that is wrong with a document.
type Wrong struct {
	// Path names the value: "games.pgsoft". It is as exact as its owner says.
	Path string
	Code WrongCode
	// Text is in English.
	Text string
}

// WrongCode says what kind of thing is wrong.
type WrongCode string

// The kinds.
const (
	// NotJSON: the text can't be read. WrongType: a value has another type than its name wants.
	NotJSON   WrongCode = "NOT_JSON"
	WrongType WrongCode = "WRONG_TYPE"
	// UnknownName: no value has this name. Repeated: it occurs twice. NoSection: there is no such section.
	UnknownName WrongCode = "UNKNOWN_NAME"
	Repeated    WrongCode = "REPEATED"
	NoSection   WrongCode = "NO_SECTION"
	// Refused: its owner refuses the value, as the text says.
	Refused WrongCode = "REFUSED"
)

// At says where an error is: it adds a name to its path. Nil stays nil.
func At(name string, err error) error {
	if err == nil {
		return nil
	}
	return &placed{name, err}
}

type placed struct {
	name string
	err  error
}

func (p *placed) Error() string { return p.err.Error() }
func (p *placed) Unwrap() error { return p.err }

// kindError is an error of a known kind.
type kindError struct {
	code WrongCode
	text string
}

func (e kindError) Error() string { return e.text }

func wrong(code WrongCode, format string, args ...any) error {
	return kindError{code, fmt.Sprintf(format, args...)}
}

// wrongs lists all that an error of Apply says about a section.
func wrongs(section string, body json.RawMessage, err error) []Wrong {
	return gather(nil, section, body, err)
}

func gather(all []Wrong, path string, body json.RawMessage, err error) []Wrong {
	if p, is := err.(*placed); is { //nolint:errorlint // its place in the chain counts
		return gather(all, strings.TrimPrefix(path+"."+p.name, "."), nil, p.err)
	}
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range joined.Unwrap() {
			all = gather(all, path, body, one)
		}
		return all
	}
	if inner := errors.Unwrap(err); inner != nil && several(inner) {
		return gather(all, path, body, inner)
	}
	return append(all, one(path, body, err))
}

// several reports whether an error has further errors in it, or says where it is.
func several(err error) bool {
	var p *placed
	var joined interface{ Unwrap() []error }
	return errors.As(err, &p) || errors.As(err, &joined)
}

const unknownField = `json: unknown field "`

// one says what a single error is.
func one(path string, body json.RawMessage, err error) Wrong {
	w := Wrong{Path: path, Code: Refused, Text: err.Error()}
	var syntax *json.SyntaxError
	if kind, is := errors.AsType[kindError](err); is {
		w.Code = kind.code
	} else if typed, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		w.Code = WrongType
		if typed.Field != "" {
			w.Path += "." + typed.Field
		}
	} else if errors.As(err, &syntax) {
		w.Code = NotJSON
	} else if _, name, is := strings.Cut(err.Error(), unknownField); is {
		w.Code, name = UnknownName, strings.TrimSuffix(name, `"`)
		if at := paths(nil, path, body, name); len(at) > 0 {
			w.Path = at[0]
		}
	}
	return w
}

// paths finds where a name is in a document.
func paths(all []string, path string, body json.RawMessage, name string) []string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return nil
	}
	return search(all, path, v, name)
}

func search(all []string, path string, v any, name string) []string {
	parts, _ := nested(v)
	_, object := v.(map[string]any)
	for part, value := range parts {
		if object && part == name {
			all = append(all, path+"."+part)
		}
		all = search(all, path+"."+part, value, name)
	}
	return all
}

// failed reports whether an error is the database's, or the caller's end, and says nothing about the content.
func failed(err error) bool {
	for _, kind := range []error{
		store.ErrUnique, store.ErrConflict, store.ErrBusy, store.ErrUnknown, context.Canceled, context.DeadlineExceeded,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
