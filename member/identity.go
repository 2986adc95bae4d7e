package member

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	memberq "krapao/internal/store/q/member"
)

// Identity is who asks to be recognised again within a session, and from where.
type Identity struct {
	Password        string
	Device, Address string
}

// Recognise compares a member's password once more. It counts with wrong logins, so that whoever got hold of a session
// guesses no more than anybody else: WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) Recognise(ctx context.Context, memberID string, in Identity) error {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return err
	}
	leave, err := s.turns.take(ctx, m.Phone)
	if err != nil {
		return err
	}
	defer leave()
	charges, err := s.loginCharges(ctx, memberID, deviceHash(in.Device), m.Phone, in.Address)
	if err != nil {
		return err
	}
	charged, err := s.Limiter.Charge(ctx, charges...)
	if err != nil {
		return err
	}
	row, err := memberq.New(s.Store.DB()).CredentialByID(ctx, memberID)
	if err != nil {
		return fmt.Errorf("member: credentials: %w", err)
	}
	right, err := s.hasher.matches(ctx, in.Password, row.PasswordHash)
	if err != nil {
		return err
	}
	if !right {
		return fault.New(fault.WRONG_PASSWORD, "")
	}
	return s.Limiter.Refund(ctx, charged, charges...)
}

// Withdrew tells whether a withdrawal was asked for from this browser before. One that tells no device never did.
func (s *Service) Withdrew(ctx context.Context, memberID, device string) (bool, error) {
	hash := deviceHash(device)
	if hash == "" {
		return false, nil
	}
	n, err := memberq.New(s.Store.DB()).DeviceWithdrew(ctx, memberID, hash)
	if err != nil {
		return false, fmt.Errorf("member: device: %w", err)
	}
	return n > 0, nil
}

// NoteWithdrawal remembers that a withdrawal was asked for from this browser.
func (s *Service) NoteWithdrawal(ctx context.Context, memberID, device string) error {
	hash := deviceHash(device)
	if hash == "" {
		return nil
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return memberq.New(tx).NoteWithdrawal(ctx, memberID, hash, tx.Now.UnixMicro())
	})
}
