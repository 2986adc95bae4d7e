package app

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/spin"
)

// offers are the campaigns, the grants and the wheel, as operators see them.
type offers struct {
	bonuses   *bonus.Service
	campaigns *campaign.Service
	coins     *spin.Service
}

// Campaigns implements operator.Offers.
func (o offers) Campaigns(ctx context.Context) ([]operator.Campaign, error) {
	list, err := o.campaigns.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]operator.Campaign, 0, len(list))
	for _, c := range list {
		all = append(all, operator.Campaign{
			Source: string(c.Source), Code: c.Code, Open: c.Open, Grants: c.Grants, Quota: c.Quota, Active: c.Live,
			Spent: c.Spent, Budget: c.Budget,
		})
	}
	return all, nil
}

// CloseTx implements operator.Offers.
func (o offers) CloseTx(ctx context.Context, tx *store.Tx, source, code string) (bool, error) {
	return o.campaigns.CloseTx(ctx, tx, bonus.Source(source), code)
}

// Conditions implements operator.Offers.
func (o offers) Conditions(ctx context.Context, member string, limit int) ([]operator.MemberCondition, error) {
	list, now, err := o.bonuses.History(ctx, member, limit)
	if err != nil {
		return nil, err
	}
	all := make([]operator.MemberCondition, 0, len(list))
	for _, c := range list {
		one := operator.MemberCondition{
			ID: c.ID, Source: string(c.Source), Campaign: c.Campaign, State: string(c.State), Credit: c.Credit, Deposit: c.Deposit,
			Returned: c.Returned, Base: c.Base, Required: c.Required, GrantedAt: c.GrantedAt, ExpiresAt: c.ExpiresAt, EndedAt: c.EndedAt,
		}
		if now != nil && now.Condition.ID == c.ID {
			p := now.Position
			one.Position, one.Floor, one.Target, one.Turned = p.Total-p.Own, p.Floor-p.Own, p.Target-p.Own, p.Turned
			one.ExpiresAt = now.ExpiresAt
		}
		all = append(all, one)
	}
	return all, nil
}

// Wheels implements operator.Offers.
func (o offers) Wheels(ctx context.Context) ([]operator.Slice, error) {
	list, err := o.coins.Draws(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]operator.Slice, 0, len(list))
	for _, d := range list {
		all = append(all, operator.Slice{
			Version: d.Version, InForce: d.InForce, Code: d.Slice.Code, Weight: d.Slice.Weight, Draws: d.Draws, Paid: d.Paid,
		})
	}
	return all, nil
}
