package arrival

import (
	"cmp"
	"context"
	"encoding/json"
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

// atAccount is the request to accept a slip whose money is at an account.
type atAccount struct {
	Account string `json:"account,omitempty"`
}

// withCode is the request to reject something for a reason that the member reads.
type withCode struct {
	Code fault.Code `json:"code,omitempty"`
}

// seenSlip is a slip as it is opened.
func seenSlip(c slip.Case, now slip.Standing) string {
	return operator.Fingerprint(c.Reference, c.Member, c.Amount, c.Account, now)
}

// planSlip is a plan about a slip, without what it would do. rests is what else it rests on.
func (s *Service) planSlip(ctx context.Context, c slip.Case, becomes string, rests ...any) operator.Plan {
	state := func(now slip.Standing) string {
		return operator.Fingerprint(c.Reference, c.Member, c.Amount, c.Account, now, rests)
	}
	return operator.Plan{
		Member: c.Member, Amount: c.Amount, State: state(c.Standing), Seen: seenSlip(c, c.Standing),
		Still: func(tx *store.Tx) (string, error) {
			now, err := slip.StandingTx(ctx, tx, c.Reference)
			return state(now), err
		},
		Facts: []operator.Fact{
			{Name: "state", Kind: operator.FactState, Before: c.State, After: becomes},
			{Name: "why", Kind: operator.FactWhy, After: string(c.Reason)},
			{Name: "amount", Kind: operator.FactAmount, After: c.Amount.String()},
			{Name: "bankReference", Kind: operator.FactText, After: c.Bank + " " + c.BankReference},
			{Name: "booked", Kind: operator.FactState, After: cmp.Or(string(c.InflowState), "no")},
		},
	}
}

func (s *Service) planAccept(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var at atAccount
	if err := operator.ReadRequest(request, &at); err != nil {
		return operator.Plan{}, err
	}
	a, err := s.d.Slip.Accept(ctx, reference, at.Account)
	if err != nil {
		return operator.Plan{}, err
	}
	becomes, says := "received", "the slip is checked once more, without the rules that it failed"
	if a.Credits {
		becomes, says = "credited", fmt.Sprintf("%s baht are in the member's wallet", a.Case.Amount)
	}
	p := s.planSlip(ctx, a.Case, becomes, at.Account, a.Credits, a.Proven)
	p.Two, p.Says = !a.Proven || a.Case.Amount > operator.AssignBound, says
	p.Facts = append(p.Facts, operator.Fact{Name: "account", Kind: operator.FactAccount, After: cmp.Or(at.Account, a.Case.Account)},
		payerIs(a.Case.Payer, a.Proven))
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return a.Tx(ctx, tx) }
	return p, nil
}

func (s *Service) planReject(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var with withCode
	if err := operator.ReadRequest(request, &with); err != nil {
		return operator.Plan{}, err
	}
	c, err := s.d.Slip.LookAt(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	code := cmp.Or(with.Code, c.Reason)
	p := s.planSlip(ctx, c, "failed", code)
	p.Says = fmt.Sprintf("slip %s is rejected: %s", c.Reference, code)
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return s.d.Slip.RejectTx(ctx, tx, c.Reference, code) }
	return p, nil
}
