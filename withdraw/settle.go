package withdraw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// State of a withdrawal.
type State string

// The states: requested -> (review) -> sending -> paid or returned; paid -> bounced.
const (
	Requested State = "requested"
	Review    State = "review"
	Sending   State = "sending"
	Paid      State = "paid"
	Returned  State = "returned"
	Bounced   State = "bounced"
)

// Settle is the settle worker's handler for KindWithdraw: it judges what was requested, sends what was approved, and asks
// the bank about what was sent.
func (s *Service) Settle(ctx context.Context, t ledger.Transfer) (settle.Result, error) {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	if err != nil {
		return settle.Result{}, fmt.Errorf("withdraw: %w", err)
	}
	switch State(w.State) {
	case Requested:
		return s.judge(ctx, t, w)
	case Review:
		return s.judgeAgain(ctx, t, w)
	case Sending:
		return s.pay(ctx, t, w)
	default:
		return settle.Settled(), nil
	}
}

// Since is from when a withdrawal's age counts for the settle worker: its approval. One that waits for a person is not
// late with the bank.
func (s *Service) Since(ctx context.Context, t ledger.Transfer) time.Time {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(t.ID))
	switch {
	case err != nil:
		return t.CreatedAt
	case State(w.State) == Sending:
		return timeOf(w.ApprovedAt)
	}
	return s.Store.Now()
}

// judge decides whether a request is paid automatically. What can't be known yet is asked for again for a while.
func (s *Service) judge(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return settle.Result{}, err
	}
	f, pending, err := s.facts(ctx, w)
	if err != nil {
		return settle.Result{}, err
	}
	if pending && f.Now.Sub(s.Store.CountFrom(timeOf(w.RequestedAt))) < s.Timing.Patience {
		return settle.Again(ledger.Detail{}), nil
	}
	approved, err := s.verdict(ctx, w, f, settings)
	if err != nil {
		return settle.Result{}, err
	}
	if !approved {
		// The row in the statement says why it waits.
		return settle.AgainIn(s.Timing.Review, ledger.Detail{Reason: fault.WITHDRAW_REVIEW}), nil
	}
	return s.pay(ctx, t, w)
}

// judgeAgain: what waits in review only for something that passes is judged as a request is, once that has passed, until the
// promise to the member ends. What an operator has opened is the operator's.
func (s *Service) judgeAgain(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	waits := ledger.Detail{Reason: fault.WITHDRAW_REVIEW}
	age := s.Store.Now().Sub(s.Store.CountFrom(timeOf(w.RequestedAt)))
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
		// A total is read while the member's money stands still: the longer something is away, the more rarely.
		return settle.AgainIn(min(max(age/4, s.Timing.Patience/6), 2*s.Timing.Review), waits), nil
	}
	approved, err := s.verdict(ctx, w, f, settings)
	if err != nil {
		return settle.Result{}, err
	}
	if !approved {
		return settle.AgainIn(s.Timing.Review, waits), nil
	}
	return s.pay(ctx, t, w)
}

// verdict counts the payout against the house's brake and moves the row on, in one commit with the brake's row locked,
// so that two nodes can't both use up what is left.
func (s *Service) verdict(ctx context.Context, w withdrawdb.Withdrawal, f Facts, settings Settings) (approved bool, err error) {
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
		failed := Judge(f, settings)
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
			Why: string(why), Passing: f.passing(failed), Since: tx.Now.UnixMicro(), Transfer: w.Transfer,
		})
		return err
	})
	return approved, err
}

// approveTx moves a row on to its payout, unless somebody else decided about it, or has it in hand, meanwhile.
func approveTx(ctx context.Context, q *withdrawdb.Queries, w withdrawdb.Withdrawal, now time.Time) (bool, error) {
	if State(w.State) == Review {
		n, err := q.SetSendingAfterAll(ctx, now.UnixMicro(), w.Transfer)
		return n == 1, err
	}
	n, err := q.SetSending(ctx, withdrawdb.SetSendingParams{
		Automatic: true, ApprovedAt: now.UnixMicro(), Transfer: w.Transfer, FromState: string(Requested),
	})
	return n == 1, err
}

// pay sends an approved withdrawal, or asks what became of the sending. The row says until when the order may go out:
// that is committed first, and a row that was decided otherwise meanwhile sends nothing.
func (s *Service) pay(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	order, err := s.payoutOrder(w)
	if err != nil {
		return settle.Result{}, err
	}
	if w.SendBy == 0 {
		return s.send(ctx, t, w, order)
	}
	outcome, err := s.ask(ctx, order)
	if err != nil {
		return settle.Result{}, err
	}
	// What the bank does not know is sent again only where it promises to pay a reference once; and not before the first
	// sending can't be under way any more.
	over := s.Store.Now().After(s.sentBy(w).Add(s.Timing.Call))
	if outcome.Kind == PayoutNotFound && over && s.Payout.Capabilities().Replay {
		return s.send(ctx, t, w, order)
	}
	return s.conclude(ctx, t, outcome)
}

// send gives the order to the bank, for the first time or once more. What was approved before the brake was pulled does not
// leave while it is: the books that approved it are in doubt, or are a copy that does not know what was paid since. What a
// person approves afterwards does.
func (s *Service) send(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal, order PayoutOrder) (settle.Result, error) {
	sendable, stopped := false, false
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		sendable = false
		brake, err := q.Brake(ctx)
		if err != nil {
			return err
		}
		if stopped = brake.StoppedAt != 0 && w.ApprovedAt <= brake.StoppedAt; stopped {
			return nil
		}
		order.SendBy = tx.Now.Add(s.Timing.Send)
		n, err := q.SetSendBy(ctx, order.SendBy.UnixMicro(), int64(t.ID))
		sendable = n == 1
		return err
	})
	if err != nil {
		return settle.Result{}, err
	}
	if stopped {
		return settle.AgainIn(s.Timing.Review, ledger.Detail{Reason: fault.WITHDRAW_REVIEW}), nil
	}
	if !sendable {
		return settle.AgainIn(time.Second, ledger.Detail{}), nil
	}
	call, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	outcome, err := s.Payout.Send(call, order)
	if err != nil {
		return settle.Result{}, fmt.Errorf("withdraw: payout: %w", err)
	}
	return s.conclude(ctx, t, outcome)
}

// sentBy is the moment from which an order that was sent has left, or never will: it is counted from the sending's intent.
func (s *Service) sentBy(w withdrawdb.Withdrawal) time.Time {
	return s.Store.CountFrom(timeOf(w.SendBy).Add(-s.Timing.Send)).Add(s.Timing.Send)
}

func (s *Service) ask(ctx context.Context, order PayoutOrder) (PayoutOutcome, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	outcome, err := s.Payout.Check(ctx, order)
	if err != nil {
		return PayoutOutcome{}, fmt.Errorf("withdraw: payout: %w", err)
	}
	return outcome, nil
}

func (s *Service) payoutOrder(w withdrawdb.Withdrawal) (PayoutOrder, error) {
	frozen, err := s.Box.Open(accountRow(w.Reference), w.AccountSealed)
	if err != nil {
		return PayoutOrder{}, fmt.Errorf("withdraw: account of %s: %w", w.Reference, err)
	}
	o := PayoutOrder{Reference: w.Reference, Amount: w.Amount}
	if err := json.Unmarshal([]byte(frozen), &o.Account); err != nil {
		return PayoutOrder{}, fmt.Errorf("withdraw: account of %s: %w", w.Reference, err)
	}
	return o, nil
}

// conclude books what the bank said. Only paid and rejected settle; "not found" and silence never return money.
//
// The settle worker and a callback may hear of an end at the same time, and an operator may give back what is asked about:
// who comes second finds the row at its end, and what the bank said counts as it does for any row at its end.
func (s *Service) conclude(ctx context.Context, t ledger.Transfer, o PayoutOutcome) (settle.Result, error) {
	var err error
	switch o.Kind {
	case PayoutPaid:
		err = s.paid(ctx, t, o)
	case PayoutRejected:
		err = s.rejected(ctx, t, o)
	case PayoutBounced:
		if err = s.paid(ctx, t, o); err == nil {
			err = s.bounced(ctx, t.ID, o)
		}
	default:
		return settle.Again(ledger.Detail{Outside: o.Outside, Reason: clearedReason(t)}), nil
	}
	for again := 0; errors.Is(err, ledger.ErrSettled) && again < 3; again++ {
		err = s.endedMeanwhile(ctx, t.ID, o)
	}
	if err != nil {
		return settle.Result{}, err
	}
	return settle.Settled(), nil
}

// endedMeanwhile takes what the bank said of a withdrawal that somebody else ended. ErrSettled: it moved on once more, or its
// money is settled and its row is not.
func (s *Service) endedMeanwhile(ctx context.Context, id ledger.ID, o PayoutOutcome) error {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(id))
	if err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	switch State(w.State) {
	case Paid, Returned, Bounced:
		return s.afterEnd(ctx, w, o)
	case Requested, Review, Sending:
	}
	return ledger.ErrSettled
}

// clearedReason returns SUCCESS if the withdrawal waited for a review, because empty Detail fields are not written.
func clearedReason(t ledger.Transfer) fault.Code {
	if t.Detail.Reason == fault.WITHDRAW_REVIEW {
		return fault.SUCCESS
	}
	return ""
}

func (s *Service) paid(ctx context.Context, t ledger.Transfer, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := s.Books.PostTx(ctx, tx, ledger.Settlement{
			ID: t.ID, Fence: t.Fence, Detail: ledger.Detail{Outside: o.Outside, Reason: clearedReason(t)},
		})
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, t.ID, end{from: Sending, to: Paid, outcome: o})
	})
}

func (s *Service) rejected(ctx context.Context, t ledger.Transfer, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return s.returnTx(ctx, tx, t.ID, t.Fence, Sending, reasonOf(o), o)
	})
}

// returnTx gives the reserved money back with a reason that the member sees.
func (s *Service) returnTx(ctx context.Context, tx *store.Tx, id ledger.ID, fence int64, from State, reason fault.Code, o PayoutOutcome) error {
	detail := ledger.Detail{Outside: o.Outside, Reason: reason, Note: o.Reason}
	if _, err := s.Books.VoidTx(ctx, tx, ledger.Settlement{ID: id, Fence: fence, Detail: detail}); err != nil {
		return err
	}
	return s.endTx(ctx, tx, id, end{from: from, to: Returned, reason: reason, outcome: o})
}

type end struct {
	from, to State
	reason   fault.Code
	outcome  PayoutOutcome
}

// endTx moves the row to its end and fixes when the bank is asked about it again.
func (s *Service) endTx(ctx context.Context, tx *store.Tx, id ledger.ID, e end) error {
	check := int64(0)
	if len(s.Timing.Recheck) > 0 && e.to != Bounced {
		check = tx.Now.Add(s.Timing.Recheck[0]).UnixMicro()
	}
	n, err := withdrawdb.New(tx).EndWithdrawal(ctx, withdrawdb.EndWithdrawalParams{
		State: string(e.to), Reason: string(e.reason), Outside: e.outcome.Outside, Note: e.outcome.Reason,
		Since: tx.Now.UnixMicro(), CheckAt: check, Transfer: int64(id), FromState: string(e.from),
	})
	if err == nil && n == 0 {
		return ledger.ErrSettled
	}
	return err
}

// reasonOf is what the member reads of the bank's no.
func reasonOf(o PayoutOutcome) fault.Code {
	if o.BadAccount {
		return fault.INVALID_BANK
	}
	return fault.TRANSFER_FAIL
}

func timeOf(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

// houseFacts reads what has been paid automatically, under the brake's lock.
func houseFacts(ctx context.Context, q *withdrawdb.Queries, member string, f *Facts) error {
	since := func(t time.Time) int64 { return t.UnixMicro() }
	hour, err := q.AutomaticSince(ctx, since(f.Now.Add(-time.Hour)))
	if err != nil {
		return err
	}
	day, err := q.AutomaticSince(ctx, since(dayOf(f.Now)))
	if err != nil {
		return err
	}
	own, err := q.MemberAutomaticSince(ctx, member, since(dayOf(f.Now)))
	f.HouseHour, f.HouseDay, f.AutomaticToday = money.Amount(hour), money.Amount(day), money.Amount(own)
	return err
}
