package bankfeed

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"

	"krapao/connect/bankfeed/wire"
)

// frame is wire.Page as far as an answer has it, its lines still to be read, each by itself. What can't be read is nil.
type frame struct {
	account *wire.Account
	lines   []json.RawMessage
	// listed: there is a list of lines, read to its end.
	listed bool
	next   *string
	more   *bool
	// mistyped names a field that has something else in its place than promised.
	mistyped string
	// broken says where the answer ceases to be one JSON object; empty: it is one.
	broken string
}

// frameOf reads an answer as far as it goes: one that was cut, or that has something else in a field's place, still has the
// other fields, and the lines before the cut.
func frameOf(body []byte) (w frame) {
	d := json.NewDecoder(bytes.NewReader(body))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		w.broken = "it is no JSON object"
		return w
	}
	for d.More() {
		name, err := d.Token()
		if err == nil {
			err = w.field(d, name)
		}
		if err != nil {
			w.broken = "it is cut, or no JSON from some place on"
			return w
		}
	}
	if _, err := d.Token(); err != nil {
		w.broken = "it is cut, or no JSON from some place on"
	} else if _, err := d.Token(); !errors.Is(err, io.EOF) {
		w.broken = "something follows it"
	}
	return w
}

// field reads the value of one field. An error is the end of what can be read.
func (w *frame) field(d *json.Decoder, name json.Token) error {
	switch name {
	case "account":
		return value(d, w, "account", &w.account)
	case "lines":
		return w.list(d)
	case "next":
		return value(d, w, "next", &w.next)
	case "more":
		return value(d, w, "more", &w.more)
	}
	var other json.RawMessage
	return d.Decode(&other)
}

// value reads one; null it is as if it were not there, and of another type than promised it stays nil.
func value[T any](d *json.Decoder, w *frame, name string, into **T) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	one := new(T)
	switch {
	case string(raw) == "null":
	case json.Unmarshal(raw, one) != nil:
		w.mistyped = name
	default:
		*into = one
	}
	return nil
}

// list reads the lines one by one.
func (w *frame) list(d *json.Decoder) error {
	begin, err := d.Token()
	if err != nil {
		return err
	}
	if begin == json.Delim('{') {
		return w.named(d)
	}
	if begin != json.Delim('[') {
		return nil // a text, a number or null
	}
	for d.More() {
		var line json.RawMessage
		if err := d.Decode(&line); err != nil {
			return err
		}
		w.lines = append(w.lines, line)
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	w.listed = true
	return nil
}

// named reads lines that stand under names, as some systems write a list with gaps. What is no object there is no line.
func (w *frame) named(d *json.Decoder) error {
	for d.More() {
		var line json.RawMessage
		if _, err := d.Token(); err != nil {
			return err
		}
		if err := d.Decode(&line); err != nil {
			return err
		}
		if len(line) > 0 && line[0] == '{' {
			w.lines = append(w.lines, line)
		}
	}
	_, err := d.Token()
	return err
}

// wrong says what of an answer that is an object is not the protocol; empty: nothing.
func (w *frame) wrong(after string) string {
	next, more := w.place()
	switch {
	case w.mistyped != "":
		return "its " + w.mistyped + " is of another type"
	case strings.ContainsFunc(next, unicode.IsControl):
		return "it does not say where to go on"
	case !w.listed && (len(w.lines) > 0 || next != after):
		return "it has no list of lines"
	case next == "" && (len(w.lines) > 0 || after != "" || more), more && next == after:
		return "what it says of where to go on is the beginning, or this place again" // the next question would be this one
	}
	return ""
}

// place is where to go on, and whether there is more: what is not there is nothing.
func (w *frame) place() (next string, more bool) {
	if w.next != nil {
		next = *w.next
	}
	return next, w.more != nil && *w.more
}

// forward reports whether an answer that can't be read as a whole says where the statement goes on behind it.
func (w *frame) forward(after string) bool {
	return w.next != nil && *w.next != "" && *w.next != after && !strings.ContainsFunc(*w.next, unicode.IsControl)
}
