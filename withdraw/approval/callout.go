package approval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/approval/internal/approvaldb"
	"krapao/withdraw/internal/withdrawdb"
)

// Callout is a system of the house's own, which is asked before an automatic payout. connect/callout implements it.
type Callout interface {
	// Ask asks about a withdrawal. The same question again gets the answer of the first one. An error means that there is no
	// answer: nobody knows what it would have been.
	Ask(ctx context.Context, q Question) (Answer, error)
}

// Question is what a callout is asked about.
type Question struct {
	// Reference is the withdrawal's, and the question's key.
	Reference, Member string
	Amount            money.Amount
	// Bank is the code of the bank that it goes to.
	Bank        string
	RequestedAt time.Time
}

// Verdict is what a callout says.
type Verdict string

// The verdicts. None of them moves money: a system that was broken into can't send or return anything.
const (
	// Allow: it may be paid, if all conditions hold.
	Allow Verdict = "allow"
	// Look: a person decides.
	Look Verdict = "review"
	// Refuse: two persons decide, if it is to be paid all the same.
	Refuse Verdict = "refuse"
	// unanswered: there was no answer within Timing.Patience.
	unanswered Verdict = "none"
)

// Answer is an answer with its reason, for operators.
type Answer struct {
	Verdict Verdict
	Says    string
}

// decide approves a withdrawal or sends it to review. Where the house has a callout and every condition holds, it is asked in
// between, outside of transactions; then the conditions are checked again. waits: there is no answer yet, and there may be
// one soon.
func (s *Service) decide(
	ctx context.Context, w withdrawdb.Withdrawal, f Facts, settings withdraw.Settings,
) (approved, waits bool, err error) {
	asks, approved, err := s.approveOrReview(ctx, w, f, settings)
	if err != nil || !asks {
		return approved, false, err
	}
	if f.Callout, err = s.ask(ctx, w); err != nil {
		return false, false, err
	}
	patient := f.Now.Sub(s.Store.CountFrom(w.RequestedAt.Time())) < s.Timing.Patience ||
		withdraw.State(w.State) == withdraw.Review && !settings.CalloutOpen
	if f.Callout == unanswered && patient {
		return false, true, nil
	}
	_, approved, err = s.approveOrReview(ctx, w, f, settings)
	return approved, false, err
}

// ask asks the callout, and keeps what it says.
func (s *Service) ask(ctx context.Context, w withdrawdb.Withdrawal) (Verdict, error) {
	call, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	answer, err := s.Callout.Ask(call, Question{
		Reference: w.Reference, Member: w.Member, Amount: w.Amount, Bank: w.BankCode, RequestedAt: w.RequestedAt.Time(),
	})
	if err != nil {
		s.Log.Info("withdraw: the callout does not answer", "reference", w.Reference, "error", err)
		answer = Answer{Verdict: unanswered}
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		at := clock.MicrosOf(tx.Now)
		if answer.Verdict == unanswered {
			at = 0
		}
		_, err := approvaldb.New(tx).AnswerCallout(ctx, approvaldb.AnswerCalloutParams{
			Verdict: string(answer.Verdict), Said: answer.Says, AnsweredAt: at, Transfer: w.Transfer,
		})
		return err
	})
	return answer.Verdict, err
}

// calloutFact reads what the callout has said about a withdrawal before.
func (s *Service) calloutFact(ctx context.Context, w withdrawdb.Withdrawal, f *Facts) error {
	if s.Callout == nil {
		return nil
	}
	said, err := approvaldb.New(s.Store.DB()).Callout(ctx, w.Transfer)
	if err != nil && !store.NotFound(err) {
		return fmt.Errorf("withdraw: callout: %w", err)
	}
	if v := Verdict(said); v != unanswered {
		f.Callout = v
	}
	return nil
}

// mostUnanswered in a row stop the automatic payouts: whoever relies on the callout wants to know that it is gone.
const mostUnanswered = 3

// stopUnansweredTx stops the automatic payouts if the last questions had no answer.
func (s *Service) stopUnansweredTx(ctx context.Context, tx *store.Tx, failed []withdraw.Why) error {
	if !slices.Contains(failed, calloutUnanswered) {
		return nil
	}
	last, err := approvaldb.New(tx).LastCallouts(ctx, mostUnanswered)
	if err != nil {
		return fmt.Errorf("withdraw: callouts: %w", err)
	}
	answered := slices.ContainsFunc(last, func(v string) bool { return Verdict(v) != unanswered })
	if answered || len(last) < mostUnanswered {
		return nil
	}
	return s.Stops.UnansweredTx(ctx, tx, mostUnanswered)
}
