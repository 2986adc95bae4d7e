package payout

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// Pay sends an approved withdrawal, or asks the bank about one that was sent. The row says until when the order may be sent.
// That is committed first, and a row that was decided otherwise in the meantime sends nothing.
func (s *Service) Pay(ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal) (settle.Result, error) {
	order, err := s.order(w)
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
	// An order that the bank does not know is sent again only where the bank pays a reference once, and only when the first
	// sending can't be under way any more.
	over := s.Store.Now().After(s.sentBy(w).Add(s.Timing.Call))
	if outcome.Kind == NotFound && over && s.Bank.Capabilities().Replay {
		return s.send(ctx, t, w, order)
	}
	return s.bookOutcome(ctx, t, outcome)
}

// send sends the order to the bank, for the first time or again. An order that was approved before payouts were stopped is not
// sent while they are: the books that approved it are in doubt, or are a copy that does not know of later payouts. An order that
// a person approved after the stop is sent.
func (s *Service) send(
	ctx context.Context, t ledger.Transfer, w withdrawdb.Withdrawal, order Order,
) (settle.Result, error) {
	sendable, stopped := false, false
	err := s.Store.WriteTogether(ctx, together(t), func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		sendable = false
		since, err := s.Brake.StoppedTx(ctx, tx)
		if err != nil {
			return err
		}
		if stopped = !since.IsZero() && !w.ApprovedAt.Time().After(since); stopped {
			return nil
		}
		order.SendBy = tx.Now.Add(s.Timing.Send)
		n, err := q.SetSendBy(ctx, clock.MicrosOf(order.SendBy), int64(t.ID))
		sendable = n == 1
		return err
	})
	if err != nil {
		return settle.Result{}, err
	}
	if stopped {
		var says ledger.Detail
		if w.Asked == 0 { // or the row says that it was reduced
			says.Reason = fault.WITHDRAW_REVIEW
		}
		return settle.AgainIn(s.Timing.Stopped, says), nil
	}
	if !sendable {
		return settle.AgainIn(time.Second, ledger.Detail{}), nil
	}
	call, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	outcome, err := s.Bank.Send(call, order)
	if err != nil {
		return settle.Result{}, fmt.Errorf("withdraw: payout: %w", err)
	}
	return s.bookOutcome(ctx, t, outcome)
}

// sentBy is the time after which an order has either been sent or never will be. It is counted from the sending's intent.
func (s *Service) sentBy(w withdrawdb.Withdrawal) time.Time {
	return s.Store.CountFrom(w.SendBy.Time().Add(-s.Timing.Send)).Add(s.Timing.Send)
}

func (s *Service) ask(ctx context.Context, order Order) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	outcome, err := s.Bank.Check(ctx, order)
	if err != nil {
		return Outcome{}, fmt.Errorf("withdraw: payout: %w", err)
	}
	return outcome, nil
}

func (s *Service) order(w withdrawdb.Withdrawal) (Order, error) {
	a, err := withdraw.OpenAccount(s.Box, w.Reference, w.AccountSealed)
	return Order{Reference: w.Reference, Amount: w.Amount, Account: a}, err
}
