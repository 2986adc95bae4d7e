package campaign

import (
	"context"

	"krapao/bonus"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Activate grants a bonus. It returns NO_DATA if no bonus with this code can be taken now, BONUS_MAX_CLAIMED, BONUS_FULL, or
// an error of GrantTx.
func (s *Service) Activate(ctx context.Context, member, code string, key ledger.Key) (bonus.Condition, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), bonus.SourceBonus, code)
	if err != nil {
		return bonus.Condition{}, err
	}
	if !yes {
		return bonus.Condition{}, noBonus()
	}
	return s.grant(ctx, &c, member, key)
}

// Redeem grants a promotion, once to each member. It returns NO_PROMOTION, PROMOTION_RECEIVED, BONUS_FULL, or an error of
// GrantTx.
func (s *Service) Redeem(ctx context.Context, member, code string, key ledger.Key) (bonus.Condition, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), bonus.SourcePromotion, normal(code))
	if err != nil {
		return bonus.Condition{}, err
	}
	if !yes {
		return bonus.Condition{}, noPromotion()
	}
	return s.grant(ctx, &c, member, key)
}

// offer is a campaign as a grant asks about it. It implements bonus.Offer.
type offer struct {
	service  *Service
	campaign *Campaign
}

// AllowTx refuses a campaign that the member can't take, or can't take again. It reads the campaign anew, under the lock of the
// member's state.
func (o offer) AllowTx(ctx context.Context, tx *store.Tx, member string) error {
	if o.campaign.Source == bonus.SourcePromotion {
		return o.service.allowPromotionTx(ctx, tx, member, o.campaign.Code)
	}
	return o.service.allowBonusTx(ctx, tx, member, o.campaign.Code)
}

// TakeTx takes a credit from the campaign's quota and budget, or returns BONUS_FULL.
func (o offer) TakeTx(ctx context.Context, tx *store.Tx, credit money.Amount) error {
	return o.campaign.takeTx(ctx, tx, credit)
}

// grant grants a campaign's credit, by the member's stable total.
func (s *Service) grant(ctx context.Context, c *Campaign, member string, key ledger.Key) (bonus.Condition, error) {
	return s.Conditions.Grant(ctx, c.credit(member, key), offer{s, c})
}
