package wallet_test

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/wallet"
)

// TestTheBeginningsOfManyTransfersAreThoseOfOne: the query for many says what the one for both engines says, and the beginnings
// of transfers that come at the same time take one round trip.
func TestTheBeginningsOfManyTransfersAreThoseOfOne(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		c := storetest.Config(t, engine, nil)
		g := storetest.Gate{Holds: func(application string) bool { return application == "krapao-looks" }}
		g.Guard(&c)
		var trips atomic.Int64 // of looks alone: what else the store does, and a new connection's preparing, is not counted
		c.Trace = func(conn *pgx.Conn, _ string, _ pgconn.CommandTag) {
			if conn.PgConn().ParameterStatus("application_name") == "krapao-looks" {
				trips.Add(1)
			}
		}
		s, err := store.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		w := newWorld(t, s)
		w.Open(member, "joker")
		w.Open(member, "pgslot")
		moved, refused := w.Key(), w.Key()
		into := wallet.Request{From: ledger.LabelWallet, To: "joker", Amount: baht(50)}
		if _, err := w.Wallet.Transfer(t.Context(), member, moved, into); err != nil {
			t.Fatal(err)
		}
		into.Amount = baht(1_000_000_000)
		if _, err := w.Wallet.Transfer(t.Context(), member, refused, into); err == nil {
			t.Fatal("it was not refused")
		}
		all := w.Key()
		if _, err := w.Wallet.TransferAll(t.Context(), member, all, "pgslot"); err != nil {
			t.Fatal(err)
		}
		look, asked := wallet.StartLook(s), []string{}
		for _, key := range []ledger.Key{moved, refused, all, w.Key()} {
			for _, ends := range [][2]string{
				{ledger.LabelWallet, "joker"},
				{"pgslot", ledger.LabelWallet},
				{"joker", "pgslot"},
				{"joker", "joker"},
				{"nothing", ledger.LabelWallet},
			} {
				asked = append(asked, wallet.Asking(key.String(), ends[0], ends[1], member),
					wallet.Asking(key.String(), ends[0], ends[1], "NOBODY"))
			}
		}
		var wg sync.WaitGroup
		for _, one := range asked {
			wg.Go(func() {
				want, err := look.At(store.Task(t.Context()), one)
				got, other := look.At(t.Context(), one)
				if err := errors.Join(err, other); err != nil || len(got) == 0 || !maps.Equal(sorted(got), sorted(want)) {
					t.Errorf("%q: %v, %v; alone %v", one, got, err, want)
				}
			})
		}
		wg.Wait()
		synctest.Wait() // a trip is counted once its rows are closed, which may be after they were given out
		before, open := trips.Load(), g.Shut()
		for _, one := range asked {
			wg.Go(func() {
				if _, err := look.At(t.Context(), one); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		open()
		wg.Wait()
		synctest.Wait()
		if n := trips.Load() - before; n != 2 { // the first goes alone
			t.Errorf("%d transfers began with %d round trips", len(asked), n)
		}
	})
}

// sorted puts rows into one order: neither query promises one.
func sorted[R any](rows []R) map[string]bool {
	all := map[string]bool{}
	for _, r := range rows {
		all[fmt.Sprint(r)] = true
	}
	return all
}

// TestManyBeginningsAreReadByIndexes, as the connections of looks plan them.
func TestManyBeginningsAreReadByIndexes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		plan := plannedByLooks(t, storetest.Open(t, engine), wallet.Starts, "'{}', '{}', '{}', '{}'")
		if !byKeys(plan) {
			t.Errorf("not by indexes alone:\n%s", plan)
		}
	})
}
