package withdraw

import (
	"context"
	"encoding/json"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// tryApproval decides whether a request is paid automatically. For a while it waits for facts that are not available yet.
func (s *Service) tryApproval(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return settle.Result{}, err
	}
	f, pending, err := s.facts(ctx, w)
	if err != nil {
		return settle.Result{}, err
	}
	if pending && f.Now.Sub(s.Store.CountFrom(w.RequestedAt.Time())) < s.Timing.Patience {
		return settle.Again(ledger.Detail{}), nil
	}
	approved, err := s.approveOrReview(ctx, w, f, settings)
	if err != nil {
		return settle.Result{}, err
	}
	if !approved {
		// The row in the statement says why the withdrawal waits.
		return settle.AgainIn(s.Timing.Review, ledger.Detail{Reason: fault.WITHDRAW_REVIEW}), nil
	}
	return s.pay(ctx, t, w)
}

// retryApproval checks a withdrawal in review once more if it waits only for something temporary, until the promise to the
// member ends. A withdrawal that an operator has opened is the operator's to decide.
func (s *Service) retryApproval(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	waits := ledger.Detail{Reason: fault.WITHDRAW_REVIEW}
	age := s.Store.Now().Sub(s.Store.CountFrom(w.RequestedAt.Time()))
	if !w.Passing || w.InHand != 0 || age >= s.Timing.Promise {
		return settle.AgainIn(s.Timing.Review, waits), nil
	}
	settings, err := s.settings(ctx)
	if err != nil {
		return settle.Result{}, err
	}
	f, pending, err := s.facts(ctx, w)
	if err != nil {
		return settle.Result{}, err
	}
	if pending {
		// Reading a total stops the member's money: the longer something is missing, the less often we try.
		return settle.AgainIn(min(max(age/4, s.Timing.Patience/6), 2*s.Timing.Review), waits), nil
	}
	approved, err := s.approveOrReview(ctx, w, f, settings)
	if err != nil {
		return settle.Result{}, err
	}
	if !approved {
		return settle.AgainIn(s.Timing.Review, waits), nil
	}
	return s.pay(ctx, t, w)
}

// approveOrReview counts the payout against the house's brake and moves the row on. Both are one commit with the brake's row
// locked, so that two nodes can't both use the same remainder.
func (s *Service) approveOrReview(
	ctx context.Context, w withdrawdb.Withdrawal, f Facts, settings Settings,
) (approved bool, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		approved = false
		brake, err := q.LockBrake(ctx)
		if err != nil {
			return err
		}
		f.Stopped = brake.StoppedAt != 0
		if err := houseFacts(ctx, q, w.Member, &f); err != nil {
			return err
		}
		if f.Owed, err = s.owedTx(ctx, tx, w.Member); err != nil {
			return err
		}
		failed := FailedConditions(f, settings)
		if len(failed) == 0 {
			approved, err = approveTx(ctx, q, w, tx.Now)
			return err
		}
		why, err := json.Marshal(failed)
		if err != nil {
			return err
		}
		if State(w.State) == Review {
			_, err = q.SetWhy(ctx, string(why), w.Transfer)
			return err
		}
		_, err = q.SetReview(ctx, withdrawdb.SetReviewParams{
			Why: string(why), Passing: f.passing(failed), Since: clock.MicrosOf(tx.Now), Transfer: w.Transfer,
		})
		return err
	})
	return approved, err
}

// approveTx moves a row on to its payout, unless somebody decided about it, or an operator opened it, in the meantime.
func approveTx(ctx context.Context, q *withdrawdb.Queries, w withdrawdb.Withdrawal, now time.Time) (bool, error) {
	if State(w.State) == Review {
		n, err := q.SetSendingAfterAll(ctx, clock.MicrosOf(now), w.Transfer)
		return n == 1, err
	}
	n, err := q.SetSending(ctx, withdrawdb.SetSendingParams{
		Automatic: true, ApprovedAt: clock.MicrosOf(now), Transfer: w.Transfer, FromState: string(Requested),
	})
	return n == 1, err
}

// houseFacts reads how much was paid automatically, under the lock on the brake.
func houseFacts(ctx context.Context, q *withdrawdb.Queries, member string, f *Facts) error {
	hour, err := q.AutomaticSince(ctx, clock.MicrosOf(f.Now.Add(-time.Hour)))
	if err != nil {
		return err
	}
	today := clock.MicrosOf(clock.Day(f.Now))
	day, err := q.AutomaticSince(ctx, today)
	if err != nil {
		return err
	}
	own, err := q.MemberAutomaticSince(ctx, member, today)
	f.HouseHour, f.HouseDay, f.AutomaticToday = money.Amount(hour), money.Amount(day), money.Amount(own)
	return err
}
