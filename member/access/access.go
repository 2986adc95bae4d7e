// Package access keeps members out: it ends their sessions, deactivates them, and has done what follows from it.
//
// Promises:
//   - A change of the password ends every other session, in the same commit.
//   - Whoever lost a session, or all of them, has new passwords at games, in the same commit (RULES.md section 12).
//
// Its neighbours: package session has the sessions themselves, and login lets members in. OnSecured and OnActivated tell
// other areas, in internal/app.
package access

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member/access/internal/accessdb"
	"krapao/member/state"
	"krapao/session"
)

// Service keeps members out. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	sessions *session.Service

	onSecured   func(ctx context.Context, tx *store.Tx, member string) error
	onActivated func(ctx context.Context, tx *store.Tx, member, by string, active bool) error
}

// New makes the service.
func New(s *store.Store, sessions *session.Service) *Service {
	return &Service{store: s, sessions: sessions}
}

// SetActiveTx deactivates a member or lets it in again, inside the transaction of an operator's decision. A deactivated member
// can't log in, and its sessions answer INVALID_USER_2. Its game passwords are reset, it is shut out of play, and its money comes
// home.
func (s *Service) SetActiveTx(ctx context.Context, tx *store.Tx, memberID string, active bool, by string) error {
	if !active { // before the state is locked: a caller that also locks game accounts locks them first
		if err := s.secured(ctx, tx, memberID); err != nil {
			return err
		}
	}
	if _, err := state.LockTx(ctx, tx, memberID); err != nil {
		return err
	}
	if _, err := accessdb.New(tx).SetActive(ctx, active, memberID); err != nil {
		return fmt.Errorf("access: active: %w", err)
	}
	tx.AfterCommit(func() { s.sessions.StandingChanged(session.Member, memberID) })
	if s.onActivated == nil {
		return nil
	}
	return s.onActivated(ctx, tx, memberID, by, active)
}

// Standing returns how a member's account stands. NO_USER: there is none.
func (s *Service) Standing(ctx context.Context, memberID string) (session.Standing, error) {
	return standing(ctx, accessdb.New(s.store.DB()), memberID)
}

// StandingTx is Standing as part of an operator's decision.
func (*Service) StandingTx(ctx context.Context, tx *store.Tx, memberID string) (session.Standing, error) {
	return standing(ctx, accessdb.New(tx), memberID)
}

func standing(ctx context.Context, q *accessdb.Queries, memberID string) (session.Standing, error) {
	row, err := q.Standing(ctx, memberID)
	if store.NotFound(err) {
		return session.Standing{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return session.Standing{}, fmt.Errorf("access: standing: %w", err)
	}
	return session.Standing{Exists: true, Active: row.Active, Stamp: row.PasswordVersion}, nil
}

// ActiveTx reports whether a member is active. NO_USER: there is none.
func ActiveTx(ctx context.Context, tx *store.Tx, memberID string) (bool, error) {
	now, err := standing(ctx, accessdb.New(tx), memberID)
	return now.Active, err
}

// EndSession ends one of a member's sessions from its list of sessions. NO_DATA: it is not one of them. Whoever used that session
// may know game passwords, so they are reset, too. A logout is session.Close.
func (s *Service) EndSession(ctx context.Context, memberID, sessionID string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error { return s.EndSessionTx(ctx, tx, memberID, sessionID) })
}

// EndSessionTx is EndSession as part of an operator's decision.
func (s *Service) EndSessionTx(ctx context.Context, tx *store.Tx, memberID, sessionID string) error {
	if err := s.sessions.CloseTx(ctx, tx, session.Member, memberID, sessionID); err != nil {
		return err
	}
	return s.secured(ctx, tx, memberID)
}

// EndSessionsTx ends all sessions of a member, inside an operator's decision, and resets its game passwords.
func (s *Service) EndSessionsTx(ctx context.Context, tx *store.Tx, memberID string) error {
	if err := s.sessions.CloseOthersTx(ctx, tx, session.Member, memberID, ""); err != nil {
		return err
	}
	return s.secured(ctx, tx, memberID)
}

// PasswordChangedTx follows a change of a member's password to a version: the session keep goes on, all others end, and game
// passwords are reset. No keep: all of them end.
func (s *Service) PasswordChangedTx(ctx context.Context, tx *store.Tx, memberID, keep string, version int64) error {
	if err := s.sessions.RestampTx(ctx, tx, session.Member, memberID, keep, version); err != nil {
		return err
	}
	return s.secured(ctx, tx, memberID)
}

func (s *Service) secured(ctx context.Context, tx *store.Tx, memberID string) error {
	if s.onSecured == nil {
		return nil
	}
	return s.onSecured(ctx, tx, memberID)
}
