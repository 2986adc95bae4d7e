package bonus

import (
	"context"
	"strings"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// normal is the form in which a promotion's code is stored and looked up.
func normal(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// Find returns the promotion with a code, in any case. It returns NO_PROMOTION if none can be taken now.
func (s *Service) Find(ctx context.Context, code string) (Campaign, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), SourcePromotion, normal(code))
	if err != nil {
		return Campaign{}, err
	}
	if !yes || !c.takable(s.Store.Now()) {
		return Campaign{}, noPromotion()
	}
	return s.completed(ctx, c)
}

func noPromotion() error { return fault.New(fault.NO_PROMOTION, "there is no such promotion now") }

// Redeem grants a promotion, once to each member. It returns NO_PROMOTION, PROMOTION_RECEIVED, BONUS_FULL, or an error of
// GrantTx.
func (s *Service) Redeem(ctx context.Context, member, code string, key ledger.Key) (Condition, error) {
	c, yes, err := s.findCampaign(ctx, s.reads(), SourcePromotion, normal(code))
	if err != nil {
		return Condition{}, err
	}
	if !yes {
		return Condition{}, noPromotion()
	}
	return s.grantCampaign(ctx, &c, member, key)
}

// allowPromotionTx refuses a promotion that the member has received before, even if it was taken back with its deposit.
func (s *Service) allowPromotionTx(ctx context.Context, tx *store.Tx, member, code string) error {
	q := bonusdb.New(tx)
	c, yes, err := s.findCampaign(ctx, q, SourcePromotion, code)
	if err != nil {
		return err
	}
	if !yes || !c.takable(tx.Now) {
		return noPromotion()
	}
	n, err := q.PromotionReceived(ctx, member, code)
	if err == nil && n > 0 {
		err = fault.New(fault.PROMOTION_RECEIVED, "the member has received the promotion before")
	}
	return err
}

// Current returns the promotion whose condition the member is under; false if there is none.
func (s *Service) Current(ctx context.Context, member string) (Campaign, bool, error) {
	current, yes, err := live(ctx, s.reads(), member)
	if err != nil || !yes || current.Source != SourcePromotion {
		return Campaign{}, false, err
	}
	c, _, err := s.findCampaign(ctx, s.reads(), SourcePromotion, current.Campaign)
	if err != nil {
		return Campaign{}, false, err
	}
	c.Source, c.Code, c.Terms = SourcePromotion, current.Campaign, current.Terms // as frozen at the grant, not as content says now
	c.Name, c.Description = current.Terms.Name, current.Terms.Description
	return c, true, nil
}
