package bonus_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/ledger"
	"krapao/money"
)

// A promotion is found by its code in upper or lower case. A member takes it once, for ever.
func TestAPromotionIsTakenOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustPromote(small("Welcome", "limit", 1))
		for _, code := range []string{"WELCOME", "welcome", " wElCoMe "} {
			if c, err := s.Find(t.Context(), code); err != nil || c.Code != "WELCOME" || c.Amount != 10*money.Baht {
				t.Errorf("%q: %+v, %v", code, c, err)
			}
		}
		s.is("the first", s.redeem(nok, "welcome"), "")
		s.is("again", s.redeem(nok, "WELCOME"), "PROMOTION_RECEIVED")
		s.clock.Advance(400 * 24 * time.Hour)
		s.is("a year later", s.redeem(nok, "welcome"), "PROMOTION_RECEIVED")
		s.is("another member", s.redeem(lek, "welcome"), "")
		s.is("none of this code", s.redeem(nok, "WELCOM"), "NO_PROMOTION")
		s.is("a bonus of that code", s.activate(nok, "WELCOME"), "NO_DATA")
		s.mustPromote("")
		s.deposit("PIM0MEMBER00", 100)
		s.is("no longer listed", s.redeem("PIM0MEMBER00", "welcome"), "NO_PROMOTION")
		if _, err := s.Find(t.Context(), "welcome"); codeOf(err) != "NO_PROMOTION" {
			t.Errorf("found: %v", err)
		}
		s.verified()
	})
}

// A promotion whose condition is active is shown as it was granted, whatever content says since.
func TestTheCurrentPromotion(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		entry := large("WELCOME", `"description": {"en": "then"}`)
		s.mustPromote(entry)
		if _, yes, err := s.Current(t.Context(), nok); yes || err != nil {
			t.Errorf("before: %v", err)
		}
		s.is("taken", s.redeem(nok, "WELCOME"), "")
		s.mustPromote(strings.NewReplacer("then", "now", `"expiresDays": 7`, `"expiresDays": 9`).Replace(entry))
		c, yes, err := s.Current(t.Context(), nok)
		if err != nil || !yes || c.Code != "WELCOME" || c.Description.EN != "then" || c.Terms.ExpiresDays != 7 {
			t.Errorf("%+v, %t, %v", c, yes, err)
		}
		s.is("beside it", s.redeem(nok, "WELCOME"), "BONUS_ALREADY_ACTIVE")
		if _, err := s.Clear(t.Context(), nok, true, ledger.InternalKey("clear", "1")); err != nil {
			t.Fatal(err)
		}
		if _, yes, err := s.Current(t.Context(), nok); yes || err != nil {
			t.Errorf("after: %v", err)
		}
		s.is("given up, and again", s.redeem(nok, "WELCOME"), "PROMOTION_RECEIVED")
		s.verified()
	})
}

// Twenty calls on two nodes, each with its own key: one is granted.
func TestTapsOnAPromotion(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustPromote(small("WELCOME", "limit", 1))
		nodes := []*campaigns{s.node(), s.node()}
		var mu sync.Mutex
		var wait sync.WaitGroup
		codes := map[string]int{}
		for n := range 20 {
			wait.Go(func() {
				_, err := nodes[n%2].Redeem(t.Context(), nok, "welcome", ledger.InternalKey("tap", string(rune('a'+n))))
				mu.Lock()
				defer mu.Unlock()
				codes[codeOf(err)]++
			})
		}
		wait.Wait()
		if codes[""] != 1 || codes[""]+codes["PROMOTION_RECEIVED"]+codes["TRY_AGAIN"] != 20 {
			t.Errorf("%v", codes)
		}
		if got := s.balance(ledger.Wallet(nok)); got != 1010*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		s.verified()
	})
}
