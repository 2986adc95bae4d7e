package payout

import (
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// afterEnd books the bank's answer about an ended withdrawal. An answer that agrees with the row changes nothing.
func (s *Service) afterEnd(ctx context.Context, w withdrawdb.Withdrawal, o Outcome) error {
	switch {
	case o.Kind == Bounced && withdraw.State(w.State) == withdraw.Paid:
		return s.bounced(ctx, ledger.ID(w.Transfer), o)
	case o.Kind == Paid && withdraw.State(w.State) == withdraw.Returned:
		return s.paidAfterAll(ctx, w, o)
	case o.Kind == Rejected && withdraw.State(w.State) == withdraw.Paid:
		return s.contradicted(ctx, w, o)
	}
	return nil
}

// contradicted handles a bank that rejects a payout which it had confirmed and we have booked. Only the bank's statement can say
// which answer is true. So nothing is booked, and automatic payouts stop until persons have looked.
func (s *Service) contradicted(ctx context.Context, w withdrawdb.Withdrawal, o Outcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		s.Log.Error("withdraw: the bank rejects a payout that it had confirmed; automatic payouts stop",
			"reference", w.Reference, "reason", o.Reason)
		return s.Stops.PaidAndRefusedTx(ctx, tx, w.Reference)
	})
}

// bounced books a payout that came back, once.
func (s *Service) bounced(ctx context.Context, id ledger.ID, o Outcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		w, err := withdrawdb.New(tx).Withdrawal(ctx, int64(id))
		if err != nil {
			return err
		}
		if withdraw.State(w.State) == withdraw.Bounced {
			return nil
		}
		_, err = s.Books.MoveTx(ctx, tx, ledger.Order{
			Key: ledger.InternalKey("payout_bounced", w.Reference), Kind: withdraw.KindReversal,
			Debit: ledger.Payout, Credit: ledger.Wallet(w.Member), Amount: w.Amount, Member: w.Member,
			Detail: ledger.Detail{From: w.BankCode, To: ledger.LabelWallet, Outside: o.Outside, Reason: reasonOf(o), Of: id},
		})
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, id, end{from: withdraw.Paid, to: withdraw.Bounced, reason: reasonOf(o), outcome: o})
	})
}

// paidAfterAll books a payout that was returned and turns out to be paid. The wallet pays as much as it holds; the member owes
// the rest. It is a break in the books: automatic payouts stop until persons have looked (RULES.md sections 3 and 14).
func (s *Service) paidAfterAll(ctx context.Context, w withdrawdb.Withdrawal, o Outcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return s.paidAfterAllTx(ctx, tx, w, o) })
}

func (s *Service) paidAfterAllTx(ctx context.Context, tx *store.Tx, w withdrawdb.Withdrawal, o Outcome) error {
	if err := s.lockChargedTx(ctx, tx, w.Member); err != nil {
		return err
	}
	if err := s.endTx(ctx, tx, ledger.ID(w.Transfer), end{from: withdraw.Returned, to: withdraw.Paid, outcome: o}); err != nil {
		return err
	}
	_, err := s.chargeTx(ctx, tx, charge{
		member: w.Member, amount: w.Amount, reference: w.Reference, kind: withdraw.KindReversal, paid: "payout_proved",
		owed: "payout_owed",
		detail: ledger.Detail{
			From: ledger.LabelWallet, To: w.BankCode, Outside: o.Outside, Reason: fault.TRANSFER_FAIL, Of: ledger.ID(w.Transfer),
		},
	})
	if err != nil {
		return err
	}
	s.Log.Error("withdraw: a returned payout turned out to be paid; automatic payouts stop", "reference", w.Reference)
	return s.Stops.PaidAfterReturnTx(ctx, tx, w.Reference)
}
