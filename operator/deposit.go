package operator

import (
	"cmp"
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/store"
)

// Declarations lists open declared transfers, oldest first.
func (s *Service) Declarations(ctx context.Context, limit int) ([]declared.Declaration, error) {
	return s.Declared.Open(ctx, "", limit)
}

// ShowDeclaration opens a declared transfer with the member's own account and the unclaimed lines that it may belong to. The
// audit log records who looked.
func (s *Service) ShowDeclaration(ctx context.Context, d Decision) (declared.View, error) {
	v, err := s.Declared.LookAt(ctx, d.Subject)
	if err != nil {
		return v, err
	}
	_, err = s.decide(ctx, d, act{
		name: "declaration.show", needs: Support, member: v.Member, does: func(*store.Tx) error { return nil },
	})
	if err != nil {
		return declared.View{}, err
	}
	return v, nil
}

// ConfirmDeclaration books a declared transfer that the operator found in the bank's statement. Two persons decide where the
// payer in the statement is not the member's account, and over 5,000 baht. Both must have found the same.
func (s *Service) ConfirmDeclaration(ctx context.Context, d Decision, f declared.Found) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the line of the bank's statement")
	}
	f.Reference = d.Subject
	c, err := s.Declared.Confirm(ctx, f)
	if err != nil {
		return Outcome{}, err
	}
	d.Subject = f.Says()
	return s.decide(ctx, d, act{
		name: "declaration.confirm", needs: Cashier, member: c.Declaration.Member, amount: c.Amount,
		two:  !c.PayerMatches || c.Amount > assignBound,
		does: func(tx *store.Tx) error { return c.Tx(ctx, tx) },
		says: fmt.Sprintf("%s baht are in the member's wallet", c.Amount),
	})
}

// RejectDeclaration rejects a declared transfer for a reason that the member sees. The default is that the bank does not know the
// transfer.
func (s *Service) RejectDeclaration(ctx context.Context, d Decision, reason fault.Code) (Outcome, error) {
	reason = cmp.Or(reason, fault.DEPOSIT_NOT_FOUND)
	v, err := s.Declared.Find(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	return s.decide(ctx, d, act{
		name: "declaration.reject", needs: Cashier, member: v.Member, amount: v.Amount,
		does: func(tx *store.Tx) error { return s.Declared.RejectTx(ctx, tx, v, reason) },
		says: fmt.Sprintf("declared transfer %s of %s baht is rejected: %s", v.Reference, v.Amount, reason),
	})
}

// Unmatched lists money that nobody has claimed, oldest first.
func (s *Service) Unmatched(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.Deposits.UnmatchedMoney(ctx, limit)
}

// AssignUnmatched gives unmatched money to a member. Two persons decide where its payer is not the member's account, and over
// 5,000 baht. Both must name the same member.
func (s *Service) AssignUnmatched(ctx context.Context, d Decision, member string) (Outcome, error) {
	in, err := s.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	matches, err := s.Deposits.PayerIs(ctx, member, in.Payer)
	if err != nil {
		return Outcome{}, err
	}
	d.Subject += " to " + member
	return s.decide(ctx, d, act{
		name: "unmatched.assign", needs: Cashier, member: member, amount: in.Amount, two: !matches || in.Amount > assignBound,
		does: func(tx *store.Tx) error { return s.Deposits.AssignTx(ctx, tx, in.ID, member) },
		says: fmt.Sprintf("%s baht are in the member's wallet", in.Amount),
	})
}

// ReturnUnmatched books unmatched money as returned to its payer. Over 5,000 baht two persons decide.
func (s *Service) ReturnUnmatched(ctx context.Context, d Decision) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the bank's reference of the transfer back")
	}
	return s.endHeld(ctx, d, "unmatched.return", false, s.Deposits.ReturnTx, "%s baht are booked as gone back to their payer")
}

// ReverseDeposit books that the bank took an arrival back, where no statement or gateway reports it: two persons, with the bank's
// notice. The member owes what is no longer in its wallet.
func (s *Service) ReverseDeposit(ctx context.Context, d Decision) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the bank's notice")
	}
	in, err := s.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	return s.decide(ctx, d, act{
		name: "deposit.reverse", needs: Cashier, member: in.Member, amount: in.Amount, two: true,
		does: func(tx *store.Tx) error {
			_, err := s.Deposits.ReverseTx(ctx, tx, deposit.ReverseRequest{
				Account: in.Account, Source: in.Source, Reference: "by hand: " + d.Evidence,
			})
			return err
		},
		says: fmt.Sprintf("%s baht are booked as taken back", in.Amount),
	})
}

// Statements lists how far the statement of each of our accounts is read.
func (s *Service) Statements(ctx context.Context) ([]feed.Statement, error) {
	return s.Feed.Statements(ctx)
}
