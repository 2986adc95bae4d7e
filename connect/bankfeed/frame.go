package bankfeed

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"

	"krapao/connect/bankfeed/wire"
	"krapao/deposit/feed"
)

// frame is as much of a wire.Page as an answer has. Its lines are not read yet. What can't be read is nil.
type frame struct {
	account *wire.Account
	lines   []json.RawMessage
	// listed is true where the answer has a complete list of lines.
	listed bool
	next   *string
	more   *bool
	// mistyped: the value of a field has the wrong type.
	mistyped bool
	// broken says why the answer is not one JSON object; empty: it is one.
	broken feed.Odd
}

// frameOf reads an answer as far as it goes. One that was cut off, or that has a field of the wrong type, still has its
// other fields, and the lines before the cut.
func frameOf(body []byte) (w frame) {
	d := json.NewDecoder(bytes.NewReader(body))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		w.broken = feed.PageObject
		return w
	}
	seen := map[json.Token]bool{}
	for d.More() {
		name, err := d.Token()
		if err == nil && seen[name] {
			return frame{broken: feed.PageFieldTwice}
		}
		seen[name] = true
		if err == nil {
			err = w.field(d, name)
		}
		if err != nil {
			w.broken = feed.PageCut
			return w
		}
	}
	if _, err := d.Token(); err != nil {
		w.broken = feed.PageCut
	} else if _, err := d.Token(); !errors.Is(err, io.EOF) {
		w.broken = feed.PageFollowed
	}
	return w
}

// field reads the value of one field. After an error nothing more can be read.
func (w *frame) field(d *json.Decoder, name json.Token) error {
	switch name {
	case "account":
		return value(d, w, &w.account)
	case "lines":
		return w.list(d)
	case "next":
		return value(d, w, &w.next)
	case "more":
		return value(d, w, &w.more)
	}
	var other json.RawMessage
	return d.Decode(&other)
}

// value reads the value of a field. null counts as missing. A value of another type leaves it nil.
func value[T any](d *json.Decoder, w *frame, into **T) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	one := new(T)
	switch {
	case string(raw) == "null":
	case json.Unmarshal(raw, one) != nil:
		w.mistyped = true
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

// named reads lines that are the fields of an object, as some systems write a list with gaps. A field that is not an object
// is skipped.
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

// wrong says how an answer that is an object violates the protocol; empty: it doesn't.
func (w *frame) wrong(after string) feed.Odd {
	next, more := w.cursor()
	switch {
	case w.mistyped:
		return feed.PageFieldType
	case strings.ContainsFunc(next, unicode.IsControl):
		return feed.PageCursor
	case !w.listed && (len(w.lines) > 0 || next != after):
		return feed.PageList
	case next == "" && (len(w.lines) > 0 || after != "" || more), more && next == after:
		return feed.PageSameCursor // the next request would be this one
	}
	return ""
}

// cursor returns the next cursor, and whether there is more. Missing fields count as empty.
func (w *frame) cursor() (next string, more bool) {
	if w.next != nil {
		next = *w.next
	}
	return next, w.more != nil && *w.more
}

// forward reports whether an unreadable answer still says where the statement continues after it.
func (w *frame) forward(after string) bool {
	return w.next != nil && *w.next != "" && *w.next != after && !strings.ContainsFunc(*w.next, unicode.IsControl)
}
