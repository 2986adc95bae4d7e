package bonus_test

import (
	"testing"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// TestAnOperatorEndsACondition: as if the member had given it up. The decision begins the end, and what goes back is decided by
// the next total: at most the credit, and nothing of the member's own. What a total shows has ended it before.
func TestAnOperatorEndsACondition(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		ctx := t.Context()
		s.mustOffer(large("BIG", `"games": ["joker"]`))
		for _, name := range []string{nok, lek} {
			s.is("taken", s.activate(name, "BIG"), "")
		}
		giveUp := func(name, condition string) error {
			return s.Store.Write(ctx, func(tx *store.Tx) error { return s.GiveUpTx(ctx, tx, name, condition) })
		}
		c := s.condition(nok)
		if err := giveUp(nok, s.condition(lek).ID); !fault.Is(err, fault.BONUS_CONDITION) {
			t.Errorf("another member's: %v", err)
		}
		v, err := s.Givable(ctx, nok, c.ID)
		if err != nil || v.GiveUp.Returned != c.Credit {
			t.Errorf("%+v, %v", v.GiveUp, err)
		}
		before := s.balance(ledger.Wallet(nok))
		if err := giveUp(nok, c.ID); err != nil || s.condition(nok).State != bonus.Ending {
			t.Errorf("begun, it is %s, %v", s.condition(nok).State, err)
		}
		if err := giveUp(nok, c.ID); !fault.Is(err, fault.BONUS_CONDITION) {
			t.Errorf("again: %v", err)
		}
		s.FinishSoon(ctx, c.ID)
		s.stands("given up", nok, bonus.GivenUp, c.Credit)
		if left := s.balance(ledger.Wallet(nok)); left != before-c.Credit {
			t.Errorf("left: %s", left)
		}
		s.wins(lek, 4000)
		if _, err := s.Givable(ctx, lek, s.condition(lek).ID); !fault.Is(err, fault.BONUS_CONDITION) ||
			s.condition(lek).State != bonus.Success {
			t.Errorf("what it has earned: %s, %v", s.condition(lek).State, err)
		}
		s.verified()
	})
}
