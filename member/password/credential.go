package password

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/password/internal/passworddb"
)

// Credential is what a member's password is compared with. The zero Credential is nobody's, and no password matches it.
type Credential struct {
	Member, Phone string
	Active        bool
	// Version rises with every change of the password.
	Version int64
	stored  Stored
}

// ByPhone returns the credential of the member with a phone in its E.164 form. Nobody has it: the zero Credential.
func (s *Service) ByPhone(ctx context.Context, phone string) (Credential, error) {
	row, err := passworddb.New(s.store.DB()).CredentialByPhone(ctx, phone)
	if err != nil && !store.NotFound(err) {
		return Credential{}, fmt.Errorf("password: credentials: %w", err)
	}
	return credentialOf(row), nil
}

// ByID returns a member's credential.
func (s *Service) ByID(ctx context.Context, memberID string) (Credential, error) {
	row, err := passworddb.New(s.store.DB()).CredentialByID(ctx, memberID)
	if err != nil {
		return Credential{}, fmt.Errorf("password: credentials: %w", err)
	}
	return credentialOf(passworddb.CredentialByPhoneRow(row)), nil
}

func credentialOf(row passworddb.CredentialByPhoneRow) Credential {
	return Credential{
		Member: row.ID, Phone: row.Phone, Active: row.Active, Version: row.PasswordVersion,
		stored: Stored{row.PasswordHash, row.PasswordSealed},
	}
}

// Matches reports whether a password is the credential's. For nobody's it compares a password that nobody has, which takes as
// long.
func (s *Service) Matches(ctx context.Context, typed string, c Credential) (bool, error) {
	phc := s.hasher.Nobody()
	if c.Member != "" {
		var err error
		if phc, err = s.phc(c.Member, c.stored); err != nil {
			return false, err
		}
	}
	right, err := s.hasher.Matches(ctx, typed, phc)
	return right && c.Member != "", err
}

// Rehash replaces a hash of an older cost, now that the password is known.
func (s *Service) Rehash(ctx context.Context, c Credential, typed string) error {
	phc, err := s.phc(c.Member, c.stored)
	if err != nil || !s.hasher.Outdated(phc) {
		return err
	}
	fresh, err := s.Hash(ctx, typed)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		stored, err := s.ToStoreTx(ctx, tx, c.Member, fresh)
		if err != nil {
			return err
		}
		return passworddb.New(tx).Rehash(ctx, passworddb.RehashParams{
			ID: c.Member, PasswordHash: stored.Hash, PasswordSealed: stored.Sealed,
			FormerHash: c.stored.Hash, FormerSealed: c.stored.Sealed,
		})
	})
}

// Hash returns the hash of a password, as a PHC string. It waits for a slot: at most one password per core is hashed at a time.
func (s *Service) Hash(ctx context.Context, typed string) (phc string, err error) {
	return s.hasher.Hash(ctx, typed)
}

// ReplaceTx writes a hash if the password is still the one of the version that was compared, and returns the new version. Of two
// concurrent changes, one wins. WRONG_PASSWORD: the other did. Withdrawals wait 24 hours from it (RULES.md section 12).
func (s *Service) ReplaceTx(ctx context.Context, tx *store.Tx, memberID, phc string, compared int64) (version int64, err error) {
	stored, err := s.ToStoreTx(ctx, tx, memberID, phc)
	if err != nil {
		return 0, err
	}
	version, err = passworddb.New(tx).SetPassword(ctx, passworddb.SetPasswordParams{
		PasswordHash: stored.Hash, PasswordSealed: stored.Sealed, SecuredAt: clock.MicrosOf(tx.Now),
		ID: memberID, PasswordVersion: compared,
	})
	if store.NotFound(err) {
		return 0, fault.New(fault.WRONG_PASSWORD, "the password was changed at the same time")
	}
	if err != nil {
		return 0, fmt.Errorf("password: replace: %w", err)
	}
	return version, nil
}

// MarkResetTx records that a password was reset by a code to the phone, so that the account shows it.
func MarkResetTx(ctx context.Context, tx *store.Tx, memberID string) error {
	return passworddb.New(tx).MarkReset(ctx, clock.MicrosOf(tx.Now), memberID)
}
