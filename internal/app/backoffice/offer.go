package backoffice

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/operator/offer"
	"krapao/spin"
)

// offers are the campaigns, the grants and the wheel, as operators see them.
type offers struct {
	bonuses   *bonus.Service
	campaigns *campaign.Service
	coins     *spin.Service
}

// Campaigns implements offer.Offers.
func (o offers) Campaigns(ctx context.Context) ([]offer.Campaign, error) {
	list, err := o.campaigns.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]offer.Campaign, 0, len(list))
	for _, c := range list {
		all = append(all, offer.Campaign{
			Source: string(c.Source), Code: c.Code, Open: c.Open, Grants: c.Grants, Quota: c.Quota, Active: c.Live,
			Spent: c.Spent, Budget: c.Budget,
		})
	}
	return all, nil
}

// Conditions implements offer.Offers.
func (o offers) Conditions(ctx context.Context, member string, limit int) ([]offer.MemberCondition, error) {
	list, now, err := o.bonuses.History(ctx, member, limit)
	if err != nil {
		return nil, err
	}
	all := make([]offer.MemberCondition, 0, len(list))
	for _, c := range list {
		one := offer.MemberCondition{
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

// Wheels implements offer.Offers.
func (o offers) Wheels(ctx context.Context) ([]offer.Slice, error) {
	list, err := o.coins.Draws(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]offer.Slice, 0, len(list))
	for _, d := range list {
		all = append(all, offer.Slice{
			Version: d.Version, InForce: d.InForce, Code: d.Slice.Code, Weight: d.Slice.Weight, Draws: d.Draws, Paid: d.Paid,
		})
	}
	return all, nil
}
