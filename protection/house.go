package protection

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/protection/internal/protectiondb"
)

// HouseLimit is a limit that operators set for one member, beside the member's own. Amount is nil where there is none.
type HouseLimit struct {
	Kind   Kind
	Period Period
	Amount *money.Amount
}

// Check returns INVALID_INPUT for an unknown kind or period, and INVALID_AMOUNT for an amount out of bounds.
func (l HouseLimit) Check() error {
	if err := check(l.Kind, l.Period); err != nil {
		return err
	}
	if l.Amount != nil && (*l.Amount < 0 || *l.Amount > money.Max) {
		return fault.New(fault.INVALID_AMOUNT, "a limit must not be below zero")
	}
	return nil
}

// Looser reports whether a limit lets a member do more than another one of the same kind and period.
func (l HouseLimit) Looser(than HouseLimit) bool {
	return than.Amount != nil && (l.Amount == nil || *l.Amount > *than.Amount)
}

// House returns the limit of a kind and period that operators have set for a member.
func (s *Service) House(ctx context.Context, member string, kind Kind, period Period) (HouseLimit, error) {
	return house(ctx, protectiondb.New(s.Store.DB()), member, kind, period)
}

// HouseTx is House in the transaction of an operator's decision.
func (*Service) HouseTx(ctx context.Context, tx *store.Tx, member string, kind Kind, period Period) (HouseLimit, error) {
	return house(ctx, protectiondb.New(tx), member, kind, period)
}

func house(ctx context.Context, q *protectiondb.Queries, member string, kind Kind, period Period) (HouseLimit, error) {
	l := HouseLimit{Kind: kind, Period: period}
	amount, err := q.HouseLimit(ctx, member, string(kind), string(period))
	switch {
	case store.NotFound(err):
		return l, nil
	case err != nil:
		return l, fmt.Errorf("protection: the house's limit: %w", err)
	}
	l.Amount = &amount
	return l, nil
}

// SetHouseTx puts a limit that an operator sets for a member into force, in the commit of its decision. Without an amount there
// is none any more.
func (*Service) SetHouseTx(ctx context.Context, tx *store.Tx, member string, l HouseLimit, by string) error {
	if err := l.Check(); err != nil {
		return err
	}
	q := protectiondb.New(tx)
	var err error
	if l.Amount == nil {
		err = q.DropHouseLimit(ctx, member, string(l.Kind), string(l.Period))
	} else {
		err = q.SetHouseLimit(ctx, protectiondb.SetHouseLimitParams{
			Member: member, Kind: string(l.Kind), Period: string(l.Period), Amount: *l.Amount, SetBy: by,
			SetAt: clock.MicrosOf(tx.Now),
		})
	}
	if err != nil {
		return fmt.Errorf("protection: set the house's limit: %w", err)
	}
	return nil
}
