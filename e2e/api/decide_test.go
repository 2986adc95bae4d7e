package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// decisions counts those of all tests: each has a key of its own.
var decisions atomic.Int64

// decisionKey is the key of a new decision.
func decisionKey() string { return fmt.Sprint("decision-", decisions.Add(1)) }

// decide makes a call that decides, confirmed where it asks for that.
func (d desk) decide(method, path, body string) apptest.Answer {
	d.T.Helper()
	return d.alone(method, path, body, decisionKey())
}

// alone makes a call that decides while the house has one of its two connections to PostgreSQL. A decision that reads by a second
// one inside its transaction waits for it until its time is over: two such decisions wait for each other.
func (d desk) alone(method, path, body, key string) apptest.Answer {
	d.T.Helper()
	if d.a == nil || d.a.Store.Engine() == store.SQLite {
		return d.sure(method, path, body, "Idempotency-Key", key)
	}
	rows, err := d.a.Store.DB().QueryContext(store.House(d.T.Context()), "SELECT 1")
	if err != nil {
		d.T.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	got := d.sure(method, path, body, "Idempotency-Key", key)
	if err := rows.Err(); err != nil {
		d.T.Error(err)
	}
	return got
}

// decides posts a decision with a reason, and more fields where given.
func (d desk) decides(path string, more ...map[string]any) apptest.Answer {
	d.T.Helper()
	return d.decide(http.MethodPost, "/api"+path, d.because(more...))
}

// decidesBy is decides under a key.
func (d desk) decidesBy(key, path string, more ...map[string]any) apptest.Answer {
	d.T.Helper()
	return d.alone(http.MethodPost, "/api"+path, d.because(more...), key)
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
