package login

import (
	"context"

	"krapao/internal/store"
	"krapao/member/password"
)

// ChangePassword replaces the password of a member who knows the old one. The session that asks goes on, all others end, and
// game passwords are reset. INVALID_USER_INFO, WEAK_PASSWORD, WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) ChangePassword(ctx context.Context, memberID string, old Confirmation, fresh string) error {
	if err := s.checkNew(ctx, memberID, fresh); err != nil {
		return err
	}
	version, err := s.confirm(ctx, memberID, old)
	if err != nil {
		return err
	}
	return s.replace(ctx, memberID, old.Session, fresh, version, nil)
}

// SetPassword gives a member a new password without the old one, for an operator. Every session ends.
func (s *Service) SetPassword(ctx context.Context, memberID, fresh string) error {
	if err := s.checkNew(ctx, memberID, fresh); err != nil {
		return err
	}
	found, err := s.passwords.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	return s.replace(ctx, memberID, "", fresh, found.Version, nil)
}

// checkNew checks a member's new password. NO_USER, INVALID_USER_INFO, WEAK_PASSWORD.
func (s *Service) checkNew(ctx context.Context, memberID, fresh string) error {
	m, err := s.members.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	return password.Check(fresh, m.PersonalWords()...)
}

// replace writes the new hash if the password is still the one that was compared: of two concurrent changes, one wins. also
// may be nil; otherwise it runs in the same commit.
func (s *Service) replace(
	ctx context.Context, memberID, keep, fresh string, compared int64, also func(*store.Tx) error,
) error {
	hash, err := s.passwords.Hash(ctx, fresh)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if also != nil {
			if err := also(tx); err != nil {
				return err
			}
		}
		version, err := s.passwords.ReplaceTx(ctx, tx, memberID, hash, compared)
		if err != nil {
			return err
		}
		return s.access.PasswordChangedTx(ctx, tx, memberID, keep, version)
	})
}
