package arrival

import (
	"cmp"
	"context"
	"fmt"

	"krapao/deposit/declared"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// Declarations lists open declared transfers, oldest first.
func (s *Service) Declarations(ctx context.Context, limit int) ([]declared.Declaration, error) {
	return s.d.Declared.Open(ctx, "", limit)
}

// ShowDeclaration opens a declared transfer with the member's own account and the unclaimed lines that it may belong to. The
// audit log records who looked.
func (s *Service) ShowDeclaration(ctx context.Context, d operator.Decision) (declared.View, error) {
	v, err := s.d.Declared.LookAt(ctx, d.Subject)
	if err != nil {
		return v, err
	}
	_, err = s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "declaration.show", Needs: operator.Support, Member: v.Member,
	})
	if err != nil {
		return declared.View{}, err
	}
	return v, nil
}

// ConfirmDeclaration books a declared transfer that the operator found in the bank's statement. Two persons decide where the
// payer in the statement is not the member's account, and over 5,000 baht. Both must have found the same.
func (s *Service) ConfirmDeclaration(ctx context.Context, d operator.Decision, f declared.Found) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the line of the bank's statement")
	}
	f.Reference = d.Subject
	c, err := s.d.Declared.Confirm(ctx, f)
	if err != nil {
		return operator.Outcome{}, err
	}
	d.Subject = f.Says()
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "declaration.confirm", Needs: operator.Cashier, Member: c.Declaration.Member, Amount: c.Amount,
		Two:  !c.PayerMatches || c.Amount > operator.AssignBound,
		Does: func(tx *store.Tx) error { return c.Tx(ctx, tx) },
		Says: fmt.Sprintf("%s baht are in the member's wallet", c.Amount),
	})
}

// RejectDeclaration rejects a declared transfer for a reason that the member sees. The default is that the bank does not know the
// transfer.
func (s *Service) RejectDeclaration(ctx context.Context, d operator.Decision, reason fault.Code) (operator.Outcome, error) {
	reason = cmp.Or(reason, fault.DEPOSIT_NOT_FOUND)
	v, err := s.d.Declared.Find(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "declaration.reject", Needs: operator.Cashier, Member: v.Member, Amount: v.Amount,
		Does: func(tx *store.Tx) error { return s.d.Declared.RejectTx(ctx, tx, v, reason) },
		Says: fmt.Sprintf("declared transfer %s of %s baht is rejected: %s", v.Reference, v.Amount, reason),
	})
}
