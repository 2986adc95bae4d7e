package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"

	"krapao/internal/testkit/apptest"
)

// decisions counts those of all tests: each has a key of its own.
var decisions atomic.Int64

// decisionKey is the key of a new decision.
func decisionKey() string { return fmt.Sprint("decision-", decisions.Add(1)) }

// decide makes a call that decides, confirmed where it asks for that.
func (d desk) decide(method, path, body string) apptest.Answer {
	d.T.Helper()
	return d.sure(method, path, body, "Idempotency-Key", decisionKey())
}

// decides posts a decision with a reason, and more fields where given.
func (d desk) decides(path string, more ...map[string]any) apptest.Answer {
	d.T.Helper()
	return d.decide(http.MethodPost, "/api"+path, d.because(more...))
}

// decidesBy is decides under a key.
func (d desk) decidesBy(key, path string, more ...map[string]any) apptest.Answer {
	d.T.Helper()
	return d.sure(http.MethodPost, "/api"+path, d.because(more...), "Idempotency-Key", key)
}

// because is a decision's body: a reason, and more fields where given.
func (d desk) because(more ...map[string]any) string {
	d.T.Helper()
	body := map[string]any{"reason": "looked at it"}
	for _, m := range more {
		maps.Copy(body, m)
	}
	text, err := json.Marshal(body)
	if err != nil {
		d.T.Fatal(err)
	}
	return string(text)
}
