package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
)

// Protection keeps members from play, and lets them in again (RULES.md sections 11 and 12). What changes something runs in
// the transaction of the decision.
type Protection interface {
	// BreakTx and ExcludeTx shut a member out for days or months, as if it had asked itself: nobody brings the end forward.
	BreakTx(ctx context.Context, tx *store.Tx, member string, days int, by string) (time.Time, error)
	ExcludeTx(ctx context.Context, tx *store.Tx, member string, months int, by string) (time.Time, error)
	// SetActiveTx deactivates a member, or lets it in again.
	SetActiveTx(ctx context.Context, tx *store.Tx, member string, active bool, by string) error
	// CloseTx deactivates a member and has everything paid out that it has.
	CloseTx(ctx context.Context, tx *store.Tx, member, by string) error
	// EndSessionsTx logs a member out everywhere.
	EndSessionsTx(ctx context.Context, tx *store.Tx, member string) error
	// Kept tells how a member stands.
	Kept(ctx context.Context, member string) (Kept, error)
}

// Kept is how a member stands towards play.
type Kept struct {
	Member                    string
	Active                    bool
	BreakUntil, ExcludedUntil time.Time
	// ComingHome: shut out, and money may still be in games.
	ComingHome bool
	// Events are what happened, the newest first.
	Events []KeptEvent
}

// KeptEvent is one of them; By is empty where the member did it itself, or time.
type KeptEvent struct {
	Kind, By  string
	Until, At time.Time
}

// MemberKept tells how a member stands; its subject is the member's phone.
func (s *Service) MemberKept(ctx context.Context, phone string) (Kept, error) {
	member, err := s.Members.ByUsername(ctx, phone)
	if err != nil {
		return Kept{}, err
	}
	return s.Protection.Kept(ctx, member)
}

// BreakMember shuts a member out for days. The subject of this and the following decisions is the member's phone.
func (s *Service) BreakMember(ctx context.Context, d Decision, days int) (Outcome, error) {
	return s.keep(ctx, d, "member.break", fmt.Sprintf("the member is shut out for %d days", days), func(tx *store.Tx, member string) error {
		_, err := s.Protection.BreakTx(ctx, tx, member, days, d.By)
		return err
	})
}

// ExcludeMember shuts a member out for months.
func (s *Service) ExcludeMember(ctx context.Context, d Decision, months int) (Outcome, error) {
	return s.keep(ctx, d, "member.exclude", fmt.Sprintf("the member is shut out for %d months", months), func(tx *store.Tx, member string) error {
		_, err := s.Protection.ExcludeTx(ctx, tx, member, months, d.By)
		return err
	})
}

// DeactivateMember shuts a member out until it is let in again, and out of its account.
func (s *Service) DeactivateMember(ctx context.Context, d Decision) (Outcome, error) {
	return s.keep(ctx, d, "member.deactivate", "the member can't log in, and its money comes home", func(tx *store.Tx, member string) error {
		return s.Protection.SetActiveTx(ctx, tx, member, false, d.By)
	})
}

// ReactivateMember lets a deactivated member in again. A break or an exclusion of its own stands.
func (s *Service) ReactivateMember(ctx context.Context, d Decision) (Outcome, error) {
	return s.keep(ctx, d, "member.reactivate", "the member may log in again", func(tx *store.Tx, member string) error {
		return s.Protection.SetActiveTx(ctx, tx, member, true, d.By)
	})
}

// CloseMember deactivates a member and has everything paid out, any amount of at least one baht.
func (s *Service) CloseMember(ctx context.Context, d Decision) (Outcome, error) {
	return s.keep(ctx, d, "member.close", "the account is closed; what it has is paid out once it is home", func(tx *store.Tx, member string) error {
		return s.Protection.CloseTx(ctx, tx, member, d.By)
	})
}

// EndMemberSessions logs a member out everywhere; its passwords at games change.
func (s *Service) EndMemberSessions(ctx context.Context, d Decision) (Outcome, error) {
	return s.keep(ctx, d, "member.sessions", "all sessions ended", func(tx *store.Tx, member string) error {
		return s.Protection.EndSessionsTx(ctx, tx, member)
	})
}

// keep carries out one of these: one person's, at once, since it is there to stop harm.
func (s *Service) keep(ctx context.Context, d Decision, name, says string, does func(tx *store.Tx, member string) error) (Outcome, error) {
	member, err := s.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	needs := Support
	if name == "member.close" {
		needs = Cashier
	}
	return s.decide(ctx, d, act{
		name: name, needs: needs, member: member, says: says, does: func(tx *store.Tx) error { return does(tx, member) },
	})
}
