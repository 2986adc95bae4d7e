package member

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Identity is who asks to be recognised again within a session, and from where.
type Identity struct {
	Password string
	// Session is the one that asks.
	Session         string
	Device, Address string
}

// Recognise compares a member's password once more: WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) Recognise(ctx context.Context, memberID string, in Identity) error {
	_, err := s.recognise(ctx, memberID, in)
	return err
}

// recognise compares the password and returns the version of the one that it compared. Whoever got hold of a session guesses
// five times, and with the next try the session ends. Wrong ones count with wrong logins, but a stranger's wrong logins never
// keep a member out of what it does in its own session.
func (s *Service) recognise(ctx context.Context, memberID string, in Identity) (version int64, err error) {
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

// endGuessing ends a session in which the password was guessed at; one that has ended already is none.
func (s *Service) endGuessing(ctx context.Context, memberID, sessionID string) error {
	if err := s.EndSession(ctx, memberID, sessionID); err != nil && !fault.Is(err, fault.NO_DATA) {
		return err
	}
	return nil
}

// countWrong counts a wrong password within a session with wrong logins, as far as those have room.
func (s *Service) countWrong(ctx context.Context, m Member, in Identity) error {
	charges, err := s.loginCharges(ctx, m.ID, deviceHash(in.Device), m.Phone, in.Address)
	if err != nil {
		return err
	}
	_, err = s.Limiter.Take(ctx, charges...)
	return err
}

// Withdrew tells whether a withdrawal was asked for from this browser before. One that tells no device never did.
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

// NoteWithdrawal remembers that a withdrawal was asked for from this browser.
func (s *Service) NoteWithdrawal(ctx context.Context, memberID, device string) error {
	hash := deviceHash(device)
	if hash == "" {
		return nil
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return memberdb.New(tx).NoteWithdrawal(ctx, memberID, hash, tx.Now.UnixMicro())
	})
}
