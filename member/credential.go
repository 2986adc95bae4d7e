package member

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
	"krapao/member/state"
	"krapao/session"
)

// ChangePassword replaces the password of a member who knows the old one. The session that asks goes on, all others end, and
// game passwords are reset. INVALID_USER_INFO, WEAK_PASSWORD, WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) ChangePassword(ctx context.Context, memberID string, old Identity, fresh string) error {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	if err := checkPassword(fresh, m.personalWords()...); err != nil {
		return err
	}
	version, err := s.confirmPassword(ctx, memberID, old)
	if err != nil {
		return err
	}
	return s.setPassword(ctx, memberID, old.Session, fresh, version, nil)
}

// SetPassword gives a member a new password without the old one, for an operator. Every session ends.
func (s *Service) SetPassword(ctx context.Context, memberID, fresh string) error {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	if err := checkPassword(fresh, m.personalWords()...); err != nil {
		return err
	}
	row, err := memberdb.New(s.Store.DB()).CredentialByID(ctx, memberID)
	if err != nil {
		return fmt.Errorf("member: credentials: %w", err)
	}
	return s.setPassword(ctx, memberID, "", fresh, row.PasswordVersion, nil)
}

// setPassword writes the new hash if the password is still the one that was compared: of two concurrent changes, one wins. also
// may be nil; otherwise it runs in the same commit.
func (s *Service) setPassword(
	ctx context.Context, memberID, keep, fresh string, compared int64, also func(*store.Tx) error,
) error {
	hash, err := s.hasher.hash(ctx, fresh)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if also != nil {
			if err := also(tx); err != nil {
				return err
			}
		}
		stored, err := s.passwordToStore(ctx, tx, memberID, hash)
		if err != nil {
			return err
		}
		stamp, err := memberdb.New(tx).SetPassword(ctx, memberdb.SetPasswordParams{
			PasswordHash: stored.hash, PasswordSealed: stored.sealed, SecuredAt: clock.MicrosOf(tx.Now),
			ID: memberID, PasswordVersion: compared,
		})
		if store.NotFound(err) {
			return fault.New(fault.WRONG_PASSWORD, "the password was changed at the same time")
		}
		if err != nil {
			return fmt.Errorf("member: password: %w", err)
		}
		if err := s.Sessions.RestampTx(ctx, tx, session.Member, memberID, keep, stamp); err != nil {
			return err
		}
		return s.secured(ctx, tx, memberID)
	})
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
	if _, err := memberdb.New(tx).SetActive(ctx, active, memberID); err != nil {
		return fmt.Errorf("member: active: %w", err)
	}
	tx.AfterCommit(func() { s.Sessions.StandingChanged(session.Member, memberID) })
	if s.onActivated == nil {
		return nil
	}
	return s.onActivated(ctx, tx, memberID, by, active)
}

// ActiveTx reports whether a member is active. NO_USER: there is none.
func (s *Service) ActiveTx(ctx context.Context, tx *store.Tx, memberID string) (bool, error) {
	row, err := memberdb.New(tx).Standing(ctx, memberID)
	if store.NotFound(err) {
		return false, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return false, fmt.Errorf("member: standing: %w", err)
	}
	return row.Active, nil
}

// EndSession ends one of a member's sessions from its list of sessions. NO_DATA: it is not one of them. Whoever used that session
// may know game passwords, so they are reset, too. A logout is session.Close.
func (s *Service) EndSession(ctx context.Context, memberID, sessionID string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := s.Sessions.CloseTx(ctx, tx, session.Member, memberID, sessionID); err != nil {
			return err
		}
		return s.secured(ctx, tx, memberID)
	})
}

// EndSessionsTx ends all sessions of a member, inside an operator's decision, and resets its game passwords.
func (s *Service) EndSessionsTx(ctx context.Context, tx *store.Tx, memberID string) error {
	if err := s.Sessions.CloseOthersTx(ctx, tx, session.Member, memberID, ""); err != nil {
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
