package payout

import (
	"context"
	"errors"

	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// checkWithBank asks the bank about a withdrawal in any state, and books the outcome.
func (s *Service) checkWithBank(ctx context.Context, w withdrawdb.Withdrawal) error {
	order, err := s.order(w)
	if err != nil {
		return err
	}
	switch withdraw.State(w.State) {
	case withdraw.Requested, withdraw.Review:
		return nil // never sent: the bank can't know anything true about it
	case withdraw.Sending:
		outcome, err := s.ask(ctx, order)
		if err != nil {
			return err
		}
		return s.bookOutcomeNow(ctx, ledger.ID(w.Transfer), outcome)
	default:
		return s.checkEnded(ctx, w, order)
	}
}

// checkEnded asks about an ended withdrawal: a paid one may have bounced, a returned one may turn out to be paid.
func (s *Service) checkEnded(ctx context.Context, w withdrawdb.Withdrawal, order Order) error {
	outcome, err := s.ask(ctx, order)
	if err != nil {
		return err
	}
	return s.afterEnd(ctx, w, outcome)
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
