package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/money"
)

// Offers are campaigns, the conditions that were granted to members, and the wheel.
type Offers interface {
	Campaigns(ctx context.Context) ([]Campaign, error)
	// CloseTx closes a campaign for members who do not have it yet. It reports whether there was an open one.
	CloseTx(ctx context.Context, tx *store.Tx, source, code string) (bool, error)
	// Conditions lists a member's conditions, newest first.
	Conditions(ctx context.Context, member string, limit int) ([]MemberCondition, error)
	Wheels(ctx context.Context) ([]Slice, error)
}

// Campaign is a bonus or promotion, and what was granted of it.
type Campaign struct {
	// Source is bonus or promotion.
	Source, Code string
	Open         bool
	// Grants are all grants so far, Quota is the most there may be (0: any number), and Active are those that still run.
	Grants, Quota, Active int64
	// Spent is what was granted less what came back. Budget is the most that may be spent.
	Spent, Budget money.Amount
}

// MemberCondition is one conditional credit of a member.
type MemberCondition struct {
	ID, Source, Campaign, State string
	Credit, Deposit, Returned   money.Amount
	// Position is what has become of Base, between Floor and Target. It is set only while the condition is active.
	Position, Base, Floor, Target money.Amount
	// Turned is how much was played of Required. 0: nothing is required.
	Turned, Required              money.Amount
	GrantedAt, ExpiresAt, EndedAt time.Time
}

// Slice is a slice of the wheel, and how often it was drawn under this version of the table.
type Slice struct {
	Version int64
	InForce bool
	Code    string
	Weight  int64
	Draws   int64
	Paid    money.Amount
}

// CampaignList lists the campaigns, closed ones too.
func (s *Service) CampaignList(ctx context.Context) ([]Campaign, error) {
	if s.Offers == nil {
		return nil, nil
	}
	return s.Offers.Campaigns(ctx)
}

// CloseCampaign closes a campaign at once: nobody can take it any more, and members who have it keep it. The subject is its code.
func (s *Service) CloseCampaign(ctx context.Context, d Decision, source string) (Outcome, error) {
	return s.decide(ctx, d, act{
		name: "campaign.close." + source, needs: Cashier, says: fmt.Sprintf("%s %s is closed", source, d.Subject),
		does: func(tx *store.Tx) error {
			closed, err := s.Offers.CloseTx(ctx, tx, source, d.Subject)
			if err == nil && !closed {
				err = fmt.Errorf("operator: there is no open %s %q; see krapao operator campaigns", source, d.Subject)
			}
			return err
		},
	})
}

// MemberConditions lists what was granted to a member, by its phone.
func (s *Service) MemberConditions(ctx context.Context, phone string, limit int) ([]MemberCondition, error) {
	member, err := s.Members.ByUsername(ctx, phone)
	if err != nil || s.Offers == nil {
		return nil, err
	}
	return s.Offers.Conditions(ctx, member, limit)
}

// Wheel lists the slices of all versions of the wheel's table, newest first.
func (s *Service) Wheel(ctx context.Context) ([]Slice, error) {
	if s.Offers == nil {
		return nil, nil
	}
	return s.Offers.Wheels(ctx)
}
