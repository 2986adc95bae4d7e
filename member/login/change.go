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

// GivePassword prepares a new password for a member without the old one, for an operator. tx sets it in the commit of the
// decision, and every session ends; a change in between refuses with WRONG_PASSWORD.
func (s *Service) GivePassword(ctx context.Context, memberID, fresh string) (tx func(*store.Tx) error, err error) {
	if err := s.checkNew(ctx, memberID, fresh); err != nil {
		return nil, err
	}
	found, err := s.passwords.ByID(ctx, memberID)
	if err != nil {
		return nil, err
	}
	hash, err := s.passwords.Hash(ctx, fresh)
	return func(tx *store.Tx) error { return s.replaceTx(ctx, tx, memberID, "", hash, found.Version) }, err
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
		return s.replaceTx(ctx, tx, memberID, keep, hash, compared)
	})
}

// replaceTx writes a hash in place of the password that was compared, and ends the sessions but one.
func (s *Service) replaceTx(ctx context.Context, tx *store.Tx, memberID, keep, hash string, compared int64) error {
	version, err := s.passwords.ReplaceTx(ctx, tx, memberID, hash, compared)
	if err != nil {
		return err
	}
	return s.access.PasswordChangedTx(ctx, tx, memberID, keep, version)
}
