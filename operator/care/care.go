// Package care is what operators do for a member and about its account: they help it log in, keep it from play, close its
// account, and find who else has its holder's name.
package care

import (
	"context"

	"krapao/internal/id"
	"krapao/operator"
)

// Members are the members, for operators.
type Members interface {
	// ByUsername finds a member by its phone and returns its ID. NO_USER: there is none.
	ByUsername(ctx context.Context, username string) (member string, err error)
	// Unlock resets a member's limits on wrong logins.
	Unlock(ctx context.Context, member string) error
	// SetPassword gives a member a new password. All its sessions end.
	SetPassword(ctx context.Context, member, password string) error
}

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Members   Members
	// Protection keeps members from play. Holders finds members by the names of their accounts' holders.
	Protection Protection
	Holders    Holders
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Unlock lets a member log in again after too many wrong passwords. The subject is the member's phone.
func (s *Service) Unlock(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	member, err := s.d.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	return s.d.Approvals.RecordThenDo(ctx, d, operator.Action{
		Name: "member.unlock", Needs: operator.Support, Member: member, Says: "the member may log in again",
	}, func() error { return s.d.Members.Unlock(ctx, member) })
}

// OneTimePassword gives a member a random password to log in with and change. All its sessions end, and for 24 hours
// operators review its withdrawals.
func (s *Service) OneTimePassword(ctx context.Context, d operator.Decision) (password string, out operator.Outcome, err error) {
	member, err := s.d.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return "", operator.Outcome{}, err
	}
	password = id.Lower(12)
	out, err = s.d.Approvals.RecordThenDo(ctx, d, operator.Action{
		Name: "member.password", Needs: operator.Support, Member: member, Confirm: true,
		Says: "the password is set; all sessions ended",
	}, func() error { return s.d.Members.SetPassword(ctx, member, password) })
	if err != nil {
		return "", operator.Outcome{}, err
	}
	return password, out, nil
}
