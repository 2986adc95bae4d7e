package api

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// readCalls are the calls with which members begin a visit and look at what has changed, with the most that each may cost:
//
//   - a login: the member with its password, whether its browser is known, [begin, the time of the login, the session, commit].
//   - the wallet after a change: all of it is one statement.
//   - the first page of the statement after a change: the anchor with the versions, how many rows are new, the rows; then
//     [begin, the anchor, commit].
var readCalls = []struct {
	name, method, path, body string
	most                     map[store.Engine]cost
}{
	{"login", http.MethodPost, "/api/login", "", map[store.Engine]cost{store.SQLite: {1, 6}, store.Postgres: {1, 3}}},
	{"wallet", http.MethodGet, "/api/wallet", "", map[store.Engine]cost{store.SQLite: {0, 1}, store.Postgres: {0, 1}}},
	{"statement", http.MethodPost, "/api/statement", firstPage, map[store.Engine]cost{store.SQLite: {1, 6}, store.Postgres: {1, 4}}},
}

// TestWhatLookingCosts holds what a visit asks of the database before any money moves (bench/ceiling reads the numbers).
func TestWhatLookingCosts(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		var commits atomic.Int64
		a.Store.OnCommit(func(time.Duration, error) { commits.Add(1) })
		c := rich(t, a)
		for _, call := range readCalls {
			body := call.body
			if call.name == "login" {
				body = fmt.Sprintf(`{"username":%q,"password":%q}`, c.Registered.Phone, c.Registered.Password)
			}
			var took cost
			for range 2 { // the first prepares statements
				quiet(t, c)
				transferred(&watched{c, t, a})
				c.Rest()
				before := cost{commits.Load(), a.Store.Statements()}
				if got, err := c.Try(call.method, call.path, body); err != nil || got.Status != http.StatusOK {
					t.Fatalf("%s: %d %s, %v", call.name, got.Status, got.Text, err)
				}
				took = cost{commits.Load() - before.commits, a.Store.Statements() - before.statements}
			}
			t.Logf("%s: %+v", call.name, took)
			if most := call.most[a.Store.Engine()]; took.commits > most.commits || took.statements > most.statements {
				t.Errorf("%s: %+v; it was %+v", call.name, took, most)
			}
		}
	})
}
