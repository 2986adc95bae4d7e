package approval

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
	"krapao/withdraw"
	"krapao/withdraw/approval/internal/approvaldb"
	"krapao/withdraw/internal/withdrawdb"
)

// Check decides whether a withdrawal that is requested or in review is paid automatically. approved: its row says sending.
// Otherwise wait says when the settle worker asks again.
func (s *Service) Check(ctx context.Context, w withdrawdb.Withdrawal) (approved bool, wait settle.Result, err error) {
	if withdraw.State(w.State) == withdraw.Review {
		return s.checkAgain(ctx, w)
	}
	return s.checkRequest(ctx, w)
}

// inReview is what the row in the statement says while a withdrawal waits for a person. One that was reduced says so until its
// end.
func inReview(w withdrawdb.Withdrawal) ledger.Detail {
	if w.Asked > 0 {
		return ledger.Detail{}
	}
	return ledger.Detail{Reason: fault.WITHDRAW_REVIEW}
}

// checkRequest decides whether a request is paid automatically. For a while it waits for facts that are not available yet.
func (s *Service) checkRequest(ctx context.Context, w withdrawdb.Withdrawal) (approved bool, wait settle.Result, err error) {
	settings, f, pending, err := s.settingsAndFacts(ctx, w)
	if err != nil {
		return false, settle.Result{}, err
	}
	if pending && f.Now.Sub(s.Store.CountFrom(w.RequestedAt.Time())) < s.Timing.Patience {
		return false, settle.Again(ledger.Detail{}), nil
	}
	approved, waits, err := s.decide(ctx, w, f, settings)
	if waits {
		return false, settle.Again(ledger.Detail{}), err
	}
	return approved, settle.AgainIn(s.Timing.Review, inReview(w)), err
}

// checkAgain checks a withdrawal in review once more if it waits only for something temporary, until the promise to the
// member ends. A withdrawal that an operator has opened is the operator's to decide.
func (s *Service) checkAgain(ctx context.Context, w withdrawdb.Withdrawal) (approved bool, wait settle.Result, err error) {
	wait = settle.AgainIn(s.Timing.Review, inReview(w))
	age := s.Store.Now().Sub(s.Store.CountFrom(w.RequestedAt.Time()))
	if !w.Passing || w.InHand != 0 || age >= s.Timing.Promise {
		return false, wait, nil
	}
	settings, f, pending, err := s.settingsAndFacts(ctx, w)
	if err != nil {
		return false, settle.Result{}, err
	}
	// Reading a total stops the member's money: the longer something is missing, the less often we try.
	later := settle.AgainIn(min(max(age/4, s.Timing.Patience/6), 2*s.Timing.Review), inReview(w))
	if pending {
		return false, later, nil
	}
	approved, waits, err := s.decide(ctx, w, f, settings)
	if waits {
		wait = later
	}
	return approved, wait, err
}

func (s *Service) settingsAndFacts(
	ctx context.Context, w withdrawdb.Withdrawal,
) (settings withdraw.Settings, f Facts, pending bool, err error) {
	if settings, err = s.Settings(ctx); err != nil {
		return settings, f, false, err
	}
	if f, pending, err = s.facts(ctx, w); err != nil {
		return settings, f, pending, err
	}
	if err = s.calloutFact(ctx, w, &f); err != nil {
		return settings, f, pending, err
	}
	if s.Flags != nil {
		if f.UnderReview, err = s.Flags.UnderReview(ctx, w.Member); err != nil {
			return settings, f, pending, err
		}
	}
	return settings, f, pending, s.linkFacts(ctx, w.Member, settings, &f)
}

// approveOrReview counts the payout against the house's brake and moves the row on. Both are one commit with the brake's row
// locked, so that two nodes can't both use the same remainder. asks: all conditions hold, and the callout is to be asked
// first; that it will be is committed.
func (s *Service) approveOrReview(
	ctx context.Context, w withdrawdb.Withdrawal, f Facts, settings withdraw.Settings,
) (asks, approved bool, err error) {
	body := func(tx *store.Tx) (err error) {
		asks, approved, err = s.approveOrReviewTx(ctx, tx, w, f, settings)
		return err
	}
	if f.Callout == unanswered { // it may stop the payouts, which is not the member's alone
		err = s.Store.Write(ctx, body)
	} else {
		err = s.Store.WriteTogether(ctx, Together(w.Member), body)
	}
	return asks, approved, err
}

// Together is of transactions that approve withdrawals: those of many members take the house's brake once.
func Together(member string) store.Together { return store.Together{Row: "approvals", Of: member} }

func (s *Service) approveOrReviewTx(
	ctx context.Context, tx *store.Tx, w withdrawdb.Withdrawal, f Facts, settings withdraw.Settings,
) (asks, approved bool, err error) {
	q := withdrawdb.New(tx)
	if f.Owed, err = (withdraw.Debt{Books: s.Books}).OwedTx(ctx, tx, w.Member); err != nil {
		return false, false, err
	}
	h, err := s.houseTx(ctx, tx)
	if err != nil {
		return false, false, err
	}
	own, err := q.MemberAutomaticSince(ctx, w.Member, clock.MicrosOf(clock.Day(f.Now)))
	if err != nil {
		return false, false, err
	}
	f.AutomaticToday = money.Amount(own)
	f.Stopped, f.HouseHour, f.HouseDay = h.stopped, h.hour, h.day
	failed := FailedConditions(f, settings)
	if asks = len(failed) == 0 && s.Callout != nil && f.Callout == ""; asks {
		return asks, false, approvaldb.New(tx).AskCallout(ctx, w.Transfer, clock.MicrosOf(tx.Now))
	}
	if len(failed) == 0 {
		h.count(w.Amount) // before anybody else decides
		if approved, err = approveTx(ctx, q, w, tx.Now); !approved {
			h.count(-w.Amount)
		}
		return false, approved, err
	}
	if err := s.stopUnansweredTx(ctx, tx, failed); err != nil {
		return false, false, err
	}
	why, err := json.Marshal(failed)
	if err != nil {
		return false, false, err
	}
	if withdraw.State(w.State) == withdraw.Review {
		_, err = q.SetWhy(ctx, string(why), w.Transfer)
		return false, false, err
	}
	_, err = q.SetReview(ctx, withdrawdb.SetReviewParams{
		Why: string(why), Passing: f.passing(failed), Since: clock.MicrosOf(tx.Now), Transfer: w.Transfer,
	})
	return false, false, err
}

// approveTx moves a row on to its payout, unless somebody decided about it, or an operator opened it, in the meantime.
func approveTx(ctx context.Context, q *withdrawdb.Queries, w withdrawdb.Withdrawal, now time.Time) (bool, error) {
	if withdraw.State(w.State) == withdraw.Review {
		n, err := q.SetSendingAfterAll(ctx, clock.MicrosOf(now), w.Transfer)
		return n == 1, err
	}
	n, err := q.SetSending(ctx, withdrawdb.SetSendingParams{
		Automatic: true, ApprovedAt: clock.MicrosOf(now), Transfer: w.Transfer, FromState: string(withdraw.Requested),
	})
	return n == 1, err
}
