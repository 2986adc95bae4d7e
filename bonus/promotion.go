package bonus

import (
	"context"
	"strings"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// normal is a promotion's code as it is kept and looked up.
func normal(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// Find is the promotion with a code, in whatever case; NO_PROMOTION where there is none to be had.
func (s *Service) Find(ctx context.Context, code string) (Campaign, error) {
	c, yes, err := s.campaign(ctx, s.reads(), SourcePromotion, normal(code))
	if err != nil {
		return Campaign{}, err
	}
	if !yes || !c.takable(s.Store.Now()) {
		return Campaign{}, noPromotion()
	}
	return s.completed(ctx, c)
}

func noPromotion() error { return fault.New(fault.NO_PROMOTION, "there is no such promotion now") }

// Redeem grants a promotion, to a member once. NO_PROMOTION, PROMOTION_RECEIVED, BONUS_FULL, and what a grant is refused
// with.
func (s *Service) Redeem(ctx context.Context, member, code string, key ledger.Key) (Condition, error) {
	c, yes, err := s.campaign(ctx, s.reads(), SourcePromotion, normal(code))
	if err != nil {
		return Condition{}, err
	}
	if !yes {
		return Condition{}, noPromotion()
	}
	return s.grant(ctx, c.credit(member, key), offer{
		allowTx: func(ctx context.Context, tx *store.Tx) error { return s.allowPromotionTx(ctx, tx, member, c.Code) },
		takeTx:  c.takeTx,
	})
}

func (s *Service) allowPromotionTx(ctx context.Context, tx *store.Tx, member, code string) error {
	q := bonusdb.New(tx)
	c, yes, err := s.campaign(ctx, q, SourcePromotion, code)
	if err != nil {
		return err
	}
	if !yes || !c.takable(tx.Now) {
		return noPromotion()
	}
	n, err := q.PromotionReceived(ctx, member, code)
	if err == nil && n > 0 {
		err = fault.New(fault.PROMOTION_RECEIVED, "the member had it before")
	}
	return err
}

// Current is the promotion whose condition the member is under; false where there is none.
func (s *Service) Current(ctx context.Context, member string) (Campaign, bool, error) {
	held, yes, err := live(ctx, s.reads(), member)
	if err != nil || !yes || held.Source != SourcePromotion {
		return Campaign{}, false, err
	}
	c, _, err := s.campaign(ctx, s.reads(), SourcePromotion, held.Campaign)
	if err != nil {
		return Campaign{}, false, err
	}
	c.Source, c.Code, c.Terms = SourcePromotion, held.Campaign, held.Terms // frozen at the grant, whatever content says now
	c.Name, c.Description = held.Terms.Name, held.Terms.Description
	return c, true, nil
}
