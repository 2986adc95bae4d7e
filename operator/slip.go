package operator

import (
	"context"
	"fmt"

	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/store"
)

// Slips lists uploaded slips that have not ended, oldest first.
func (s *Service) Slips(ctx context.Context, limit int) ([]slip.Case, error) {
	return s.Slip.Waiting(ctx, limit)
}

// ShowSlip opens a slip with the bank's answer, and returns a token that shows its picture for five minutes (/files/{token}
// of the member listener). The audit log records who looked.
func (s *Service) ShowSlip(ctx context.Context, d Decision) (c slip.Case, token string, err error) {
	if c, err = s.Slip.LookAt(ctx, d.Subject); err != nil {
		return c, "", err
	}
	_, err = s.decide(ctx, d, act{
		name: "slip.show", needs: Support, member: c.Member, does: func(*store.Tx) error { return nil },
	})
	if err != nil {
		return slip.Case{}, "", err
	}
	return c, s.Slip.OperatorLink(c.Reference), nil
}

// AcceptSlip lets a slip in review go on, or gives its money to the member. Two persons decide where the payer is not the
// member's account or an operator named the account, and over 5,000 baht. Both must name the same account.
func (s *Service) AcceptSlip(ctx context.Context, d Decision, account string) (Outcome, error) {
	a, err := s.Slip.Accept(ctx, d.Subject, account)
	if err != nil {
		return Outcome{}, err
	}
	says := "the slip is checked once more, without the rules that it failed"
	if a.Credits {
		says = fmt.Sprintf("%s baht are in the member's wallet", a.Case.Amount)
	}
	if account != "" {
		d.Subject += " at " + account
	}
	return s.decide(ctx, d, act{
		name: "slip.accept", needs: Cashier, member: a.Case.Member, amount: a.Case.Amount,
		two:  !a.Proven || a.Case.Amount > assignBound,
		does: func(tx *store.Tx) error { return a.Tx(ctx, tx) }, says: says,
	})
}

// RejectSlip rejects a slip in review for a reason that the member sees. The default is the slip's own reason.
func (s *Service) RejectSlip(ctx context.Context, d Decision, reason fault.Code) (Outcome, error) {
	c, err := s.Slip.LookAt(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	if reason == "" {
		reason = c.Reason
	}
	return s.decide(ctx, d, act{
		name: "slip.reject", needs: Cashier, member: c.Member, amount: c.Amount,
		does: func(tx *store.Tx) error { return s.Slip.RejectTx(ctx, tx, c.Reference, reason) },
		says: fmt.Sprintf("slip %s is rejected: %s", c.Reference, reason),
	})
}
