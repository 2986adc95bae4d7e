package backoffice

import (
	"context"
	"time"

	"krapao/internal/store"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/state"
	"krapao/operator/care"
	"krapao/protection"
)

// protected is what operators decide about shut-out members.
type protected struct {
	members    *member.Service
	states     *state.Service
	access     *access.Service
	protection *protection.Service
}

// BreakTx implements care.Protection.
func (p protected) BreakTx(ctx context.Context, tx *store.Tx, memberID string, days int, by string) (time.Time, error) {
	return p.protection.BreakTx(ctx, tx, memberID, days, by)
}

// ExcludeTx implements care.Protection.
func (p protected) ExcludeTx(ctx context.Context, tx *store.Tx, memberID string, months int, by string) (time.Time, error) {
	return p.protection.ExcludeTx(ctx, tx, memberID, months, by)
}

// SetActiveTx implements care.Protection.
func (p protected) SetActiveTx(ctx context.Context, tx *store.Tx, memberID string, active bool, by string) error {
	return p.access.SetActiveTx(ctx, tx, memberID, active, by)
}

// CloseTx implements care.Protection.
func (p protected) CloseTx(ctx context.Context, tx *store.Tx, memberID, by string) error {
	if err := p.access.SetActiveTx(ctx, tx, memberID, false, by); err != nil {
		return err
	}
	return p.protection.CloseTx(ctx, tx, memberID, by)
}

// EndSessionsTx implements care.Protection.
func (p protected) EndSessionsTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return p.access.EndSessionsTx(ctx, tx, memberID)
}

// EndSessionTx implements care.Protection.
func (p protected) EndSessionTx(ctx context.Context, tx *store.Tx, memberID, sessionID string) error {
	return p.access.EndSessionTx(ctx, tx, memberID, sessionID)
}

// PlayStatus implements care.Protection.
func (p protected) PlayStatus(ctx context.Context, memberID string) (k care.PlayStatus, err error) {
	m, err := p.members.ByID(ctx, memberID)
	if err != nil {
		return k, err
	}
	shut, err := p.states.Read(ctx, memberID)
	if err != nil {
		return k, err
	}
	if k.ComingHome, err = p.protection.ComingHome(ctx, memberID); err != nil {
		return k, err
	}
	k.Member, k.Active, k.BreakUntil, k.ExcludedUntil = m.ID, m.Active, shut.BreakUntil, shut.ExcludedUntil
	events, err := p.protection.Events(ctx, memberID, 100)
	for _, e := range events {
		k.Events = append(k.Events, care.PlayEvent{Kind: e.Kind, Until: e.Until, By: e.By, At: e.At})
	}
	return k, err
}

// standings are how members' accounts stand, as a fingerprint.
type standings struct{ people credentials }

// State implements person.Members.
func (s standings) State(ctx context.Context, memberID string) (string, error) {
	now, err := s.people.Standing(ctx, memberID)
	return now.State(), err
}

// StateTx implements person.Members.
func (s standings) StateTx(ctx context.Context, tx *store.Tx, memberID string) (string, error) {
	now, err := s.people.StandingTx(ctx, tx, memberID)
	return now.State(), err
}
