package member

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Identity is what a member gives to confirm its password within a session, and where from.
type Identity struct {
	Password string
	// Session is the session that asks.
	Session         string
	Device, Address string
}

// ConfirmPassword compares a member's password again within a session: WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) ConfirmPassword(ctx context.Context, memberID string, in Identity) error {
	_, err := s.confirmPassword(ctx, memberID, in)
	return err
}

// confirmPassword compares the password and returns the version that it compared. A thief of a session guesses five times;
// the next try ends the session. Wrong passwords count as wrong logins, but a stranger's wrong logins never stop a member in
// its own session.
func (s *Service) confirmPassword(ctx context.Context, memberID string, in Identity) (version int64, err error) {
	m, err := s.ByID(ctx, memberID)
	if err != nil {
		return 0, err
	}
	leave, err := s.turns.take(ctx, m.Phone)
	if err != nil {
		return 0, err
	}
	defer leave()
	charge := s.Limits.SessionPassword.On(in.Session)
	charged, err := s.Limiter.Charge(ctx, charge)
	if fault.Is(err, fault.REQUEST_LIMIT) {
		return 0, errors.Join(err, s.endGuessing(ctx, memberID, in.Session))
	}
	if err != nil {
		return 0, err
	}
	row, err := memberdb.New(s.Store.DB()).CredentialByID(ctx, memberID)
	if err != nil {
		return 0, fmt.Errorf("member: credentials: %w", err)
	}
	right, err := s.matches(ctx, in.Password, memberdb.CredentialByPhoneRow(row))
	if err != nil {
		return 0, err
	}
	if !right {
		if err := s.countWrong(ctx, m, in); err != nil {
			return 0, err
		}
		return 0, fault.New(fault.WRONG_PASSWORD, "")
	}
	return row.PasswordVersion, s.Limiter.Refund(ctx, charged, charge)
}

// endGuessing ends a session in which somebody guessed the password. One that has ended already is fine.
func (s *Service) endGuessing(ctx context.Context, memberID, sessionID string) error {
	if err := s.EndSession(ctx, memberID, sessionID); err != nil && !fault.Is(err, fault.NO_DATA) {
		return err
	}
	return nil
}

// countWrong counts a wrong password within a session as a wrong login, as far as the limits have room.
func (s *Service) countWrong(ctx context.Context, m Member, in Identity) error {
	charges, err := s.loginCharges(ctx, m.ID, deviceHash(in.Device), m.Phone, in.Address)
	if err != nil {
		return err
	}
	_, err = s.Limiter.Take(ctx, charges...)
	return err
}

// Withdrew reports whether a withdrawal was requested from this browser before. A browser without a device ID never did.
func (s *Service) Withdrew(ctx context.Context, memberID, device string) (bool, error) {
	hash := deviceHash(device)
	if hash == "" {
		return false, nil
	}
	n, err := memberdb.New(s.Store.DB()).DeviceWithdrew(ctx, memberID, hash)
	if err != nil {
		return false, fmt.Errorf("member: device: %w", err)
	}
	return n > 0, nil
}

// NoteWithdrawal remembers that a withdrawal was requested from this browser.
func (s *Service) NoteWithdrawal(ctx context.Context, memberID, device string) error {
	hash := deviceHash(device)
	if hash == "" {
		return nil
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return memberdb.New(tx).NoteWithdrawal(ctx, memberID, hash, clock.MicrosOf(tx.Now))
	})
}
