package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

const callers = 64

// together runs f once per caller, all released at the same moment.
func together(n int, f func(caller int)) {
	start := make(chan struct{})
	var wg sync.WaitGroup
	for c := range n {
		wg.Go(func() {
			<-start
			f(c)
		})
	}
	close(start)
	wg.Wait()
}

func TestOnlyTheAffordableOnesSucceed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		nodes := []*ledger.Ledger{b.Ledger}
		if s.Engine() == store.Postgres {
			nodes = append(nodes, setup(t, s).Ledger) // a second node on the same database
		}
		const affordable = 40
		b.deposit(nok, affordable*money.Baht)
		var accepted, refused atomic.Int64
		together(callers, func(c int) {
			ctx, l := context.Background(), nodes[c%len(nodes)]
			var err error
			switch o := withdrawal(nok, money.Baht); {
			case c%4 == 3:
				err = s.Write(ctx, func(tx *store.Tx) error {
					_, err := l.MoveTx(ctx, tx, o)
					if fault.Is(err, fault.MONEY_NOT_ENOUGH) {
						return nil
					}
					if err == nil {
						tx.AfterCommit(func() { accepted.Add(1) })
					}
					return err
				})
				if err == nil {
					return
				}
			case c%2 == 0:
				_, err = l.Move(ctx, o)
			default:
				_, err = l.Reserve(ctx, o)
			}
			switch {
			case err == nil:
				accepted.Add(1)
			case fault.Is(err, fault.MONEY_NOT_ENOUGH):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
		if accepted.Load() != affordable {
			t.Errorf("%d accepted, %d refused by a batch; %d were affordable", accepted.Load(), refused.Load(), affordable)
		}
		if got := b.balance(ledger.Wallet(nok)).Available(); got != 0 {
			t.Errorf("%s left", got)
		}
		b.clean()
	})
}

func TestMoneyRunsInCirclesAndStaysTheSame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		nodes := []*ledger.Ledger{b.Ledger}
		if s.Engine() == store.Postgres {
			nodes = append(nodes, setup(t, s).Ledger)
		}
		const members = 8
		for m := range members {
			b.open(ledger.Wallet(fmt.Sprint("M", m)))
			b.deposit(fmt.Sprint("M", m), 100)
		}
		together(callers, func(c int) {
			ctx, l := context.Background(), nodes[c%len(nodes)]
			for n := range 6 {
				// Opposite directions at once would deadlock code that locks in the order of the arguments.
				from, to := (c+n)%members, (c*3+n*5+1)%members
				if from == to {
					to = (to + 1) % members
				}
				o := ledger.Order{
					Key: newKey(), Kind: "x", Debit: ledger.Wallet(fmt.Sprint("M", from)), Credit: ledger.Wallet(fmt.Sprint("M", to)),
					Amount: money.Amount(1 + n), Member: fmt.Sprint("M", from),
				}
				if err := oneWay(ctx, s, l, c+n, o); err != nil && !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
					t.Error(err)
				}
			}
		})
		var sum money.Amount
		for m := range members {
			balance := b.balance(ledger.Wallet(fmt.Sprint("M", m)))
			sum += balance.Posted
			if balance.Reserved != 0 || balance.Incoming != 0 {
				t.Errorf("M%d: %+v", m, balance)
			}
		}
		if sum != members*100 {
			t.Errorf("%d satang in all, %d were put in", sum, members*100)
		}
		b.clean()
	})
}

// oneWay moves an order's money in one of four ways.
func oneWay(ctx context.Context, s *store.Store, l *ledger.Ledger, way int, o ledger.Order) error {
	switch way % 4 {
	case 0:
		_, err := l.Move(ctx, o)
		return err
	case 1:
		return s.Write(ctx, func(tx *store.Tx) error {
			_, err := l.MoveTx(ctx, tx, o)
			return err
		})
	}
	r, err := l.Reserve(ctx, o)
	if err != nil {
		return err
	}
	if way%4 == 2 {
		_, err = l.Void(ctx, ledger.Settlement{ID: r.Transfer.ID})
		return err
	}
	return s.Write(ctx, func(tx *store.Tx) error {
		_, err := l.PostTx(ctx, tx, ledger.Settlement{ID: r.Transfer.ID})
		return err
	})
}

func TestOneKeyManyCallersOneTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		nodes := []*ledger.Ledger{b.Ledger}
		if s.Engine() == store.Postgres {
			nodes = append(nodes, setup(t, s).Ledger)
		}
		b.deposit(nok, 1000)
		o := withdrawal(nok, 10)
		ids := make([]ledger.ID, callers)
		var fresh atomic.Int64
		together(callers, func(c int) {
			ctx, l := context.Background(), nodes[c%len(nodes)]
			var r ledger.Result
			var err error
			if c%4 == 3 {
				err = s.Write(ctx, func(tx *store.Tx) error {
					r, err = l.ReserveTx(ctx, tx, o)
					return err
				})
			} else {
				r, err = l.Reserve(ctx, o)
			}
			if err != nil {
				t.Error(err)
			}
			if !r.Replayed {
				fresh.Add(1)
			}
			ids[c] = r.Transfer.ID
		})
		for _, id := range ids {
			if id != ids[0] {
				t.Fatalf("two transfers under one key: %d and %d", id, ids[0])
			}
		}
		if fresh.Load() != 1 {
			t.Errorf("%d callers were told that they moved the money", fresh.Load())
		}
		var settled atomic.Int64
		together(callers, func(c int) {
			ctx, l := context.Background(), nodes[c%len(nodes)]
			act := l.Post
			if c%2 == 0 {
				act = l.Void
			}
			r, err := act(ctx, ledger.Settlement{ID: ids[0]})
			switch {
			case err == nil && !r.Replayed:
				settled.Add(1)
			case err != nil && !errors.Is(err, ledger.ErrSettled):
				t.Error(err)
			}
		})
		if settled.Load() != 1 {
			t.Errorf("settled %d times", settled.Load())
		}
		b.clean()
	})
}
