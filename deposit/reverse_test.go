package deposit_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

func arrival(member, source string, amount money.Amount) deposit.Arrival {
	return deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelSlip, Member: member, Payment: deposit.Payment{Source: source, Amount: amount},
	}
}

func (w *world) book(a deposit.Arrival) {
	w.t.Helper()
	if booked, err := w.nodes[0].Book(w.t.Context(), a); err != nil || !booked {
		w.t.Fatalf("book %s: %v, %v", a.Payment.Source, booked, err)
	}
}

func (w *world) reverse(source string) {
	w.t.Helper()
	r := deposit.ReverseRequest{Account: "SCB1", Source: source, Reference: "back-" + source}
	if err := w.nodes[0].Reverse(w.t.Context(), r); err != nil {
		w.t.Fatalf("reverse %s: %v", source, err)
	}
}

func (w *world) owed(member string) money.Amount {
	w.t.Helper()
	owed, err := w.ledger.OwedBy(w.t.Context(), member)
	if err != nil {
		w.t.Fatal(err)
	}
	return owed
}

func (w *world) reversals(member string) []deposit.TakenBack {
	w.t.Helper()
	list, err := w.nodes[0].ReversalsOf(w.t.Context(), member, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// whole demands that the books are whole and that SCB1 holds what is left of what came in.
func (w *world) whole(left money.Amount) {
	w.t.Helper()
	report, err := ledger.Verify(w.t.Context(), w.store)
	if err != nil || !report.OK() {
		w.t.Errorf("the books: %v, %v", report.Problems, err)
	}
	if holds := -w.balance(ledger.Bank("SCB1")); holds != left {
		w.t.Errorf("the account holds %s by the books, and has %s", holds, left)
	}
}

// The wallet pays first; money in games and under way stays where it is, and the member owes the rest.
func TestAReversalTakesTheWalletFirst(t *testing.T) {
	t.Parallel()
	// Of 1,100 baht, 1,000 are taken back.
	for name, tc := range map[string]struct{ played, underWay, wallet, owed money.Amount }{
		"untouched":        {0, 0, 100 * money.Baht, 0},
		"a part played":    {300 * money.Baht, 0, 0, 200 * money.Baht},
		"a part under way": {0, 60 * money.Baht, 40 * money.Baht, 0},
		"both":             {250 * money.Baht, 350 * money.Baht, 0, 500 * money.Baht},
		"all gone":         {1_100 * money.Baht, 0, 0, 1_000 * money.Baht},
		"to the last baht": {100 * money.Baht, 0, 0, 0},
		"a satang short":   {100*money.Baht + 1, 0, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s, options{nodes: 2})
				m := w.member()
				w.book(arrival(m, "own", 100*money.Baht))
				w.book(arrival(m, "bad", 1_000*money.Baht))
				if tc.played > 0 {
					w.move("played", ledger.Wallet(m), ledger.GameResult("joker"), tc.played)
				}
				if tc.underWay > 0 {
					w.reserve("under way", m, tc.underWay)
				}
				w.tellAll(deposit.ReverseRequest{Account: "SCB1", Source: "bad", Reference: "R1"})
				if got := w.balance(ledger.Wallet(m)) - tc.underWay; got != tc.wallet || w.owed(m) != tc.owed {
					t.Errorf("the wallet has %s and the member owes %s; want %s and %s", got, w.owed(m), tc.wallet, tc.owed)
				}
				list := w.reversals(m)
				if len(list) != 1 || list[0].State != deposit.ReversalDone || list[0].Owed != tc.owed || list[0].Amount != 1_000*money.Baht {
					t.Errorf("reversals: %+v", list)
				}
				if booked, err := w.nodes[1].Book(t.Context(), arrival(m, "bad", 1_000*money.Baht)); err != nil || booked {
					t.Errorf("booked again: %v, %v", booked, err)
				}
				w.whole(100 * money.Baht)
			})
		})
	}
}

// move and reserve are what other areas do with a member's money.
func (w *world) move(key string, from, to ledger.Account, amount money.Amount) {
	w.t.Helper()
	_, err := w.ledger.Move(w.t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key, string(from)), Kind: "game_in", Debit: from, Credit: to, Amount: amount,
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) reserve(key, member string, amount money.Amount) {
	w.t.Helper()
	_, err := w.ledger.Reserve(w.t.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key, member), Kind: "withdraw", Debit: ledger.Wallet(member), Credit: ledger.Payout, Amount: amount,
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// tellAll tells every node of a reversal several times at once.
func (w *world) tellAll(r deposit.ReverseRequest) {
	w.t.Helper()
	var g sync.WaitGroup
	for i := range 6 {
		g.Go(func() {
			if err := w.nodes[i%len(w.nodes)].Reverse(w.t.Context(), r); err != nil {
				w.t.Error(err)
			}
		})
	}
	g.Wait()
}

// Money that is not the member's to spend is taken back from where it is; what has gone back before is not taken twice.
func TestAReversalOfHeldUnmatchedAndReturnedMoney(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member()
		stranger := deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		for _, source := range []string{"held", "released", "returned"} {
			a := arrival(m, source, 100*money.Baht)
			a.Payment.Payer = stranger
			w.book(a)
		}
		w.book(arrival("", "unmatched", 100*money.Baht))
		for _, in := range w.waiting() {
			end := map[string]func(context.Context, *store.Tx, string) (deposit.Inflow, error){
				"released": w.nodes[0].ReleaseTx, "returned": w.nodes[0].ReturnTx,
			}[in.Source]
			if end == nil {
				continue
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error { _, err := end(t.Context(), tx, in.ID); return err }); err != nil {
				t.Fatal(err)
			}
		}
		w.whole(300 * money.Baht)
		for _, source := range []string{"held", "released", "returned", "unmatched"} {
			w.reverse(source)
			w.reverse(source)
		}
		for _, a := range []ledger.Account{ledger.Wallet(m), ledger.Held(m), ledger.Unmatched, ledger.Owed(m)} {
			if got := w.balance(a); got != 0 {
				t.Errorf("%s has %s", a, got)
			}
		}
		w.whole(0)
		if list := w.waiting(); len(list) != 0 {
			t.Errorf("still waiting: %+v", list)
		}
		states := map[string]deposit.ReversalState{}
		for _, r := range w.reversals(m) {
			states[r.Source] = r.State
		}
		if states["held"] != deposit.ReversalDone || states["released"] != deposit.ReversalDone || states["returned"] != deposit.ReversalVoid {
			t.Errorf("states: %v", states)
		}
	})
}

func (w *world) waiting() []deposit.Inflow {
	w.t.Helper()
	list, err := w.nodes[0].Waiting(w.t.Context(), 100)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// What is decided about held money and its reversal at the same moment is one or the other, never both.
func TestADecisionAndAReversalAtOneMoment(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2})
		m := w.member()
		for i := range 10 {
			a := arrival(m, fmt.Sprint("held", i), 100*money.Baht)
			a.Payment.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
			w.book(a)
		}
		returned := money.Amount(0)
		for i, in := range w.waiting() {
			var g sync.WaitGroup
			g.Go(func() { w.reverse(in.Source) })
			end := w.nodes[1].ReleaseTx
			if i%2 == 0 {
				end = w.nodes[1].ReturnTx
			}
			var err error
			g.Go(func() {
				err = s.Write(t.Context(), func(tx *store.Tx) error { _, err := end(t.Context(), tx, in.ID); return err })
			})
			g.Wait()
			if err != nil && !fault.Is(err, fault.NO_DATA) {
				t.Error(err)
			}
			returned += in.Amount
		}
		if wallet, held := w.balance(ledger.Wallet(m)), w.balance(ledger.Held(m)); wallet != 0 || held != 0 || w.owed(m) != 0 {
			t.Errorf("wallet %s, held %s, owed %s after all %s went back", wallet, held, w.owed(m), returned)
		}
		w.whole(0)
	})
}

// A reversal that we hear of before its arrival: when the arrival comes it goes back in the same commit.
func TestAReversalBeforeItsArrival(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2})
		m := w.member()
		at := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
		early := deposit.ReverseRequest{Account: "SCB1", Source: "early", Reference: "R1", At: at}
		w.tellAll(early)
		list, err := w.nodes[0].Reversals(t.Context(), 10)
		if err != nil || len(list) != 1 || list[0].State != deposit.ReversalWaiting || !list[0].At.Equal(at) || list[0].Reference != "R1" {
			t.Fatalf("waiting: %+v, %v", list, err)
		}
		w.book(arrival(m, "early", 700*money.Baht))
		if got := w.balance(ledger.Wallet(m)); got != 0 || w.owed(m) != 0 {
			t.Errorf("the wallet has %s, %s is owed", got, w.owed(m))
		}
		if list, err := w.nodes[1].Reversals(t.Context(), 10); err != nil || len(list) != 0 {
			t.Errorf("still waiting: %+v, %v", list, err)
		}
		w.whole(0)
		// Known to us under another account, by an identifier that both tell.
		also := []deposit.Identifier{{Kind: "bank:004", Value: "Ref9"}}
		if err := w.nodes[0].Reverse(t.Context(), deposit.ReverseRequest{Account: "BBLONLY", Source: "line-1", Also: also}); err != nil {
			t.Fatal(err)
		}
		a := arrival(m, "other", 50*money.Baht)
		a.Payment.Also = []deposit.Identifier{{Kind: "bank:004", Value: "REF9"}}
		w.book(a)
		w.whole(0)
		// Told after it was booked, by the identifier.
		a = arrival(m, "third", 60*money.Baht)
		a.Payment.Also = []deposit.Identifier{{Kind: "bank:004", Value: "REF10"}}
		w.book(a)
		w.whole(60 * money.Baht)
		also[0].Value = "ref10"
		for _, source := range []string{"line-2", "line-3"} { // the second one says the same in other words
			if err := w.nodes[1].Reverse(t.Context(), deposit.ReverseRequest{Account: "BBLONLY", Source: source, Also: also}); err != nil {
				t.Fatal(err)
			}
			w.whole(0)
		}
	})
}

// Told and booked in the same moment, on two nodes: whoever is later sees the other, or the sweep does.
func TestAReversalInTheMomentOfItsArrival(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2})
		m := w.member()
		const times = 30
		var g sync.WaitGroup
		for i := range times {
			source := fmt.Sprint("s", i)
			g.Go(func() {
				if _, err := w.nodes[0].Book(t.Context(), arrival(m, source, money.Baht)); err != nil {
					t.Error(err)
				}
			})
			g.Go(func() {
				if err := w.nodes[1].Reverse(t.Context(), deposit.ReverseRequest{Account: "SCB1", Source: source}); err != nil {
					t.Error(err)
				}
			})
		}
		g.Wait()
		if _, err := w.nodes[0].SweepReversals(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := w.balance(ledger.Wallet(m)); got != 0 || w.owed(m) != 0 {
			t.Errorf("the wallet has %s, %s is owed", got, w.owed(m))
		}
		w.whole(0)
		if n, err := w.nodes[0].SweepReversals(t.Context()); n != 0 || err != nil {
			t.Errorf("swept again: %d, %v", n, err)
		}
	})
}

// What counts for limits: the day, the ISO week and the month of the credit, in Bangkok, less what was taken back.
func TestWhatCountsSince(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2026, 11, 29, 16, 59, 59, 0, time.UTC) // a second before midnight in Bangkok
	storetest.EachAt(t, sunday, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newWorld(t, s, options{clock: now})
		m := w.member()
		since := func(start func(time.Time) time.Time) money.Amount {
			t.Helper()
			sum, err := w.nodes[0].CreditedSince(t.Context(), m, start(now.Now()))
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
		check := func(day, week, month money.Amount) {
			t.Helper()
			if d, wk, mo := since(clock.Day), since(clock.Week), since(clock.Month); d != day || wk != week || mo != month {
				t.Errorf("day %s, week %s, month %s; want %s, %s, %s", d, wk, mo, day, week, month)
			}
		}
		w.book(arrival(m, "sunday", 100))
		w.book(arrival("", "nobody's", 1))
		check(100, 100, 100)
		now.Advance(time.Second) // Monday, another week
		w.book(arrival(m, "monday", 20))
		check(20, 20, 120)
		w.reverse("sunday")
		check(20, 20, 20)
		now.Advance(24 * time.Hour) // Tuesday, the first of December
		check(0, 20, 0)
		w.book(arrival(m, "tuesday", 3))
		check(3, 23, 3)
		held := arrival(m, "held", 4)
		held.Payment.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		w.book(held)
		check(3, 23, 3)
		now.Advance(24 * time.Hour)
		for _, in := range w.waiting() {
			if in.Source == "held" {
				err := w.store.Write(t.Context(), func(tx *store.Tx) error {
					_, err := w.nodes[0].ReleaseTx(t.Context(), tx, in.ID)
					return err
				})
				if err != nil {
					t.Fatal(in, err)
				}
			}
		}
		check(4, 27, 7) // it counts from when it became the member's
		w.reverse("held")
		check(0, 23, 3)
	})
}
