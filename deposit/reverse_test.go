package deposit_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/money"
)

func arrival(member, source string, amount money.Amount) deposit.Arrival {
	return deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelSlip, Member: member, Payment: deposit.Payment{Source: source, Amount: amount},
	}
}

func book(w *deposittest.World, a deposit.Arrival) {
	w.T.Helper()
	if booked, err := w.Nodes[0].Book(w.T.Context(), a); err != nil || !booked {
		w.T.Fatalf("book %s: %v, %v", a.Payment.Source, booked, err)
	}
}

func reverse(w *deposittest.World, source string) {
	w.T.Helper()
	r := deposit.ReverseRequest{Account: "SCB1", Source: source, Reference: "back-" + source}
	if err := w.Nodes[0].Reverse(w.T.Context(), r); err != nil {
		w.T.Fatalf("reverse %s: %v", source, err)
	}
}

func owed(w *deposittest.World, member string) money.Amount {
	w.T.Helper()
	owed, err := w.Ledger.OwedBy(w.T.Context(), member)
	if err != nil {
		w.T.Fatal(err)
	}
	return owed
}

func reversals(w *deposittest.World, member string) []deposit.TakenBack {
	w.T.Helper()
	list, err := w.Nodes[0].ReversalsOf(w.T.Context(), member, 100)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}

// whole demands that the books are whole and that SCB1 holds what is left of what came in.
func whole(w *deposittest.World, left money.Amount) {
	w.T.Helper()
	report, err := proof.Verify(w.T.Context(), w.Store)
	if err != nil || !report.OK() {
		w.T.Errorf("the books: %v, %v", report.Problems, err)
	}
	if holds := -w.Balance(ledger.Bank("SCB1")); holds != left {
		w.T.Errorf("the account holds %s by the books, and has %s", holds, left)
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
				w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
				m := w.Member()
				book(w, arrival(m, "own", 100*money.Baht))
				book(w, arrival(m, "bad", 1_000*money.Baht))
				if tc.played > 0 {
					move(w, "played", ledger.Wallet(m), ledger.GameResult("joker"), tc.played)
				}
				if tc.underWay > 0 {
					reserve(w, "under way", m, tc.underWay)
				}
				tellAll(w, deposit.ReverseRequest{Account: "SCB1", Source: "bad", Reference: "R1"})
				if got := w.Balance(ledger.Wallet(m)) - tc.underWay; got != tc.wallet || owed(w, m) != tc.owed {
					t.Errorf("the wallet has %s and the member owes %s; want %s and %s", got, owed(w, m), tc.wallet, tc.owed)
				}
				list := reversals(w, m)
				if len(list) != 1 || list[0].State != deposit.ReversalDone || list[0].Owed != tc.owed || list[0].Amount != 1_000*money.Baht {
					t.Errorf("reversals: %+v", list)
				}
				if booked, err := w.Nodes[1].Book(t.Context(), arrival(m, "bad", 1_000*money.Baht)); err != nil || booked {
					t.Errorf("booked again: %v, %v", booked, err)
				}
				whole(w, 100*money.Baht)
			})
		})
	}
}

// move and reserve are what other areas do with a member's money.
func move(w *deposittest.World, key string, from, to ledger.Account, amount money.Amount) {
	w.T.Helper()
	_, err := w.Ledger.Move(w.T.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key, string(from)), Kind: "game_in", Debit: from, Credit: to, Amount: amount,
	})
	if err != nil {
		w.T.Fatal(err)
	}
}

func reserve(w *deposittest.World, key, member string, amount money.Amount) {
	w.T.Helper()
	_, err := w.Ledger.Reserve(w.T.Context(), ledger.Order{
		Key: ledger.InternalKey("test", key, member), Kind: "withdraw", Debit: ledger.Wallet(member), Credit: ledger.Payout, Amount: amount,
	})
	if err != nil {
		w.T.Fatal(err)
	}
}

// tellAll tells every node of a reversal several times at once.
func tellAll(w *deposittest.World, r deposit.ReverseRequest) {
	w.T.Helper()
	var g sync.WaitGroup
	for i := range 6 {
		g.Go(func() {
			if err := w.Nodes[i%len(w.Nodes)].Reverse(w.T.Context(), r); err != nil {
				w.T.Error(err)
			}
		})
	}
	g.Wait()
}

// Money that is not the member's to spend is taken back from where it is; what has gone back before is not taken twice.
func TestAReversalOfHeldUnmatchedAndReturnedMoney(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		stranger := deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		for _, source := range []string{"held", "released", "returned"} {
			a := arrival(m, source, 100*money.Baht)
			a.Payment.Payer = stranger
			book(w, a)
		}
		book(w, arrival("", "unmatched", 100*money.Baht))
		for _, in := range waiting(w) {
			end := map[string]func(context.Context, *store.Tx, string) (deposit.Inflow, error){
				"released": w.Nodes[0].ReleaseTx, "returned": w.Nodes[0].ReturnTx,
			}[in.Source]
			if end == nil {
				continue
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error { _, err := end(t.Context(), tx, in.ID); return err }); err != nil {
				t.Fatal(err)
			}
		}
		whole(w, 300*money.Baht)
		for _, source := range []string{"held", "released", "returned", "unmatched"} {
			reverse(w, source)
			reverse(w, source)
		}
		for _, a := range []ledger.Account{ledger.Wallet(m), ledger.Held(m), ledger.Unmatched, ledger.Owed(m)} {
			if got := w.Balance(a); got != 0 {
				t.Errorf("%s has %s", a, got)
			}
		}
		whole(w, 0)
		if list := waiting(w); len(list) != 0 {
			t.Errorf("still waiting: %+v", list)
		}
		states := map[string]deposit.ReversalState{}
		for _, r := range reversals(w, m) {
			states[r.Source] = r.State
		}
		if states["held"] != deposit.ReversalDone || states["released"] != deposit.ReversalDone || states["returned"] != deposit.ReversalVoid {
			t.Errorf("states: %v", states)
		}
	})
}

func waiting(w *deposittest.World) []deposit.Inflow {
	w.T.Helper()
	list, err := w.Nodes[0].Waiting(w.T.Context(), 100)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}

// What is decided about held money and its reversal at the same moment is one or the other, never both.
func TestADecisionAndAReversalAtOneMoment(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		for i := range 10 {
			a := arrival(m, fmt.Sprint("held", i), 100*money.Baht)
			a.Payment.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
			book(w, a)
		}
		returned := money.Amount(0)
		for i, in := range waiting(w) {
			var g sync.WaitGroup
			g.Go(func() { reverse(w, in.Source) })
			end := w.Nodes[1].ReleaseTx
			if i%2 == 0 {
				end = w.Nodes[1].ReturnTx
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
		if wallet, held := w.Balance(ledger.Wallet(m)), w.Balance(ledger.Held(m)); wallet != 0 || held != 0 || owed(w, m) != 0 {
			t.Errorf("wallet %s, held %s, owed %s after all %s went back", wallet, held, owed(w, m), returned)
		}
		whole(w, 0)
	})
}

// A reversal that we hear of before its arrival: when the arrival comes it goes back in the same commit.
func TestAReversalBeforeItsArrival(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		at := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
		early := deposit.ReverseRequest{Account: "SCB1", Source: "early", Reference: "R1", At: at}
		tellAll(w, early)
		list, err := w.Nodes[0].Reversals(t.Context(), 10)
		if err != nil || len(list) != 1 || list[0].State != deposit.ReversalWaiting || !list[0].At.Equal(at) || list[0].Reference != "R1" {
			t.Fatalf("waiting: %+v, %v", list, err)
		}
		book(w, arrival(m, "early", 700*money.Baht))
		if got := w.Balance(ledger.Wallet(m)); got != 0 || owed(w, m) != 0 {
			t.Errorf("the wallet has %s, %s is owed", got, owed(w, m))
		}
		if list, err := w.Nodes[1].Reversals(t.Context(), 10); err != nil || len(list) != 0 {
			t.Errorf("still waiting: %+v, %v", list, err)
		}
		whole(w, 0)
		// Known to us under another account, by an identifier that both tell.
		also := []deposit.Identifier{{Kind: "bank:004", Value: "Ref9"}}
		if err := w.Nodes[0].Reverse(t.Context(), deposit.ReverseRequest{Account: "BBLONLY", Source: "line-1", Also: also}); err != nil {
			t.Fatal(err)
		}
		a := arrival(m, "other", 50*money.Baht)
		a.Payment.Also = []deposit.Identifier{{Kind: "bank:004", Value: "REF9"}}
		book(w, a)
		whole(w, 0)
		// Told after it was booked, by the identifier.
		a = arrival(m, "third", 60*money.Baht)
		a.Payment.Also = []deposit.Identifier{{Kind: "bank:004", Value: "REF10"}}
		book(w, a)
		whole(w, 60*money.Baht)
		also[0].Value = "ref10"
		for _, source := range []string{"line-2", "line-3"} { // the second one says the same in other words
			if err := w.Nodes[1].Reverse(t.Context(), deposit.ReverseRequest{Account: "BBLONLY", Source: source, Also: also}); err != nil {
				t.Fatal(err)
			}
			whole(w, 0)
		}
	})
}

// Told and booked in the same moment, on two nodes: whoever is later sees the other, or the sweep does.
func TestAReversalInTheMomentOfItsArrival(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		const times = 30
		var g sync.WaitGroup
		for i := range times {
			source := fmt.Sprint("s", i)
			g.Go(func() {
				if _, err := w.Nodes[0].Book(t.Context(), arrival(m, source, money.Baht)); err != nil {
					t.Error(err)
				}
			})
			g.Go(func() {
				if err := w.Nodes[1].Reverse(t.Context(), deposit.ReverseRequest{Account: "SCB1", Source: source}); err != nil {
					t.Error(err)
				}
			})
		}
		g.Wait()
		if _, err := w.Nodes[0].SweepReversals(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := w.Balance(ledger.Wallet(m)); got != 0 || owed(w, m) != 0 {
			t.Errorf("the wallet has %s, %s is owed", got, owed(w, m))
		}
		whole(w, 0)
		if n, err := w.Nodes[0].SweepReversals(t.Context()); n != 0 || err != nil {
			t.Errorf("swept again: %d, %v", n, err)
		}
	})
}

// What counts for limits: the day, the ISO week and the month of the credit, in Bangkok, less what was taken back.
func TestWhatCountsSince(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2026, 11, 29, 16, 59, 59, 0, time.UTC) // a second before midnight in Bangkok
	storetest.EachAt(t, sunday, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now})
		m := w.Member()
		since := func(start func(time.Time) time.Time) money.Amount {
			t.Helper()
			sum, err := w.Nodes[0].CreditedSince(t.Context(), m, start(now.Now()))
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
		book(w, arrival(m, "sunday", 100))
		book(w, arrival("", "nobody's", 1))
		check(100, 100, 100)
		now.Advance(time.Second) // Monday, another week
		book(w, arrival(m, "monday", 20))
		check(20, 20, 120)
		reverse(w, "sunday")
		check(20, 20, 20)
		now.Advance(24 * time.Hour) // Tuesday, the first of December
		check(0, 20, 0)
		book(w, arrival(m, "tuesday", 3))
		check(3, 23, 3)
		held := arrival(m, "held", 4)
		held.Payment.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		book(w, held)
		check(3, 23, 3)
		now.Advance(24 * time.Hour)
		for _, in := range waiting(w) {
			if in.Source == "held" {
				err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
					_, err := w.Nodes[0].ReleaseTx(t.Context(), tx, in.ID)
					return err
				})
				if err != nil {
					t.Fatal(in, err)
				}
			}
		}
		check(4, 27, 7) // it counts from when it became the member's
		reverse(w, "held")
		check(0, 23, 3)
	})
}
