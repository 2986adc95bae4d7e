package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
)

// Protection keeps members from play, and lets them in again (RULES.md sections 11 and 12). Its changes run in the
// transaction of the decision.
type Protection interface {
	// BreakTx and ExcludeTx shut a member out for days or months, as if it had asked for it: the end never becomes earlier.
	BreakTx(ctx context.Context, tx *store.Tx, member string, days int, by string) (time.Time, error)
	ExcludeTx(ctx context.Context, tx *store.Tx, member string, months int, by string) (time.Time, error)
	// SetActiveTx deactivates a member, or lets it in again.
	SetActiveTx(ctx context.Context, tx *store.Tx, member string, active bool, by string) error
	// CloseTx deactivates a member and pays out everything that it has.
	CloseTx(ctx context.Context, tx *store.Tx, member, by string) error
	// EndSessionsTx logs a member out everywhere.
	EndSessionsTx(ctx context.Context, tx *store.Tx, member string) error
	// PlayStatus returns whether a member may play.
	PlayStatus(ctx context.Context, member string) (PlayStatus, error)
}

// PlayStatus says whether a member may play.
type PlayStatus struct {
	Member                    string
	Active                    bool
	BreakUntil, ExcludedUntil time.Time
	// ComingHome: the member is shut out, and money may still be in games.
	ComingHome bool
	// Events are what happened, newest first.
	Events []PlayEvent
}

// PlayEvent is a change of a member's play status. By is empty where the member did it itself, or where the time was over.
type PlayEvent struct {
	Kind, By  string
	Until, At time.Time
}

// MemberPlayStatus returns whether a member may play, by the member's phone.
func (s *Service) MemberPlayStatus(ctx context.Context, phone string) (PlayStatus, error) {
	member, err := s.Members.ByUsername(ctx, phone)
	if err != nil {
		return PlayStatus{}, err
	}
	return s.Protection.PlayStatus(ctx, member)
}

// BreakMember shuts a member out for days. The subject of this and the following decisions is the member's phone.
func (s *Service) BreakMember(ctx context.Context, d Decision, days int) (Outcome, error) {
	says := fmt.Sprintf("the member is shut out for %d days", days)
	return s.protect(ctx, d, "member.break", says, func(tx *store.Tx, member string) error {
		_, err := s.Protection.BreakTx(ctx, tx, member, days, d.By)
		return err
	})
}

// ExcludeMember shuts a member out for months.
func (s *Service) ExcludeMember(ctx context.Context, d Decision, months int) (Outcome, error) {
	says := fmt.Sprintf("the member is shut out for %d months", months)
	return s.protect(ctx, d, "member.exclude", says, func(tx *store.Tx, member string) error {
		_, err := s.Protection.ExcludeTx(ctx, tx, member, months, d.By)
		return err
	})
}

// DeactivateMember shuts a member out of play and out of its account until it is let in again.
func (s *Service) DeactivateMember(ctx context.Context, d Decision) (Outcome, error) {
	const says = "the member can't log in, and its money comes home"
	return s.protect(ctx, d, "member.deactivate", says, func(tx *store.Tx, member string) error {
		return s.Protection.SetActiveTx(ctx, tx, member, false, d.By)
	})
}

// ReactivateMember lets a deactivated member in again. Its own break or self-exclusion goes on.
func (s *Service) ReactivateMember(ctx context.Context, d Decision) (Outcome, error) {
	return s.protect(ctx, d, "member.reactivate", "the member may log in again", func(tx *store.Tx, member string) error {
		return s.Protection.SetActiveTx(ctx, tx, member, true, d.By)
	})
}

// CloseMember deactivates a member and pays out everything, any amount of at least one baht.
func (s *Service) CloseMember(ctx context.Context, d Decision) (Outcome, error) {
	const says = "the account is closed; its money is paid out once it is home"
	return s.protect(ctx, d, "member.close", says, func(tx *store.Tx, member string) error {
		return s.Protection.CloseTx(ctx, tx, member, d.By)
	})
}

// EndMemberSessions logs a member out everywhere; its passwords at games change.
func (s *Service) EndMemberSessions(ctx context.Context, d Decision) (Outcome, error) {
	return s.protect(ctx, d, "member.sessions", "all sessions ended", func(tx *store.Tx, member string) error {
		return s.Protection.EndSessionsTx(ctx, tx, member)
	})
}

// protect carries out one of these decisions. One person makes it, at once, since it is there to stop harm.
func (s *Service) protect(
	ctx context.Context, d Decision, name, says string, does func(tx *store.Tx, member string) error,
) (Outcome, error) {
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
