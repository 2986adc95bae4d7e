package care

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
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
	// EndSessionsTx logs a member out everywhere, EndSessionTx on one device. NO_DATA: that is none of its sessions.
	EndSessionsTx(ctx context.Context, tx *store.Tx, member string) error
	EndSessionTx(ctx context.Context, tx *store.Tx, member, session string) error
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

// Span is the request to shut a member out for so long.
type Span struct {
	Days   int `json:"days,omitempty"`
	Months int `json:"months,omitempty"`
}

func (s *Service) planBreak(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of Span
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, now, err := s.plan(ctx, member)
	p.Says = fmt.Sprintf("the member is shut out for %d days", of.Days)
	p.Facts = []operator.Fact{until(now), {Name: "days", Kind: operator.FactText, After: strconv.Itoa(of.Days)}}
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		_, err := s.d.Protection.BreakTx(ctx, tx, member, of.Days, d.By)
		return err
	}
	return p, err
}

func (s *Service) planExclude(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of Span
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, now, err := s.plan(ctx, member)
	p.Says = fmt.Sprintf("the member is shut out for %d months", of.Months)
	p.Facts = []operator.Fact{until(now), {Name: "months", Kind: operator.FactText, After: strconv.Itoa(of.Months)}}
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		_, err := s.d.Protection.ExcludeTx(ctx, tx, member, of.Months, d.By)
		return err
	}
	return p, err
}

// until says until when a member is shut out now; empty: it is not.
func until(now Standing) operator.Fact {
	end := now.BreakUntil
	if now.ExcludedUntil.After(end) {
		end = now.ExcludedUntil
	}
	f := operator.Fact{Name: "shutOutUntil", Kind: operator.FactTime}
	if !end.IsZero() {
		f.After = end.UTC().Format(time.RFC3339)
	}
	return f
}

// becomes says what state an account has after a decision.
func becomes(now Standing, after string) operator.Fact {
	before := "deactivated"
	if now.Active {
		before = "active"
	}
	return operator.Fact{Name: "state", Kind: operator.FactState, Before: before, After: after}
}

func (s *Service) planDeactivate(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	p, now, err := s.plan(ctx, member)
	p.Says, p.Facts = "the member can't log in, and its money comes home", []operator.Fact{becomes(now, "deactivated")}
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		return s.d.Protection.SetActiveTx(ctx, tx, member, false, d.By)
	}
	return p, err
}

func (s *Service) planReactivate(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	p, now, err := s.plan(ctx, member)
	p.Says, p.Facts = "the member may log in again", []operator.Fact{becomes(now, "active")}
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		return s.d.Protection.SetActiveTx(ctx, tx, member, true, d.By)
	}
	return p, err
}

func (s *Service) planClose(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	p, now, err := s.plan(ctx, member)
	p.Says, p.Facts = "the account is closed; its money is paid out once it is home", []operator.Fact{becomes(now, "closed")}
	p.Confirm = true
	p.Does = func(tx *store.Tx, d operator.Decision) error { return s.d.Protection.CloseTx(ctx, tx, member, d.By) }
	return p, err
}

func (s *Service) planSessions(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	p, _, err := s.plan(ctx, member)
	p.Says = "all sessions ended"
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return s.d.Protection.EndSessionsTx(ctx, tx, member) }
	return p, err
}

// OneSession is the request to end one of a member's sessions.
type OneSession struct {
	Session string `json:"session"`
}

func (s *Service) planSession(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of OneSession
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	p, _, err := s.plan(ctx, member)
	p.Says, p.Facts = "the session ended", []operator.Fact{{Name: "session", Kind: operator.FactText, After: of.Session}}
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		return s.d.Protection.EndSessionTx(ctx, tx, member, of.Session)
	}
	return p, err
}
