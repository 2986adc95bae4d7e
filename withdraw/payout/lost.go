package payout

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// Lost is a payout that the bank made, and that these books do not have as made: they were restored from a backup.
type Lost struct {
	// Reference is the one under which it was ordered, and Outside the bank's own.
	Reference, Outside string
	Member             string
	Amount             money.Amount
	Account            withdraw.Account
}

// BookLostTx books a payout that the bank made, as two persons decided: the wallet pays as much as it holds, and the member owes
// the rest. From then on it is a paid withdrawal like any other, under its own reference. One that the books have as unpaid is
// paid out of the money that it reserved. NO_DATA: the books have it as paid, or as another member's or of another amount.
func (s *Service) BookLostTx(ctx context.Context, tx *store.Tx, l Lost) error {
	w, err := s.lockTx(ctx, tx, l.Reference)
	switch {
	case fault.Is(err, fault.NO_DATA):
		return s.addLostTx(ctx, tx, l)
	case err != nil:
		return err
	case w.Amount != l.Amount || w.Member != l.Member:
		return fault.New(fault.NO_DATA, "withdrawal %s is of %s and of another amount or member", l.Reference, w.Amount)
	}
	switch withdraw.State(w.State) {
	case withdraw.Requested, withdraw.Review, withdraw.Sending:
		if err := s.arrived(tx, w); err != nil {
			return err
		}
		if err := withdrawdb.New(tx).AdoptSent(ctx, clock.MicrosOf(tx.Now), w.Transfer); err != nil {
			return err
		}
		return s.paidByHandTx(ctx, tx, w, l.Outside)
	case withdraw.Returned:
		return s.paidAfterAllTx(ctx, tx, w, Outcome{Outside: l.Outside})
	default:
		return fault.New(fault.NO_DATA, "withdrawal %s is %s", l.Reference, w.State)
	}
}

func (s *Service) addLostTx(ctx context.Context, tx *store.Tx, l Lost) error {
	if err := s.lockChargedTx(ctx, tx, l.Member); err != nil {
		return err
	}
	first, err := s.chargeTx(ctx, tx, charge{
		member: l.Member, amount: l.Amount, reference: l.Reference, kind: withdraw.KindWithdraw, paid: "payout_lost",
		owed: "payout_lost_owed",
		detail: ledger.Detail{
			From: ledger.LabelWallet, To: l.Account.BankCode, Outside: l.Outside, Reason: fault.SUCCESS,
			Note: "lost with the books as " + l.Reference,
		},
	})
	if err != nil {
		return err
	}
	first.Amount = l.Amount
	if err := withdraw.AddTx(ctx, tx, s.Box, first, l.Reference, l.Account); err != nil {
		return err
	}
	if err := withdrawdb.New(tx).AdoptSent(ctx, clock.MicrosOf(tx.Now), int64(first.ID)); err != nil {
		return err
	}
	return s.endTx(ctx, tx, first.ID, end{from: withdraw.Sending, to: withdraw.Paid, outcome: Outcome{Outside: l.Outside}})
}

// charge is a payout that the member's wallet did not pay when it was made.
type charge struct {
	member    string
	amount    money.Amount
	reference string
	kind      ledger.Kind
	// paid and owed begin the keys of its two parts.
	paid, owed string
	detail     ledger.Detail
}

// lockChargedTx locks what a charge of a member changes.
func (s *Service) lockChargedTx(ctx context.Context, tx *store.Tx, member string) error {
	if err := withdrawdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
		return err
	}
	return s.Books.LockTx(ctx, tx, ledger.Wallet(member), ledger.Payout, ledger.Owed(member))
}

// chargeTx takes a charge out of the wallet, as much as it holds, and books the rest as owed. It returns the first of the two
// transfers. What it changes is locked.
func (s *Service) chargeTx(ctx context.Context, tx *store.Tx, c charge) (first ledger.Transfer, err error) {
	wallet, owed := ledger.Wallet(c.member), ledger.Owed(c.member)
	balance, err := s.Books.BalanceTx(ctx, tx, wallet)
	if err != nil {
		return first, err
	}
	holds := min(max(balance.Available(), 0), c.amount)
	for _, part := range []struct {
		key    string
		kind   ledger.Kind
		from   ledger.Account
		amount money.Amount
	}{{c.paid, c.kind, wallet, holds}, {c.owed, withdraw.KindReversal, owed, c.amount - holds}} {
		if part.amount == 0 {
			continue
		}
		moved, err := s.Books.MoveTx(ctx, tx, ledger.Order{
			Key: ledger.InternalKey(part.key, c.reference), Kind: part.kind, Debit: part.from, Credit: ledger.Payout,
			Amount: part.amount, Member: c.member, Detail: c.detail,
		})
		if err != nil {
			return first, err
		}
		if first.ID == 0 {
			first = moved.Transfer
		}
	}
	return first, nil
}
