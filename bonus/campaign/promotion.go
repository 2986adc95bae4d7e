package campaign

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/fault"
	"krapao/internal/store"
)

// Find returns the promotion with a code, in any case. It returns NO_PROMOTION if none can be taken now.
func (s *Service) Find(ctx context.Context, code string) (Campaign, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), bonus.SourcePromotion, normal(code))
	if err != nil {
		return Campaign{}, err
	}
	if !yes || !c.takable(s.Store.Now()) {
		return Campaign{}, noPromotion()
	}
	return s.completed(ctx, c)
}

func noPromotion() error { return fault.New(fault.NO_PROMOTION, "there is no such promotion now") }

// allowPromotionTx refuses a promotion that the member has received before, even if it was taken back with its deposit.
func (s *Service) allowPromotionTx(ctx context.Context, tx *store.Tx, member, code string) error {
	c, yes, err := s.findCampaign(ctx, campaigndb.New(tx), bonus.SourcePromotion, code)
	if err != nil {
		return err
	}
	if !yes || !c.takable(tx.Now) {
		return noPromotion()
	}
	received, err := s.Conditions.PromotionReceivedTx(ctx, tx, member, code)
	if err == nil && received {
		err = fault.New(fault.PROMOTION_RECEIVED, "the member has received the promotion before")
	}
	return err
}

// Current returns the promotion whose condition the member is under; false if there is none.
func (s *Service) Current(ctx context.Context, member string) (Campaign, bool, error) {
	current, yes, err := s.Conditions.Condition(ctx, member)
	if err != nil || !yes || current.Source != bonus.SourcePromotion {
		return Campaign{}, false, err
	}
	c, _, err := s.findCampaign(ctx, s.reads(), bonus.SourcePromotion, current.Campaign)
	if err != nil {
		return Campaign{}, false, err
	}
	// As frozen at the grant, not as content says now.
	c.Source, c.Code, c.Terms = bonus.SourcePromotion, current.Campaign, current.Terms
	c.Name, c.Description = current.Terms.Name, current.Terms.Description
	return c, true, nil
}
