package bonus_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/bonus"
	"krapao/ledger"
	"krapao/money"
)

// wins moves money from a game into the wallet.
func (s *shop) wins(name string, baht int64) {
	s.t.Helper()
	s.keys++
	_, err := s.ledger.Move(s.t.Context(), ledger.Order{
		Key: ledger.InternalKey("wins", fmt.Sprint(s.keys)), Kind: "game_out", Member: name,
		Debit: ledger.GameResult("joker"), Credit: ledger.Wallet(name), Amount: money.Amount(baht) * money.Baht,
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// newest is the state of the member's newest condition.
func (s *shop) newest(name string) bonus.State {
	s.t.Helper()
	list, _, err := s.History(s.t.Context(), name, 1)
	if err != nil || len(list) != 1 {
		s.t.Fatalf("%+v, %v", list, err)
	}
	return list[0].State
}

// A target that is reached after the condition's time does not count: the winnings go back up to the credit, and no further.
func TestATargetCountsInItsTimeOnly(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		s.mustOffer(large("BIG", `"games": ["joker"]`))
		for _, name := range []string{nok, lek} {
			s.is("taken", s.activate(name, "BIG"), "")
		}
		s.clock.Advance(7*24*time.Hour - time.Second)
		s.wins(lek, 400)
		if err := s.Settle(t.Context(), lek); err != nil || s.newest(lek) != bonus.Success {
			t.Errorf("in time: %s, %v", s.newest(lek), err)
		}
		s.clock.Advance(time.Second)
		s.wins(nok, 400)
		if err := s.Settle(t.Context(), nok); err != nil || s.newest(nok) != bonus.Active {
			t.Errorf("too late: %s, %v", s.newest(nok), err)
		}
		if n, err := s.Expire(t.Context()); n != 1 || err != nil {
			t.Errorf("%d expired, %v", n, err)
		}
		if left := s.balance(ledger.Wallet(nok)); left != 1400*money.Baht || s.newest(nok) != bonus.Expired {
			t.Errorf("left: %s", left)
		}
		// lek may keep 300 percent of the credit: all but 200.
		if left := s.balance(ledger.Wallet(lek)); left != 1300*money.Baht {
			t.Errorf("kept: %s", left)
		}
		s.verified()
	})
}
