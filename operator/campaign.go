package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/money"
)

// Offers are the campaigns, the conditions that members were granted, and the wheel.
type Offers interface {
	Campaigns(ctx context.Context) ([]Campaign, error)
	// CloseTx ends a campaign for those who do not have it yet; false where there is none that is open.
	CloseTx(ctx context.Context, tx *store.Tx, source, code string) (bool, error)
	// Conditions are a member's, the newest first.
	Conditions(ctx context.Context, member string, limit int) ([]MemberCondition, error)
	Wheels(ctx context.Context) ([]Slice, error)
}

// Campaign is what members may take, and what was granted of it.
type Campaign struct {
	// Source is bonus or promotion.
	Source, Code string
	Open         bool
	// Grants are all so far, Quota the most there may be (0: any number), Active those that last.
	Grants, Quota, Active int64
	// Spent is what was granted less what came back, Budget the most that may be.
	Spent, Budget money.Amount
}

// MemberCondition is one conditional credit of a member.
type MemberCondition struct {
	ID, Source, Campaign, State string
	Credit, Deposit, Returned   money.Amount
	// Position is what was made of Base so far, between Floor and Target; only of one that lasts.
	Position, Base, Floor, Target money.Amount
	// Turned of Required was played; 0: none is required.
	Turned, Required              money.Amount
	GrantedAt, ExpiresAt, EndedAt time.Time
}

// Slice is one of the wheel's, and how often it was drawn under the table's version.
type Slice struct {
	Version int64
	InForce bool
	Code    string
	Weight  int64
	Draws   int64
	Paid    money.Amount
}

// CampaignList lists the campaigns, the closed ones too.
func (s *Service) CampaignList(ctx context.Context) ([]Campaign, error) {
	if s.Offers == nil {
		return nil, nil
	}
	return s.Offers.Campaigns(ctx)
}

// CloseCampaign ends a campaign at once: nobody takes it any more, and whoever has it keeps it. The subject is its code.
func (s *Service) CloseCampaign(ctx context.Context, d Decision, source string) (Outcome, error) {
	return s.decide(ctx, d, act{
		name: "campaign.close." + source, needs: Cashier, says: fmt.Sprintf("%s %s is closed", source, d.Subject),
		does: func(tx *store.Tx) error {
			closed, err := s.Offers.CloseTx(ctx, tx, source, d.Subject)
			if err == nil && !closed {
				err = fmt.Errorf("operator: no %s %q is open", source, d.Subject)
			}
			return err
		},
	})
}

// MemberConditions lists what a member was granted, by its phone.
func (s *Service) MemberConditions(ctx context.Context, phone string, limit int) ([]MemberCondition, error) {
	member, err := s.Members.ByUsername(ctx, phone)
	if err != nil || s.Offers == nil {
		return nil, err
	}
	return s.Offers.Conditions(ctx, member, limit)
}

// Wheel lists the slices of all versions of the wheel's table, the newest first.
func (s *Service) Wheel(ctx context.Context) ([]Slice, error) {
	if s.Offers == nil {
		return nil, nil
	}
	return s.Offers.Wheels(ctx)
}
