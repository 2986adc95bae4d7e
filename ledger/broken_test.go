package ledger_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// When a connection breaks, even in the middle of a commit, nothing is guessed: the batch is checked by its keys, and the callers
// get the real outcome.
func TestABrokenConnectionLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100_000)
		var moved, breaks atomic.Int64
		var wg sync.WaitGroup
		stop, progress := make(chan struct{}), make(chan struct{}, 1)
		tell := func() {
			select {
			case progress <- struct{}{}:
			default:
			}
		}
		for range 16 {
			wg.Go(func() {
				defer tell()
				for {
					select {
					case <-stop:
						return
					default:
					}
					r, err := b.Move(ctx, withdrawal(nok, 1))
					if err != nil || r.Replayed {
						t.Errorf("%+v, %v", r, err)
						return
					}
					moved.Add(1)
					tell()
				}
			})
		}
		for range 12 {
			for until := moved.Load() + 32 + rand.Int64N(32); moved.Load() < until && !t.Failed(); {
				<-progress // traffic goes on after each break
			}
			var n int64
			if err := s.DB().QueryRowContext(ctx, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE application_name = 'krapao-ledger' AND datname = current_database()`).Scan(&n); err != nil {
				t.Error(err)
			}
			breaks.Add(n)
		}
		close(stop)
		wg.Wait()
		if breaks.Load() == 0 || moved.Load() == 0 {
			t.Errorf("%d breaks among %d transfers", breaks.Load(), moved.Load())
		}
		b.hasBalance(ledger.Wallet(nok), 100_000-money.Amount(moved.Load()), 0)
		b.clean()
	})
}

// One command that the database refuses fails alone, not with its whole batch.
func TestOnlyTheOffendingCommandFails(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 1000)
		switch s.Engine() {
		case store.Postgres:
			b.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''thirteen''; END'`,
				`CREATE TRIGGER refuse BEFORE INSERT ON transfer FOR EACH ROW WHEN (NEW.amount = 13) EXECUTE FUNCTION refuse()`)
		case store.SQLite:
			b.exec(`CREATE TRIGGER refuse BEFORE INSERT ON transfer WHEN NEW.amount = 13 BEGIN SELECT RAISE(ABORT, 'thirteen'); END`)
		}
		var failed atomic.Int64
		together(20, func(c int) {
			_, err := b.Move(ctx, withdrawal(nok, money.Amount(c+1)))
			switch {
			case c+1 == 13 && err == nil:
				t.Error("the refused one succeeded")
			case c+1 == 13:
				failed.Add(1)
			case err != nil:
				t.Errorf("%d satang: %v", c+1, err)
			}
		})
		b.hasBalance(ledger.Wallet(nok), 1000-(20*21/2-13), 0)
		if failed.Load() != 1 {
			t.Errorf("%d failed", failed.Load())
		}
		b.clean()
	})
}

func TestCloseLeavesNothingRunning(t *testing.T) { //nolint:paralleltest // it counts goroutines
	s := storetest.Open(t, store.SQLite)
	before := goleak.IgnoreCurrent()
	l, err := ledger.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Move(context.Background(), ledger.Order{
		Key: newKey(), Kind: "x", Debit: ledger.Bank("a"), Credit: ledger.Unmatched, Amount: 1,
	})
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	goleak.VerifyNone(t, before)
}
