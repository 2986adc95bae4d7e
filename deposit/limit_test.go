package deposit_test

import (
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
	"krapao/money"
	"krapao/play"
	"krapao/protection"
	"krapao/spin"
)

// Limits are the same on every node at every moment. No gateway is asked for more than what is left. Money that
// arrives anyway is booked, money that is taken back leaves room again, and days begin at midnight in Bangkok.
func TestLimitsOnTwoNodes(t *testing.T) {
	t.Parallel()
	before := time.Date(2026, 11, 20, 16, 50, 0, 0, time.UTC) // ten minutes before midnight
	storetest.EachAt(t, before, func(t *testing.T, s *store.Store, now *clock.Fake) {
		limits := protection.New(protection.Deps{Store: s})
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, Nodes: 2, Limits: limits, Coins: spin.New(spin.Deps{Store: s})})
		m := w.Member()
		bound := 1_000 * money.Baht
		if err := limits.Set(t.Context(), m, protection.KindDeposit, protection.Day, &bound); err != nil {
			t.Fatal(err)
		}
		book(w, arrival(m, "first", 900*money.Baht))
		var g sync.WaitGroup
		for i := range 8 {
			g.Go(func() {
				_, err := w.Nodes[i%2].Codes.Create(t.Context(), m, "KBANK", 101*money.Baht)
				if !fault.Is(err, fault.LIMIT_REACHED) {
					t.Errorf("beyond the limit: %v", err)
				}
			})
		}
		g.Wait()
		if n := codes(w, m); n != 0 {
			t.Errorf("%d codes were asked for", n)
		}
		may := func(amount money.Amount) {
			t.Helper()
			if q, err := w.Nodes[1].Codes.Create(t.Context(), m, "KBANK", amount); err != nil || !q.Shown {
				t.Errorf("%s: %+v, %v", amount, q, err)
			}
		}
		may(100 * money.Baht)
		book(w, arrival(m, "anyway", 5_000*money.Baht))
		if got := w.Balance(ledger.Wallet(m)); got != 5_900*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		reverse(w, "first")
		if _, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100*money.Baht); !fault.Is(err, fault.LIMIT_REACHED) {
			t.Errorf("the code from before is given again: %v", err)
		}
		if _, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", money.Baht); !fault.Is(err, fault.LIMIT_REACHED) {
			t.Errorf("beyond the limit: %v", err)
		}
		reverse(w, "anyway")
		may(bound)
		book(w, arrival(m, "late", bound))
		now.Advance(10*time.Minute - time.Microsecond)
		if _, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", money.Baht); !fault.Is(err, fault.LIMIT_REACHED) {
			t.Errorf("a moment before midnight: %v", err)
		}
		now.Advance(time.Microsecond)
		may(bound)
	})
}

func codes(w *deposittest.World, member string) (n int) {
	w.T.Helper()
	err := w.Store.DB().QueryRowContext(w.T.Context(), `SELECT count(*) FROM qr_order WHERE member = $1`, member).Scan(&n)
	if err != nil {
		w.T.Fatal(err)
	}
	return n
}

// A credit and a reversal are reported: to the member's sockets, to the play, and to the wheel.
func TestAReversalIsTold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		coins := spin.New(spin.Deps{Store: s})
		plays := play.New(s, coins)
		w := deposittest.NewWorld(t, s, deposittest.Options{Coins: coins, Play: plays})
		m := w.Member()
		has := func(want int64) {
			t.Helper()
			if u, err := plays.Unplayed(t.Context(), m); err != nil || u != money.Amount(want)*500*money.Baht {
				t.Errorf("%s is to be played, %v; want %d times 500", u, err, want)
			}
			if c, err := coins.Coins(t.Context(), m); err != nil || c.Pending != want {
				t.Errorf("%+v, %v; want %d", c, err, want)
			}
		}
		var mu sync.Mutex
		told := map[string]int{}
		w.Ledger.OnChange(func(members []string) {
			mu.Lock()
			defer mu.Unlock()
			for _, one := range members {
				told[one]++
			}
		})
		held := arrival(m, "held", 1_000*money.Baht)
		held.Payment.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		book(w, held)
		has(0) // not the member's yet
		book(w, arrival(m, "own", 1_000*money.Baht))
		has(2)
		before := told[m]
		reverse(w, "own")
		reverse(w, "held")
		has(0)
		if told[m] != before+2 {
			t.Errorf("told %d times", told[m]-before)
		}
	})
}
