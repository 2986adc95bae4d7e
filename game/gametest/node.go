// Package gametest has the whole area of games for tests: its rooms on a real store and ledger, with the real adapters and
// the sandbox behind HTTP.
package gametest

import (
	"testing"

	"krapao/game"
	"krapao/game/account"
	"krapao/game/balance"
	"krapao/game/catalogue"
	"krapao/game/report"
	"krapao/game/visit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
)

// Node is the rooms of one program, built as internal/app does.
type Node struct {
	*game.Providers
	Catalogue *catalogue.Service
	Accounts  *account.Service
	Balances  *balance.Service
	Visits    *visit.Service
	Reports   *report.Service
}

// New makes a node with connections of its own. All nodes seal passwords with the same key.
func New(
	t testing.TB, s *store.Store, books *ledger.Ledger, connections map[string]game.Connection, timeouts game.Timeouts,
) *Node {
	t.Helper()
	box, err := secret.FromMaster(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	providers := game.NewProviders(connections, timeouts)
	n := &Node{Providers: providers, Catalogue: catalogue.New(s, providers, account.FactorsTx)}
	n.Accounts = account.New(account.Deps{Store: s, Books: books, Box: box, Providers: providers})
	n.Balances = balance.New(balance.Deps{
		Store: s, Books: books, Providers: providers, Catalogue: n.Catalogue, Accounts: n.Accounts,
	})
	n.Visits = visit.New(visit.Deps{
		Store: s, Books: books, Providers: providers, Catalogue: n.Catalogue, Accounts: n.Accounts, Balances: n.Balances,
	})
	n.Reports = report.New(report.Deps{Store: s, Providers: providers, Catalogue: n.Catalogue, Accounts: n.Accounts})
	return n
}
