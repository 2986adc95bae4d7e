package app_test

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"krapao/fault"
	"krapao/game"
	"krapao/game/balance"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/ledgertest"
	"krapao/money"
	"krapao/wallet"
)

// itself is how many commits the ledger may make meanwhile, besides its seals: it renews the lease of its numbers.
const itself = 1

// crowded runs operations that all wait for one row of the house. While others have their turn there, they wait in line.
func (w *tripWorld) crowded(row string, all []func()) (commits int64) {
	w.t.Helper()
	const atOnce = 2
	there, door := make(chan struct{}), make(chan struct{})
	var acting sync.WaitGroup
	for n := range atOnce {
		acting.Go(func() {
			first := store.Together{Row: row, Of: fmt.Sprint("first", n)}
			err := w.Store.WriteTogether(w.t.Context(), first, func(*store.Tx) error {
				there <- struct{}{}
				<-door
				return nil
			})
			if err != nil {
				w.t.Error(err)
			}
		})
	}
	for range atOnce {
		<-there
	}
	sealed, before := ledgertest.Seals(w.t, w.Store), w.commits.Load()
	since := func() int64 {
		n := w.commits.Load() - before
		return n - (ledgertest.Seals(w.t, w.Store) - sealed)
	}
	for _, one := range all {
		acting.Go(one)
	}
	for w.Store.InLine() < len(all) {
		runtime.Gosched()
	}
	if n := since(); n > itself {
		w.t.Errorf("%d commits before all are in line", n)
	}
	close(door)
	acting.Wait()
	return since() - atOnce
}

// TestManyMembersShareACommit: deposits into one bank account, and withdrawals, are not longer in line than one commit lasts.
func TestManyMembersShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := newTripWorld(t, storetest.Open(t, store.Postgres))
	const many = 12
	var members []string
	var deposits, withdrawals []func()
	for range many {
		m, payer := w.somebody()
		members = append(members, m)
		deposits = append(deposits, func() { w.booking(m, payer) })
		withdrawals = append(withdrawals, func() {
			key := ledger.ClientKey(m, "POST /api/wallet/withdraw", id.Text(16))
			if _, err := w.Withdrawals.Request(t.Context(), m, 100*money.Baht, key); err != nil {
				t.Error(err)
			}
		})
	}
	w.Withdrawals.Wake = func() {} // nothing else commits
	if n := w.crowded(string(ledger.Bank("KBANK")), deposits); n > 1+itself {
		t.Errorf("%d deposits took %d commits", many, n)
	}
	if n := w.crowded(string(ledger.Payout), withdrawals); n > 1+itself {
		t.Errorf("%d withdrawals took %d commits", many, n)
	}
	for _, m := range members {
		w.has(m, 500*money.Baht)
		if b, err := w.Ledger.Balance(t.Context(), ledger.Wallet(m)); err != nil || b.Reserved != 100*money.Baht {
			t.Errorf("%s is reserved, %v", b.Reserved, err)
		}
	}
}

// transfers returns a transfer between the wallet and a game for each member. Whoever takes a break is refused.
func (w *tripWorld) transfers(members []string, from, to string, breaks string) (all []func()) {
	for _, m := range members {
		all = append(all, func() {
			key := ledger.ClientKey(m, "POST /api/wallet/transfer", id.Text(16))
			answer, err := w.Wallet.Transfer(w.t.Context(), m, key, wallet.Request{From: from, To: to, Amount: 20 * money.Baht})
			if m == breaks && !fault.Is(err, fault.SELF_EXCLUDED) || m != breaks && (err != nil || answer.Status != wallet.Success) {
				w.t.Errorf("%+v, %v", answer, err)
			}
		})
	}
	return all
}

// TestTransfersOfManyMembersShareACommit: transfers into and out of games that begin at the same time are one commit, and who is
// refused fails nobody. Their ends are one batch of the ledger or several.
func TestTransfersOfManyMembersShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := newTripWorld(t, storetest.Open(t, store.Postgres))
	const many = 8
	var members []string
	for range many {
		m, payer := w.somebody()
		w.booking(m, payer)
		if _, err := w.Games.Visits.Activate(t.Context(), m, "joker"); err != nil {
			t.Fatal(err)
		}
		members = append(members, m)
	}
	shut := members[many-1]
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error { // not by a call: that begins to bring the member's money home
		_, err := tx.ExecContext(t.Context(), "UPDATE member_state SET break_until = $1 WHERE member = $2", math.MaxInt64/2, shut)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := w.crowded(balance.Together("").Row, w.transfers(members, "WALLET", "joker", shut)); n > 1+itself {
		t.Errorf("%d transfers took %d commits", many, n)
	}
	in, out := members[:many/2], members[many/2:many-1]
	both := append(w.transfers(out, "joker", "WALLET", ""), w.transfers(in, "WALLET", "joker", "")...)
	if n := w.crowded(balance.Together("").Row, both); n > 1+itself {
		t.Errorf("%d transfers both ways took %d commits", many, n)
	}
	for want, who := range map[money.Amount][]string{460 * money.Baht: in, 500 * money.Baht: members[many/2:]} {
		for _, m := range who {
			w.has(m, want)
		}
	}
}

// TestReadingsOfManyMembersShareACommit: they are booked in the same line as transfers.
func TestReadingsOfManyMembersShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := newTripWorld(t, storetest.Open(t, store.Postgres))
	var readings []func()
	const many = 4
	for range many {
		m, _ := w.somebody()
		if _, err := w.Games.Visits.Activate(t.Context(), m, "joker"); err != nil {
			t.Fatal(err)
		}
		a, err := w.Games.Accounts.For(t.Context(), m, game.Game{Code: "joker", Provider: "joker"})
		if err != nil {
			t.Fatal(err)
		}
		readings = append(readings, func() {
			if c, err := w.Games.Balances.Confirm(t.Context(), a); err != nil || c.Account.ReadAt.IsZero() {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	if n := w.crowded(balance.Together("").Row, readings); n > 1+itself {
		t.Errorf("%d readings took %d commits", many, n)
	}
}

// TestCodesOfManyMembersShareACommit: the intents of QR codes are one commit. When the gateway has answered, those of one moment
// are.
func TestCodesOfManyMembersShareACommit(t *testing.T) {
	t.Parallel()
	storetest.Ready(t, store.Postgres)
	w := newTripWorld(t, storetest.Open(t, store.Postgres))
	var orders []func()
	const many = 6
	for range many {
		m, _ := w.somebody()
		orders = append(orders, func() {
			if view, err := w.Codes.Create(t.Context(), m, "KBANK", 500*money.Baht); err != nil || !view.Shown {
				t.Errorf("%+v, %v", view, err)
			}
		})
	}
	if n := w.crowded("codes", orders); n > 1+many+itself {
		t.Errorf("%d codes took %d commits", many, n)
	}
}
