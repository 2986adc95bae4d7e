package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/member/state"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// pay returns a body that pays amount out of the wallet if the member has it.
func (w *world) pay(amount money.Amount) func(context.Context, *store.Tx, wallet.Total) error {
	key := w.Key()
	return func(ctx context.Context, tx *store.Tx, t wallet.Total) error {
		if t.Least() < amount {
			return fault.New(fault.MONEY_NOT_ENOUGH, "there is less")
		}
		_, err := w.Ledger.MoveTx(ctx, tx, ledger.Order{
			Key: key, Kind: "fee", Debit: ledger.Wallet(member), Credit: ledger.Fees, Amount: amount, Member: member,
		})
		return err
	}
}

func (w *world) released(what string) {
	w.T.Helper()
	if gates := w.Balance(ledger.Wallet(member)).Gates; gates != 0 {
		w.T.Errorf("%s: the wallet's gates are %d", what, gates)
	}
	if _, err := w.Wallet.StableTotal(w.T.Context(), member); err != nil {
		w.T.Errorf("%s: %v", what, err)
	}
}

// A deposit between the reading and the decision starts it again: no decision is made by an outdated total.
func TestDecideByWhatStillHolds(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("joker")
		w := newWorld(t, s, before)
		w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		if decided, err := w.decideWhileMoneyArrives(watchers["joker"]); err != nil || len(decided) != 1 || decided[0] != baht(1050) {
			t.Errorf("decided by %v, %v", decided, err)
		}
		w.released("after the decision")
	})
}

// decideWhileMoneyArrives makes a decision while 50 baht arrive, and returns the totals that the decision saw.
func (w *world) decideWhileMoneyArrives(joker *wallettest.Watched) (decided []money.Amount, err error) {
	w.T.Helper()
	taken, release := joker.HoldBack()
	done := make(chan error, 1)
	go func() {
		done <- w.Wallet.Decide(w.T.Context(), member, nil, func(_ context.Context, _ *store.Tx, total wallet.Total) error {
			decided = append(decided, total.Low)
			return nil
		})
	}()
	<-taken
	w.Deposit(member, baht(50))
	if _, err := w.Transfer(ledger.LabelWallet, "joker", baht(10)); codeOf(err) != "TRY_AGAIN" {
		w.T.Errorf("a transfer while the total is read: %s", codeOf(err))
	}
	if _, err := w.Wallet.StableTotal(w.T.Context(), member); codeOf(err) != "TRY_AGAIN" {
		w.T.Errorf("a second decision at once: %s", codeOf(err))
	}
	close(release)
	err = <-done
	return decided, err
}

// A hold that lapsed decides nothing, even if another one has been taken since.
func TestDecideNothingAfterTheHold(t *testing.T) {
	t.Parallel()
	for _, takenOver := range []bool{false, true} {
		t.Run(fmt.Sprintf("takenOver=%t", takenOver), func(t *testing.T) {
			t.Parallel()
			storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
				clock := &wallettest.Ahead{}
				watchers, before := wallettest.Watch("joker")
				w := newWorldWith(t, storetest.OpenAt(t, engine, clock), sandboxtest.Start(t, sandboxtest.Options{Clock: clock}), before)
				w.Open(member, "joker")
				w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
				taken, release := watchers["joker"].HoldBack()
				done := make(chan error, 1)
				go func() { done <- w.Wallet.Decide(t.Context(), member, nil, w.pay(baht(100))) }()
				<-taken
				clock.Move(state.HoldLife + time.Second)
				holds := state.New(w.Store, w.Ledger)
				if takenOver {
					if n, err := holds.ReleaseLapsed(t.Context()); n != 1 || err != nil {
						t.Errorf("released %d, %v", n, err)
					}
					if _, err := holds.Hold(t.Context(), member); err != nil {
						t.Error(err)
					}
				}
				close(release)
				if err := <-done; codeOf(err) != "TRY_AGAIN" {
					t.Errorf("decided after the hold: %s", codeOf(err))
				}
				if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(700) {
					t.Errorf("the wallet has %s", got)
				}
				if held := w.Balance(ledger.Wallet(member)).Gates&ledger.GateHeld != 0; held != takenOver {
					t.Errorf("held afterwards: %t", held)
				}
			})
		})
	}
}

// Two nodes decide by the same money: it is paid once.
func TestDecideOnTwoNodes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		nodes := []*wallet.Service{w.Wallet, w.Hurried()}
		var mu sync.Mutex
		codes := map[string]int{}
		var wait sync.WaitGroup
		for n := range 8 {
			wait.Go(func() {
				body := w.pay(baht(600))
				for {
					err := nodes[n%2].Decide(t.Context(), member, []ledger.Account{ledger.Fees}, body)
					if code := codeOf(err); code != "TRY_AGAIN" {
						mu.Lock()
						defer mu.Unlock()
						codes[code]++
						return
					}
					rest(10 * time.Millisecond)
				}
			})
		}
		wait.Wait()
		if codes[""] != 1 || codes["MONEY_NOT_ENOUGH"] != 7 {
			t.Errorf("%v", codes)
		}
		w.released("after all")
	})
}

// A refusal rolls its transaction back, and the hold still ends.
func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		err := w.Wallet.Decide(t.Context(), member, nil, func(ctx context.Context, tx *store.Tx, total wallet.Total) error {
			if err := w.pay(baht(10))(ctx, tx, total); err != nil {
				return err
			}
			return fault.New(fault.BONUS_FULL, "no")
		})
		if codeOf(err) != "BONUS_FULL" {
			t.Errorf("%v", err)
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(1000) {
			t.Errorf("the wallet has %s", got)
		}
		w.released("after a refusal")
	})
}

// ender takes a fee when it first sees a total above limit, like a condition that ends.
type ender struct {
	w     *world
	limit money.Amount
	saw   []money.Amount
}

func (e *ender) Accounts(context.Context, *store.Tx, string) ([]ledger.Account, error) {
	return []ledger.Account{ledger.Fees}, nil
}

func (e *ender) ObserveTx(ctx context.Context, tx *store.Tx, _ string, t wallet.Total) (bool, error) {
	e.saw = append(e.saw, t.Low)
	if t.Low <= e.limit {
		return false, nil
	}
	return true, e.w.pay(baht(100))(ctx, tx, t)
}

// What an observer ended stays ended even if the decision is refused, and the decision sees the new T.
func TestSeenStays(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		first, second := &ender{w: w, limit: baht(950)}, &ender{w: w, limit: baht(5000)}
		w.Wallet.AddTotalObservers(first, second)
		err := w.Wallet.Decide(t.Context(), member, nil, func(_ context.Context, _ *store.Tx, total wallet.Total) error {
			return fault.New(fault.BONUS_FULL, "%d", total.Low)
		})
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Detail != fmt.Sprint(int64(baht(900))) {
			t.Errorf("%v", err)
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(900) {
			t.Errorf("the wallet has %s", got)
		}
		if len(first.saw) != 2 || len(second.saw) != 1 || second.saw[0] != baht(900) {
			t.Errorf("seen %v, %v", first.saw, second.saw)
		}
		if _, err := w.Wallet.StableTotal(t.Context(), member); err != nil || len(first.saw) != 3 {
			t.Errorf("a total that decides nothing is seen too: %v, %v", first.saw, err)
		}
		w.released("after an end")

		// An observer that ends something each time does not repeat the reading for ever.
		first.limit = 0
		if _, err := w.Wallet.StableTotal(t.Context(), member); codeOf(err) != "TRY_AGAIN" {
			t.Errorf("%v", err)
		}
	})
}

// A returned transfer that may turn out to be applied makes the total uncertain, before and after the provider applied
// it. Money that exists twice is never counted as certain, and missing money never as lost.
func TestReturnedAndPerhapsApplied(t *testing.T) {
	t.Parallel()
	for _, in := range []bool{true, false} {
		t.Run(fmt.Sprintf("in=%t", in), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) { returnedAndPerhapsApplied(t, s, in) })
		})
	}
}

func returnedAndPerhapsApplied(t *testing.T, s *store.Store, in bool) {
	w := newWorld(t, s)
	name := w.Open(member, "joker")
	w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
	from, to, credits := "joker", ledger.LabelWallet, -100*money.Credit
	if in {
		from, to, credits = to, from, -credits
	}
	w.Unswept.Store(true)
	w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "timeout"})
	reference := w.Unanswered(from, to, baht(100))
	w.Settled(member, 20*time.Second)
	before := w.doubtful(baht(1000))
	late := game.Move{Reference: reference, Player: game.Player{Username: name}, Credits: credits}
	if o := w.Games.Provider("joker").Move(t.Context(), late); o.Kind != game.Done {
		t.Fatalf("apply it late: %+v", o)
	}
	after := w.doubtful(baht(1000) + credits.Baht(money.MustFactor("1")))
	if in {
		if before.Least() != baht(900) || after.Least() != baht(1000) || before.MaybeOut != 0 {
			t.Errorf("perhaps there twice: at least %s, then %s", before.Least(), after.Least())
		}
	} else {
		first, _ := before.Most()
		then, known := after.Most()
		if first != baht(1100) || then != baht(1000) || !known || before.MaybeIn != 0 {
			t.Errorf("perhaps missing: at most %s, then %s", first, then)
		}
	}
	w.Unswept.Store(false)
	w.FoundLate()
	w.Settled(member, 5*time.Second)
	total, err := w.Wallet.StableTotal(t.Context(), member)
	got, inexact := total.Exact()
	if err != nil || inexact != nil || got != baht(1000) || total.MaybeIn != 0 || total.MaybeOut != 0 {
		t.Errorf("after the correction: %+v, %v, %v", total, err, inexact)
	}
	w.Conserved()
}

// doubtful reads a total with this Low that is not exact because of joker.
func (w *world) doubtful(low money.Amount) wallet.Total {
	w.T.Helper()
	total, err := w.Wallet.StableTotal(w.T.Context(), member)
	var refused *fault.Error
	_, inexact := total.Exact()
	if err != nil || total.Low != low || !errors.As(inexact, &refused) ||
		refused.Code != fault.TRY_AGAIN || refused.Params["game"] != "joker" {
		w.T.Errorf("want %s and a doubt about joker: %+v, %v, %v", low, total, err, inexact)
	}
	return total
}

// Undecided cases count by what the provider may hold beyond the books.
func TestCasesMakeATotalDoubtful(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Open(member, "joker")
		for n, c := range []struct {
			kind, state           string
			ours, theirs, booking money.Amount
			in, out               money.Amount
		}{
			{"missing_there", "open", baht(20), 0, 0, 0, baht(20)},
			{"amount", "open", baht(20), baht(50), 0, baht(30), 0},
			{"missing_here", "open", 0, -baht(7), 0, 0, baht(7)},
			{"account", "open", baht(20), baht(20), 0, 0, baht(20)},
			{"unproved", "booking", 0, baht(9), baht(9), baht(9), 0},
			{"unproved", "open", 0, baht(9), 0, 0, 0}, // its doubt tells
			{"unexplained", "open", 0, baht(9), 0, 0, 0},
			{"amount", "closed", 0, baht(9), 0, 0, 0},
		} {
			w.Write(func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), `DELETE FROM reconcile_case`)
				if err == nil {
					_, err = tx.ExecContext(t.Context(), `INSERT INTO reconcile_case
						(id, provider, day, kind, reference, transfer, username, member, ours, theirs, detail,
						 state, outcome, booking, due_at, note, found_at, decided_by, decided_at)
						VALUES ($1, 'joker', '2026-11-22', $2, 'r', 0, 'u', $3, $4, $5, '{}', $6, '', $7, 0, '', 1, '', 0)`,
						fmt.Sprint("C", n), c.kind, member, int64(c.ours), int64(c.theirs), c.state, int64(c.booking))
				}
				return err
			})
			total, err := w.Wallet.StableTotal(t.Context(), member)
			if err != nil || total.MaybeIn != c.in || total.MaybeOut != c.out {
				t.Errorf("%s, %s: %s in and %s out, %v", c.kind, c.state, total.MaybeIn, total.MaybeOut, err)
			}
		}
	})
}
