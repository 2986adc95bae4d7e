package api

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
)

// TestManyMembersLookInTwoRoundTrips: thirty-two members ask for wallet and statement at the same time. The first look
// goes alone. All others wait for it and go together, whatever they ask for.
func TestManyMembersLookInTwoRoundTrips(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	g := storetest.Gate{Holds: func(application string) bool { return application == "krapao-looks" }}
	apptest.On(t, store.Postgres, apptest.Options{Database: g.Guard}, func(t *testing.T, a *apptest.App) {
		members := make([]*apptest.Client, 32)
		for n := range members {
			members[n] = a.Member()
		}
		wallet := func(c *apptest.Client) { c.Now(http.MethodGet, "/api/wallet", nil).OK(http.StatusOK) }
		statement := func(c *apptest.Client) {
			c.Now(http.MethodPost, "/api/statement", json.RawMessage(firstPage)).OK(http.StatusOK)
		}
		for range 2 { // the second time no session is read, and no anchor written
			for _, c := range members {
				wallet(c)
				statement(c)
			}
		}
		members[0].Rest()
		before, open := a.Store.Statements(), g.Shut()
		var wg sync.WaitGroup
		for _, c := range members {
			wg.Go(func() { wallet(c) })
			wg.Go(func() { statement(c) })
		}
		synctest.Wait()
		open()
		wg.Wait()
		if n := a.Store.Statements() - before; n != 2 {
			t.Errorf("%d round trips for 64 looks, want 2", n)
		}
	})
}
