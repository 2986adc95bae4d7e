package payout

import (
	"context"
	"errors"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// checkWithBank asks the bank about a withdrawal in any state, books what it says, and returns that.
func (s *Service) checkWithBank(ctx context.Context, w withdrawdb.Withdrawal) (Outcome, error) {
	order, err := s.order(w)
	if err != nil {
		return Outcome{}, err
	}
	outcome, err := s.ask(ctx, order)
	if err != nil {
		return Outcome{}, err
	}
	switch withdraw.State(w.State) {
	case withdraw.Requested, withdraw.Review:
		err = s.adopt(ctx, w, outcome)
	case withdraw.Sending:
		err = s.bookOutcomeNow(ctx, ledger.ID(w.Transfer), outcome)
	default: // a paid one may have bounced, a returned one may turn out to be paid
		err = s.afterEnd(ctx, w, outcome)
	}
	return outcome, err
}

// adopt books what the bank says of an order that these books never sent: they were restored from a backup of before. It counts
// as approved when it was requested, so it is not sent again while payouts are stopped since the restoration.
func (s *Service) adopt(ctx context.Context, w withdrawdb.Withdrawal, o Outcome) error {
	switch o.Kind {
	case Pending, Paid, Rejected, Bounced:
	default:
		return nil // the bank has no such order, as it should be
	}
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		return withdrawdb.New(tx).AdoptSent(ctx, clock.MicrosOf(tx.Now), w.Transfer)
	})
	if err != nil {
		return fmt.Errorf("withdraw: an order that was sent before the restoration: %w", err)
	}
	s.Log.Warn("withdraw: the bank has an order that these books never sent", "reference", w.Reference, "outcome", o.Kind)
	return s.bookOutcomeNow(ctx, ledger.ID(w.Transfer), o)
}

// bookOutcomeNow books an outcome under the newest lease, whoever holds it: the bank's answer is the same for all. If a worker
// leases the transfer in between, it tries again.
func (s *Service) bookOutcomeNow(ctx context.Context, id ledger.ID, o Outcome) error {
	for attempt := 1; ; attempt++ {
		t, err := s.Books.Find(ctx, id)
		if err != nil {
			return err
		}
		if t.State != ledger.Pending {
			return s.endedMeanwhile(ctx, id, o)
		}
		if _, err = s.bookOutcome(ctx, t, o); !errors.Is(err, ledger.ErrFenced) || attempt == 3 {
			return err
		}
	}
}
