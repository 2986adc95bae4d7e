// Package offer is what operators see and decide about what the house gives to members: campaigns, the conditions that were
// granted, the wheel, and the budgets that it is paid from.
package offer

import (
	"context"
	"time"

	"krapao/money"
	"krapao/operator"
)

// Offers are campaigns, the conditions that were granted to members, and the wheel.
type Offers interface {
	Campaigns(ctx context.Context) ([]Campaign, error)
	// Conditions lists a member's conditions, newest first.
	Conditions(ctx context.Context, member string, limit int) ([]MemberCondition, error)
	Wheels(ctx context.Context) ([]Slice, error)
}

// Members finds a member by its phone and returns its ID. NO_USER: there is none.
type Members interface {
	ByUsername(ctx context.Context, username string) (member string, err error)
}

// Deps are what the service is made of. Budgets and Offers may be nil: then there are none.
type Deps struct {
	Approvals *operator.Approvals
	Members   Members
	Offers    Offers
	Budgets   Budgets
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kind of decision.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(operator.Kind{Name: SetBudget, Needs: operator.Chief, Plan: s.planBudget, Life: aWeek})
	d.Approvals.Register(operator.Kind{Name: SetAlarm, Needs: operator.Chief, Plan: s.planAlarm})
	return s
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

// Campaigns lists the campaigns, closed ones too.
func (s *Service) Campaigns(ctx context.Context) ([]Campaign, error) {
	if s.d.Offers == nil {
		return nil, nil
	}
	return s.d.Offers.Campaigns(ctx)
}

// Conditions lists what was granted to a member, by its phone.
func (s *Service) Conditions(ctx context.Context, phone string, limit int) ([]MemberCondition, error) {
	member, err := s.d.Members.ByUsername(ctx, phone)
	if err != nil || s.d.Offers == nil {
		return nil, err
	}
	return s.d.Offers.Conditions(ctx, member, limit)
}

// Wheel lists the slices of all versions of the wheel's table, newest first.
func (s *Service) Wheel(ctx context.Context) ([]Slice, error) {
	if s.d.Offers == nil {
		return nil, nil
	}
	return s.d.Offers.Wheels(ctx)
}
