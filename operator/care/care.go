// Package care is what operators do for a member and about its account: they help it log in, keep it from play, close its
// account, and look at pairs of members of one holder's name.
//
// Each decision is a kind about a member, by its ID. It rests on how the account stands (Standing), so that of two operators who
// act on the same page the second one is told.
package care

import (
	"context"
	"encoding/json"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
)

// Members are the members, for operators.
type Members interface {
	// ByUsername finds a member by its phone and returns its ID. NO_USER: there is none.
	ByUsername(ctx context.Context, username string) (member string, err error)
	// Standing returns how a member's account stands, and StandingTx the same in the transaction of a decision. NO_USER: there is
	// no such member.
	Standing(ctx context.Context, member string) (Standing, error)
	StandingTx(ctx context.Context, tx *store.Tx, member string) (Standing, error)
	// Unlock prepares to reset a member's limits on wrong logins; tx does it in the commit of the decision.
	Unlock(ctx context.Context, member string) (tx func(*store.Tx) error, err error)
	// GivePassword prepares a new password for a member; tx sets it in the commit of the decision. All its sessions end.
	GivePassword(ctx context.Context, member, password string) (tx func(*store.Tx) error, err error)
}

// Standing is how a member's account stands.
type Standing struct {
	Active bool
	// Password is another number with each change of the password.
	Password int64
	// BreakUntil and ExcludedUntil are zero where there is none.
	BreakUntil, ExcludedUntil time.Time
}

// State is the fingerprint that decisions about a member rest on.
func (s Standing) State() string {
	return operator.Fingerprint(s.Active, s.Password, clock.MicrosOf(s.BreakUntil), clock.MicrosOf(s.ExcludedUntil))
}

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Members   Members
	// Protection keeps members from play. Holders are the pairs of members of one holder's name.
	Protection Protection
	Holders    Holders
	Flags      Flags
	// Names are how members are written, Limits what the house sets for one, and Conditions those of their credits.
	Names      Names
	Limits     Limits
	Conditions Conditions
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kinds of decisions.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(s.kinds()...)
	return s
}

// The kinds of decision about a member. Their subject is its ID.
const (
	Unlock      = "member.unlock"
	Password    = "member.password"
	EndSessions = "member.sessions"
	EndSession  = "member.session"
	Break       = "member.break"
	Exclude     = "member.exclude"
	Deactivate  = "member.deactivate"
	Reactivate  = "member.reactivate"
	Close       = "member.close"
	SetFlag     = "member.flag"
	EndFlag     = "member.unflag"
	Rename      = "member.name"
	SetLimit    = "member.limit"
	// EndCondition is about a condition: its subject is the member's ID and the condition's, with a space between.
	EndCondition = "condition.end"
)

// closeHolder is the kind of decision about a pair of one holder's name.
const closeHolder = "holder.close"

func (s *Service) kinds() []operator.Kind {
	return []operator.Kind{
		{Name: Unlock, Needs: operator.Support, Plan: s.planUnlock},
		{Name: Password, Needs: operator.Support, Plan: s.planPassword},
		{Name: EndSessions, Needs: operator.Support, Plan: s.planSessions},
		{Name: EndSession, Needs: operator.Support, Plan: s.planSession},
		{Name: Break, Needs: operator.Support, Plan: s.planBreak},
		{Name: Exclude, Needs: operator.Support, Plan: s.planExclude},
		{Name: Deactivate, Needs: operator.Support, Plan: s.planDeactivate},
		{Name: Reactivate, Needs: operator.Support, Plan: s.planReactivate},
		{Name: Close, Needs: operator.Cashier, Plan: s.planClose},
		{Name: SetFlag, Needs: operator.Cashier, Plan: s.planSetFlag},
		{Name: EndFlag, Needs: operator.Cashier, Plan: s.planEndFlag},
		{Name: Rename, Needs: operator.Cashier, Plan: s.planRename},
		{Name: SetLimit, Needs: operator.Support, Plan: s.planLimit},
		{Name: EndCondition, Needs: operator.Cashier, Plan: s.planEndCondition},
		{Name: closeHolder, Needs: operator.Cashier, Plan: s.planCloseHolder},
	}
}

// Standing returns how a member's account stands. NO_USER: there is no such member.
func (s *Service) Standing(ctx context.Context, member string) (Standing, error) {
	return s.d.Members.Standing(ctx, member)
}

// plan is a plan about a member, without what it would do. Unless it says otherwise, one person makes it, at once: it stops
// harm, or helps.
//
// It locks nothing: what shuts a member out locks its game accounts before its state, and an end of it never becomes earlier. So
// of two at the same moment the stricter one counts, whatever their order.
func (s *Service) plan(ctx context.Context, member string) (operator.Plan, Standing, error) {
	now, err := s.d.Members.Standing(ctx, member)
	if err != nil {
		return operator.Plan{}, now, err
	}
	return operator.Plan{
		Member: member, State: now.State(), Facts: []operator.Fact{},
		Still: func(tx *store.Tx) (string, error) {
			still, err := s.d.Members.StandingTx(ctx, tx, member)
			return still.State(), err
		},
	}, now, nil
}

func (s *Service) planUnlock(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	p, _, err := s.plan(ctx, member)
	if err != nil {
		return p, err
	}
	does, err := s.d.Members.Unlock(ctx, member)
	p.Says, p.Does = "the member may log in again", once(does)
	return p, err
}

// Given is the request to give a member a password to log in with and change. One person decides it, so no proposal keeps it.
type Given struct {
	Password string `json:"password"`
}

// passwordLength is that of a given password, in random characters.
const passwordLength = 12

// NewGiven is a random one.
func NewGiven() Given { return Given{id.Lower(passwordLength)} }

func (s *Service) planPassword(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var given Given
	if err := operator.ReadRequest(request, &given); err != nil {
		return operator.Plan{}, err
	}
	p, _, err := s.plan(ctx, member)
	if err != nil {
		return p, err
	}
	does, err := s.d.Members.GivePassword(ctx, member, given.Password)
	p.Says, p.Does, p.Confirm = "the password is set; all sessions ended", once(does), true
	return p, err
}

// once is an effect that was prepared.
func once(does func(*store.Tx) error) func(*store.Tx, operator.Decision) error {
	return func(tx *store.Tx, _ operator.Decision) error { return does(tx) }
}
