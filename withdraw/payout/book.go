package payout

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// bookOutcome books the bank's answer. Only paid and rejected settle; "not found" and silence never return money.
//
// The settle worker and a callback may learn of an end at the same time, and an operator may return a withdrawal while the bank
// is asked about it. The second one finds an ended row, and the bank's answer counts as for any ended row.
func (s *Service) bookOutcome(ctx context.Context, t ledger.Transfer, o Outcome) (settle.Result, error) {
	var err error
	switch o.Kind {
	case Paid:
		err = s.paid(ctx, t, o)
	case Rejected:
		err = s.rejected(ctx, t, o)
	case Bounced:
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

// endedMeanwhile applies the bank's answer to a withdrawal that somebody else ended. ErrSettled: the row has moved on again, or
// its money is settled and the row is not.
func (s *Service) endedMeanwhile(ctx context.Context, id ledger.ID, o Outcome) error {
	w, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, int64(id))
	if err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	switch withdraw.State(w.State) {
	case withdraw.Paid, withdraw.Returned, withdraw.Bounced:
		return s.afterEnd(ctx, w, o)
	case withdraw.Requested, withdraw.Review, withdraw.Sending:
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

// paid ends the row before the ledger's command: from there to the commit is one round trip, and all payouts need one account.
func (s *Service) paid(ctx context.Context, t ledger.Transfer, o Outcome) error {
	return s.Store.WriteTogether(ctx, together(t), func(tx *store.Tx) error {
		if err := s.endTx(ctx, tx, t.ID, end{from: withdraw.Sending, to: withdraw.Paid, outcome: o}); err != nil {
			return err
		}
		_, err := s.Books.PostTx(ctx, tx, ledger.Settlement{
			ID: t.ID, Fence: t.Fence, Detail: ledger.Detail{Outside: o.Outside, Reason: clearedReason(t)},
		})
		return err
	})
}

// together: the payouts of many members share their commits with each other and with requests.
func together(t ledger.Transfer) store.Together {
	return store.Together{Row: string(ledger.Payout), Of: t.Member}
}

func (s *Service) rejected(ctx context.Context, t ledger.Transfer, o Outcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return s.returnTx(ctx, tx, t.ID, t.Fence, withdraw.Sending, reasonOf(o), o)
	})
}

// returnTx returns the reserved money to the wallet. The member sees the reason.
func (s *Service) returnTx(
	ctx context.Context, tx *store.Tx, id ledger.ID, fence int64, from withdraw.State, reason fault.Code, o Outcome,
) error {
	detail := ledger.Detail{Outside: o.Outside, Reason: reason, Note: o.Reason}
	if _, err := s.Books.VoidTx(ctx, tx, ledger.Settlement{ID: id, Fence: fence, Detail: detail}); err != nil {
		return err
	}
	return s.endTx(ctx, tx, id, end{from: from, to: withdraw.Returned, reason: reason, outcome: o})
}
