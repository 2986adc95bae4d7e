package arrival

import (
	"context"
	"fmt"

	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// Slips lists uploaded slips that have not ended, oldest first.
func (s *Service) Slips(ctx context.Context, limit int) ([]slip.Case, error) {
	return s.d.Slip.Waiting(ctx, limit)
}

// ShowSlip opens a slip with the bank's answer, and returns a token that shows its picture for five minutes (/files/{token}
// of the member listener). The audit log records who looked.
func (s *Service) ShowSlip(ctx context.Context, d operator.Decision) (c slip.Case, token string, err error) {
	if c, err = s.d.Slip.LookAt(ctx, d.Subject); err != nil {
		return c, "", err
	}
	_, err = s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "slip.show", Needs: operator.Support, Member: c.Member,
	})
	if err != nil {
		return slip.Case{}, "", err
	}
	return c, s.d.Slip.OperatorLink(c.Reference), nil
}

// AcceptSlip lets a slip in review go on, or gives its money to the member. Two persons decide where the payer is not the
// member's account or an operator named the account, and over 5,000 baht. Both must name the same account.
func (s *Service) AcceptSlip(ctx context.Context, d operator.Decision, account string) (operator.Outcome, error) {
	a, err := s.d.Slip.Accept(ctx, d.Subject, account)
	if err != nil {
		return operator.Outcome{}, err
	}
	says := "the slip is checked once more, without the rules that it failed"
	if a.Credits {
		says = fmt.Sprintf("%s baht are in the member's wallet", a.Case.Amount)
	}
	if account != "" {
		d.Subject += " at " + account
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "slip.accept", Needs: operator.Cashier, Member: a.Case.Member, Amount: a.Case.Amount,
		Two:  !a.Proven || a.Case.Amount > operator.AssignBound,
		Does: func(tx *store.Tx) error { return a.Tx(ctx, tx) }, Says: says,
	})
}

// RejectSlip rejects a slip in review for a reason that the member sees. The default is the slip's own reason.
func (s *Service) RejectSlip(ctx context.Context, d operator.Decision, reason fault.Code) (operator.Outcome, error) {
	c, err := s.d.Slip.LookAt(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	if reason == "" {
		reason = c.Reason
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "slip.reject", Needs: operator.Cashier, Member: c.Member, Amount: c.Amount,
		Does: func(tx *store.Tx) error { return s.d.Slip.RejectTx(ctx, tx, c.Reference, reason) },
		Says: fmt.Sprintf("slip %s is rejected: %s", c.Reference, reason),
	})
}
