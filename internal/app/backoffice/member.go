package backoffice

import (
	"context"

	"krapao/bonus"
	"krapao/internal/store"
	"krapao/member"
	"krapao/operator/care"
	"krapao/protection"
)

// names are how members are written.
type names struct{ members *member.Service }

// Rewrite implements care.Names.
func (n names) Rewrite(
	ctx context.Context, memberID string, as care.Written,
) (is, becomes care.Written, does func(*store.Tx) error, err error) {
	was, will, does, err := n.members.Rewrite(ctx, memberID, member.Written(as))
	return care.Written(was), care.Written(will), does, err
}

// WrittenTx implements care.Names.
func (n names) WrittenTx(ctx context.Context, tx *store.Tx, memberID string) (care.Written, error) {
	is, err := n.members.WrittenTx(ctx, tx, memberID)
	return care.Written(is), err
}

// limits are those that operators set for one member.
type limits struct{ protection *protection.Service }

func houseLimit(l care.Limit) protection.HouseLimit {
	return protection.HouseLimit{Kind: protection.Kind(l.Kind), Period: protection.Period(l.Period), Amount: l.Amount}
}

func careLimit(l protection.HouseLimit) care.Limit {
	return care.Limit{Kind: string(l.Kind), Period: string(l.Period), Amount: l.Amount}
}

// House implements care.Limits.
func (l limits) House(ctx context.Context, memberID string, of care.Limit) (is care.Limit, looser bool, err error) {
	asked := houseLimit(of)
	if err := asked.Check(); err != nil {
		return is, false, err
	}
	now, err := l.protection.House(ctx, memberID, asked.Kind, asked.Period)
	return careLimit(now), asked.Looser(now), err
}

// HouseTx implements care.Limits.
func (l limits) HouseTx(ctx context.Context, tx *store.Tx, memberID string, of care.Limit) (care.Limit, error) {
	now, err := l.protection.HouseTx(ctx, tx, memberID, protection.Kind(of.Kind), protection.Period(of.Period))
	return careLimit(now), err
}

// SetHouseTx implements care.Limits.
func (l limits) SetHouseTx(ctx context.Context, tx *store.Tx, memberID string, of care.Limit, by string) error {
	return l.protection.SetHouseTx(ctx, tx, memberID, houseLimit(of), by)
}

// conditions are those of members' credits.
type conditions struct{ *bonus.Service }

// Givable implements care.Conditions.
func (c conditions) Givable(ctx context.Context, memberID, condition string) (care.Condition, error) {
	v, err := c.Service.Givable(ctx, memberID, condition)
	of := v.Condition
	return care.Condition{
		ID: of.ID, Source: string(of.Source), Campaign: of.Campaign, Credit: of.Credit, Returns: v.GiveUp.Returned, Kept: v.GiveUp.Kept,
	}, err
}
