package withdrawal

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/withdraw"
)

// Reduced is the request to reduce a withdrawal: the amount that it becomes.
type Reduced struct {
	Amount money.Amount `json:"amount"`
}

// planReduce plans to lessen a withdrawal in review to an amount; the rest is in the wallet at once. Over 50,000 baht (a
// setting) two persons must agree, whatever it becomes. It stays in review: approving it is a decision of its own.
func (s *Service) planReduce(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var of Reduced
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	b, p, err := s.plan(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	if b.w.State != withdraw.Review {
		return operator.Plan{}, fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, b.w.State)
	}
	if err := withdraw.Reducible(b.w.Amount, of.Amount); err != nil {
		return operator.Plan{}, err
	}
	p.Two, err = s.d.Requests.TwoPersons(ctx, b.w, false)
	p.Facts = []operator.Fact{
		{Name: "amount", Kind: operator.FactAmount, Before: b.w.Amount.String(), After: of.Amount.String()},
		{Name: "state", Kind: operator.FactState, After: string(b.w.State)},
		{Name: "account", Kind: operator.FactAccount, After: b.w.BankCode + " " + b.w.AccountShown},
		{Name: "owed", Kind: operator.FactAmount, After: b.owed.String()},
	}
	p.Says = fmt.Sprintf("withdrawal %s of %s baht is reduced to %s", b.w.Reference, b.w.Amount, of.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		return s.d.Review.ReduceTx(ctx, tx, reference, of.Amount)
	}
	return p, err
}
