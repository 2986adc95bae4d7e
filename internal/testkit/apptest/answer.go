package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Answer is the answer to a call.
type Answer struct {
	Status int
	Header http.Header
	Text   string
	t      testing.TB
	what   string
	said   func(request string) string
	tree   *tree
}

// tree is an answer's body, decoded when it is asked for first: a page of many rows is asked for each of their fields.
type tree struct {
	once  sync.Once
	value any
	err   error
}

// requestID is the answer's header that names the request in the server's log.
const requestID = "X-Request-Id"

// Logged is what the server logged about a request that it failed. Empty: it did not fail, or its log is not available.
func (a Answer) Logged() string {
	id := a.Header.Get(requestID)
	if a.Status != http.StatusInternalServerError || a.said == nil || id == "" {
		return ""
	}
	text := ""
	const onItsWay = time.Second // what it said before the answer may come after it
	for w := (wait{}); text == "" && w.waited < onItsWay; w.pause() {
		text = a.said(id)
	}
	if text == "" {
		return "\nnothing was logged of the request " + id
	}
	return "\nlogged: " + text
}

// OK fails the test unless the answer has this status.
func (a Answer) OK(status int) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%s: %d %s, want %d%s", a.what, a.Status, a.Text, status, a.Logged())
	}
	return a
}

// Refused fails the test unless the answer is this refusal.
func (a Answer) Refused(status int, code string) Answer {
	a.t.Helper()
	if a.Status != status || a.At("message") != code {
		a.t.Fatalf("%s: %d %s, want %d %s%s", a.what, a.Status, a.Text, status, code, a.Logged())
	}
	return a
}

// JSON is the answer's body as a tree, the same each time: nobody changes it. Numbers keep their text.
func (a Answer) JSON() any {
	a.t.Helper()
	a.tree.once.Do(func() {
		d := json.NewDecoder(strings.NewReader(a.Text))
		d.UseNumber()
		a.tree.err = d.Decode(&a.tree.value)
	})
	if a.tree.err != nil {
		a.t.Fatalf("%s: %d %q: %v", a.what, a.Status, a.Text, a.tree.err)
	}
	return a.tree.value
}

// Value is the value at a path ("wallet.amount", "slots.0.code"); nil: there is none.
func (a Answer) Value(path string) any {
	a.t.Helper()
	v := a.JSON()
	for _, step := range strings.Split(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// At is Value as text.
func (a Answer) At(path string) string {
	a.t.Helper()
	if v := a.Value(path); v != nil {
		return fmt.Sprint(v)
	}
	return ""
}
