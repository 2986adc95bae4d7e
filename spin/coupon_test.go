package spin_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin"
)

// only is a wheel whose slices are all alike, so that a test knows what it draws.
func only(kind, rest string) string {
	return table("", slice("A", kind, `"weight": 1, `+rest), slice("B", kind, `"weight": 1, `+rest))
}

// coins is a table that returns the most coins allowed: half of the draws give nothing.
var coins = table("", slice("A", "coin", `"weight": 1, "amount": 1`), slice("B", "nothing", `"weight": 1`))

// drawn spins until there is a coupon, and returns the newest.
func (w *wheel) drawn(member string) spin.Coupon {
	w.t.Helper()
	for n := range 60 {
		w.now.Advance(time.Second)
		w.spin(member, fmt.Sprint("draw", clock.MicrosOf(w.now.Now()), n))
		if list := w.list(member); len(list) > 0 {
			return list[0]
		}
	}
	w.t.Fatal("sixty spins without a prize")
	return spin.Coupon{}
}

func (w *wheel) list(member string) []spin.Coupon {
	w.t.Helper()
	list, err := w.s.Coupons(w.t.Context(), member)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *wheel) claim(member, coupon, key string, want fault.Code) spin.Coupon {
	w.t.Helper()
	c, err := w.s.Claim(w.t.Context(), member, coupon, w.key("claim", key))
	if want == "" && err != nil || want != "" && !fault.Is(err, want) {
		w.t.Errorf("claim of %s: %v, want %q", coupon, err, want)
	}
	return c
}

func TestCashIsClaimedAsACondition(t *testing.T) {
	t.Parallel()
	eachWheel(t, only("cash", `"amount": 5`), func(t *testing.T, w *wheel) {
		w.fund(1_000 * baht)
		w.open("A")
		w.earn("A", "i1", 2_000*baht)
		w.drawn("A")
		w.drawn("A")
		w.holds(ledger.Coupons, 10*baht)
		list := w.list("A")
		if len(list) != 2 || list[0].CreatedAt.Before(list[1].CreatedAt) {
			w.t.Fatalf("%+v", list)
		}
		one, two := list[0], list[1]
		if one.Kind != spin.Cash || one.Amount != 5*baht || one.Coins != 0 || one.Name.EN != "Wheel" || one.Label.LO != one.Code ||
			!one.ExpiresAt.Equal(one.CreatedAt.Add(30*24*time.Hour)) {
			w.t.Errorf("%+v", one)
		}
		w.claim("A", "no such", "1", fault.INVALID_CODE)
		w.claim("B", one.ID, "2", fault.INVALID_CODE)
		// A refusal of the bonus area leaves the coupon as it was.
		w.grants.refuse = fault.New(fault.BONUS_REMAINING, "a condition is active")
		w.claim("A", one.ID, "3", fault.BONUS_REMAINING)
		w.grants.refuse = nil
		w.holds(ledger.Wallet("A"), 0)
		if got := w.claim("A", one.ID, "3", ""); got.Amount != 5*baht {
			w.t.Errorf("%+v", got)
		}
		w.holds(ledger.Wallet("A"), 5*baht)
		w.holds(ledger.Coupons, 5*baht)
		if got := w.claim("A", one.ID, "3", ""); got.Amount != 5*baht { // the same again
			w.t.Errorf("%+v", got)
		}
		w.claim("A", one.ID, "4", fault.NO_CLAIMABLE_COUPON)
		w.claim("A", two.ID, "3", fault.IDEMPOTENCY_MISMATCH)
		w.holds(ledger.Wallet("A"), 5*baht)
		c := w.grants.granted[0]
		if len(w.grants.granted) != 1 || c.Source != bonus.SourceCoupon || c.Campaign != one.ID || c.From != ledger.Coupons ||
			c.Terms.End != bonus.EndTarget || c.Terms.PercentSuccess != 200 || c.Terms.PercentFail != 10 || c.Terms.ExpiresDays != 7 {
			w.t.Errorf("%+v", w.grants.granted)
		}
		if list := w.list("A"); len(list) != 1 || list[0].ID != two.ID {
			w.t.Errorf("%+v", list)
		}
	})
}

func TestABonusAsAPrize(t *testing.T) {
	t.Parallel()
	gifts := table("", slice("A", "bonus", `"weight": 1, "bonus": "GIFT20"`), slice("B", "nothing", `"weight": 9`))
	eachWheel(t, gifts, func(t *testing.T, w *wheel) {
		w.fund(1_000 * baht)
		w.open("A")
		w.earn("A", "i1", 50_000*baht)
		c := w.drawn("A")
		w.holds(ledger.Coupons, 20*baht)
		offers := w.grants.offers
		w.grants.offers = nil // the operator took the campaign away
		w.claim("A", c.ID, "1", fault.INVALID_PRIZE_CODE)
		w.grants.offers = offers
		w.claim("A", c.ID, "1", "")
		w.holds(ledger.Wallet("A"), 20*baht)
		w.holds(ledger.Coupons, 0)
		if got := w.grants.granted[0]; got.Terms.End != bonus.EndBoth || got.Amount != 20*baht {
			w.t.Errorf("not the campaign's terms: %+v", got)
		}
	})
}

func TestCoinsAsAPrize(t *testing.T) {
	t.Parallel()
	eachWheel(t, coins, func(t *testing.T, w *wheel) {
		w.earn("A", "i1", 30_000*baht)
		c := w.drawn("A")
		has, err := w.s.Coins(t.Context(), "A")
		if err != nil {
			w.t.Fatal(err)
		}
		if got := w.claim("A", c.ID, "1", ""); got.Coins != 1 || got.Amount != 0 {
			w.t.Errorf("%+v", got)
		}
		w.claim("A", c.ID, "1", "")
		w.has("A", has.Usable+1, 0)
		w.claim("A", c.ID, "2", fault.NO_CLAIMABLE_COUPON)
		next := w.drawn("A")
		w.states.excluded["A"] = true
		w.claim("A", next.ID, "3", fault.SELF_EXCLUDED)
		w.consistent()
	})
}

// Many goroutines on two nodes claim a coupon, with one key and with many: it is claimed once.
func TestParallelClaims(t *testing.T) {
	t.Parallel()
	for name, wheelOf := range map[string]string{"cash": allCash, "coins": coins} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachWheel(t, wheelOf, func(t *testing.T, w *wheel) {
				w.fund(1_000 * baht)
				w.open("A")
				w.earn("A", "i1", 30_000*baht)
				c := w.drawn("A")
				had, err := w.s.Coins(t.Context(), "A")
				if err != nil {
					w.t.Fatal(err)
				}
				var g sync.WaitGroup
				var mu sync.Mutex
				answers := map[string]map[fault.Code]int{}
				for i := range 50 {
					key := fmt.Sprint("k", i%10)
					g.Go(func() {
						_, err := w.nodes[i%2].Claim(t.Context(), "A", c.ID, w.key(key))
						code := fault.Code("claimed")
						if err != nil {
							code = fault.Of(err).Code
						}
						mu.Lock()
						defer mu.Unlock()
						if answers[key] == nil {
							answers[key] = map[fault.Code]int{}
						}
						answers[key][code]++
					})
				}
				g.Wait()
				won := 0
				for key, codes := range answers {
					switch {
					case codes["claimed"] == 5:
						won++
					case codes[fault.NO_CLAIMABLE_COUPON] == 5:
					default:
						w.t.Errorf("%s: %v", key, codes)
					}
				}
				if won != 1 {
					w.t.Errorf("%d keys claimed it: %v", won, answers)
				}
				w.holds(ledger.Wallet("A"), c.Amount)
				w.has("A", had.Usable+c.Coins, 0)
				w.consistent()
			})
		})
	}
}

// A coupon lasts thirty days, to the microsecond. Then its money goes back to the house, once. A claim at the same moment either
// gets it or does not.
func TestAnExpiredCouponGivesItsMoneyBack(t *testing.T) {
	t.Parallel()
	eachWheel(t, allCash, func(t *testing.T, w *wheel) {
		w.fund(1_000 * baht)
		w.open("A")
		w.earn("A", "i1", 2_000*baht)
		first := w.drawn("A")
		w.drawn("A")
		w.drawn("A")
		expire := func(want int) {
			w.t.Helper()
			if n, err := w.s.Expire(t.Context()); err != nil || n != want {
				w.t.Errorf("%d expired, %v, want %d", n, err, want)
			}
		}
		expire(0)
		w.now.Advance(first.ExpiresAt.Sub(w.now.Now()) - time.Microsecond)
		expire(0)
		if len(w.list("A")) != 3 {
			w.t.Error("gone before its time")
		}
		w.now.Advance(time.Microsecond)
		if len(w.list("A")) != 2 {
			w.t.Error("shown after its time")
		}
		w.claim("A", first.ID, "1", fault.COUPON_EXPIRED) // before the chore came
		w.holds(ledger.Coupons, 15*baht)
		expire(1)
		expire(0)
		w.claim("A", first.ID, "2", fault.COUPON_EXPIRED)
		w.holds(ledger.Coupons, 10*baht)
		w.holds(ledger.Prize, 990*baht)
		w.now.Advance(time.Minute)
		var g sync.WaitGroup
		for i := range 10 {
			g.Go(func() {
				if _, err := w.nodes[i%2].Expire(t.Context()); err != nil {
					w.t.Error(err)
				}
			})
		}
		g.Wait()
		w.holds(ledger.Coupons, 0)
		w.holds(ledger.Prize, 1_000*baht)
		w.holds(ledger.Wallet("A"), money.Amount(0))
	})
}

func TestExpiredCoinsAreNobodys(t *testing.T) {
	t.Parallel()
	eachWheel(t, coins, func(t *testing.T, w *wheel) {
		w.earn("A", "i1", 20_000*baht)
		w.drawn("A")
		w.now.Advance(31 * 24 * time.Hour)
		if n, err := w.s.Expire(t.Context()); err != nil || n != 1 {
			w.t.Errorf("%d, %v", n, err)
		}
		w.has("A", 0, 0)
	})
}
