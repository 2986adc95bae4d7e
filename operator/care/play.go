package care

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/operator"
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

// PlayStatus returns whether a member may play, by the member's phone.
func (s *Service) PlayStatus(ctx context.Context, phone string) (PlayStatus, error) {
	member, err := s.d.Members.ByUsername(ctx, phone)
	if err != nil {
		return PlayStatus{}, err
	}
	return s.d.Protection.PlayStatus(ctx, member)
}

// Break shuts a member out for days. The subject of this and the following decisions is the member's phone.
func (s *Service) Break(ctx context.Context, d operator.Decision, days int) (operator.Outcome, error) {
	says := fmt.Sprintf("the member is shut out for %d days", days)
	return s.protect(ctx, d, "member.break", says, func(tx *store.Tx, member string) error {
		_, err := s.d.Protection.BreakTx(ctx, tx, member, days, d.By)
		return err
	})
}

// Exclude shuts a member out for months.
func (s *Service) Exclude(ctx context.Context, d operator.Decision, months int) (operator.Outcome, error) {
	says := fmt.Sprintf("the member is shut out for %d months", months)
	return s.protect(ctx, d, "member.exclude", says, func(tx *store.Tx, member string) error {
		_, err := s.d.Protection.ExcludeTx(ctx, tx, member, months, d.By)
		return err
	})
}

// Deactivate shuts a member out of play and out of its account until it is let in again.
func (s *Service) Deactivate(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	const says = "the member can't log in, and its money comes home"
	return s.protect(ctx, d, "member.deactivate", says, func(tx *store.Tx, member string) error {
		return s.d.Protection.SetActiveTx(ctx, tx, member, false, d.By)
	})
}

// Reactivate lets a deactivated member in again. Its own break or self-exclusion goes on.
func (s *Service) Reactivate(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.protect(ctx, d, "member.reactivate", "the member may log in again", func(tx *store.Tx, member string) error {
		return s.d.Protection.SetActiveTx(ctx, tx, member, true, d.By)
	})
}

// Close deactivates a member and pays out everything, any amount of at least one baht.
func (s *Service) Close(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	const says = "the account is closed; its money is paid out once it is home"
	return s.protect(ctx, d, "member.close", says, func(tx *store.Tx, member string) error {
		return s.d.Protection.CloseTx(ctx, tx, member, d.By)
	})
}

// EndSessions logs a member out everywhere; its passwords at games change.
func (s *Service) EndSessions(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.protect(ctx, d, "member.sessions", "all sessions ended", func(tx *store.Tx, member string) error {
		return s.d.Protection.EndSessionsTx(ctx, tx, member)
	})
}

// protect carries out one of these decisions. One person makes it, at once, since it is there to stop harm.
func (s *Service) protect(
	ctx context.Context, d operator.Decision, name, says string, does func(tx *store.Tx, member string) error,
) (operator.Outcome, error) {
	member, err := s.d.Members.ByUsername(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	needs, closes := operator.Support, name == "member.close"
	if closes {
		needs = operator.Cashier
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: name, Needs: needs, Member: member, Confirm: closes, Says: says,
		Does: func(tx *store.Tx) error { return does(tx, member) },
	})
}
