package care

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
)

// Limit is one that operators set for a member. Without an amount there is none.
type Limit struct {
	Kind   string        `json:"kind"`
	Period string        `json:"period"`
	Amount *money.Amount `json:"amount"`
}

// Limits are those that operators set for one member, beside the member's own (RULES.md section 11).
type Limits interface {
	// House returns the limit of a kind and period, and HouseTx the same in the transaction of a decision. INVALID_INPUT,
	// INVALID_AMOUNT: there can be no such limit.
	House(ctx context.Context, member string, of Limit) (is Limit, looser bool, err error)
	HouseTx(ctx context.Context, tx *store.Tx, member string, of Limit) (is Limit, err error)
	// SetHouseTx puts one into force.
	SetHouseTx(ctx context.Context, tx *store.Tx, member string, l Limit, by string) error
}

// planLimit plans to set a limit for a member, beside its own. A tighter one, or a first, is set by one person at once; two let a
// member have a looser one, or none.
func (s *Service) planLimit(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of Limit
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, now, err := s.plan(ctx, member)
	if err != nil {
		return p, err
	}
	is, looser, err := s.d.Limits.House(ctx, member, of)
	if err != nil {
		return p, err
	}
	p.Two = looser
	p.Seen, p.State = now.State(), stateOfLimit(is)
	p.Says = fmt.Sprintf("the house's %s limit of a %s for the member: %s", of.Kind, of.Period, amountOf(of))
	p.Facts = []operator.Fact{
		{Name: "limit", Kind: operator.FactState, After: of.Kind + "." + of.Period},
		{Name: "amount", Kind: operator.FactAmount, Before: amountOf(is), After: amountOf(of)},
	}
	p.Still = func(tx *store.Tx) (string, error) {
		is, err := s.d.Limits.HouseTx(ctx, tx, member, of)
		return stateOfLimit(is), err
	}
	p.Does = func(tx *store.Tx, d operator.Decision) error { return s.d.Limits.SetHouseTx(ctx, tx, member, of, d.By) }
	return p, nil
}

func stateOfLimit(l Limit) string { return operator.Fingerprint(l.Kind, l.Period, amountOf(l)) }

// amountOf is a limit's amount; empty: there is none.
func amountOf(l Limit) string {
	if l.Amount == nil {
		return ""
	}
	return l.Amount.String()
}
