package api

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/app"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// cost is what a call takes of the database: commits, and statements, which are round trips on PostgreSQL.
type cost struct{ commits, statements int64 }

// moneyCalls are the calls that move money, with the most that each may cost. On PostgreSQL the round trips are, with those in
// brackets together:
//
//   - into a game: the key, its operation of several legs, the game and the account in one statement; [begin, the member's
//     lock], its condition, its loss limits, [the account's turn, the ledger's locks and the key], [writes, commit]; after the
//     provider's answer [begin, locks], [writes, commit].
//   - out of a game: that statement, which tells the account's balance by the books, too; the provider is asked; [begin, turn],
//     [the ledger's locks and the key], [the reading, writes, commit]; after the provider's answer [begin, locks], [writes,
//     commit].
//   - into and out of a game whose provider can't verify a transfer, as out of another. The provider is asked twice, and the
//     second time the books are not.
//   - a withdrawal: the key, whether identities are confirmed, a condition that may be over, the member; [begin, the member's
//     lock], [the turn of withdrawals, settings and what was withdrawn today], [the lock of the coins, how many are pending],
//     [the locks of wallet and debt, that of the payouts, the key], [writes, the withdrawal, commit].
//   - a QR code: a refusal of the key, its code, the member; [begin, the member's lock, its limits], its open code, [that one's
//     end, the code, commit]; after the gateway's answer [begin, the open code], [commit].
var moneyCalls = []struct {
	name, path, body string
	most             map[store.Engine]cost
}{
	{
		"into a game", "transfer", `{"from":"WALLET","to":"joker","amount":20}`,
		map[store.Engine]cost{store.SQLite: {2, 21}, store.Postgres: {2, 8}},
	},
	{
		"out of a game", "transfer", `{"from":"joker","to":"WALLET","amount":20}`,
		map[store.Engine]cost{store.SQLite: {2, 19}, store.Postgres: {2, 6}},
	},
	{
		"into a game that can't verify", "transfer", `{"from":"WALLET","to":"pgslot","amount":20}`,
		map[store.Engine]cost{store.SQLite: {2, 22}, store.Postgres: {2, 9}},
	},
	{
		"out of a game that can't verify", "transfer", `{"from":"pgslot","to":"WALLET","amount":20}`,
		map[store.Engine]cost{store.SQLite: {2, 19}, store.Postgres: {2, 6}},
	},
	{
		"a QR code", "../qrcode/KBANK", `{"amount":10ROUND}`,
		map[store.Engine]cost{store.SQLite: {2, 11}, store.Postgres: {2, 8}},
	},
	{
		"a withdrawal", "withdraw", `{"amount":100}`,
		map[store.Engine]cost{store.SQLite: {1, 15}, store.Postgres: {1, 9}},
	},
}

// TestWhatMovingMoneyCosts holds how often the calls that move money ask the database and how often they wait for its disk, while
// nothing else goes on: no worker is woken, and in a bubble no time passes for one. Each call is made once before, so that its
// statements are prepared and its accounts are open.
func TestWhatMovingMoneyCosts(t *testing.T) {
	t.Parallel()
	o := apptest.Options{Limits: true, Before: func(a *app.App) { a.Withdrawals.Wake = func() {} }}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		var commits atomic.Int64
		a.Store.OnCommit(func(time.Duration, error) { commits.Add(1) })
		if a.Store.Engine() == store.Postgres { // there the ledger's batches are not the store's
			a.Ledger.OnBatch(func(int, time.Duration, error) { commits.Add(1) })
		}
		c := rich(t, a)
		c.Get("/api/wallet/activate/pgslot").OK(http.StatusOK)
		for _, call := range moneyCalls {
			var took cost
			for round := range 2 {
				quiet(t, c)
				c.Rest()
				before := cost{commits.Load(), a.Store.Statements()}
				body := strings.ReplaceAll(call.body, "ROUND", fmt.Sprint(round)) // the same code twice would be a double tap
				key := fmt.Sprint(strings.ReplaceAll(call.name, " ", "-"), round)
				got, err := c.Try(http.MethodPost, path.Join("/api/wallet", call.path), body, "Idempotency-Key", key)
				if err != nil {
					t.Fatal(err)
				}
				got.OK(http.StatusOK)
				took = cost{commits.Load() - before.commits, a.Store.Statements() - before.statements}
			}
			t.Logf("%s: %+v", call.name, took)
			if most := call.most[a.Store.Engine()]; took.commits > most.commits || took.statements > most.statements {
				t.Errorf("%s: %+v; it was %+v", call.name, took, most)
			}
		}
	})
}
