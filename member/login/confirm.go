package login

import (
	"context"
	"errors"

	"krapao/fault"
	"krapao/member"
)

// Confirmation is what a member gives to confirm its password within a session, and where from.
type Confirmation struct {
	Password string
	// Session is the session that asks.
	Session         string
	Device, Address string
}

// ConfirmPassword compares a member's password again within a session: WRONG_PASSWORD, REQUEST_LIMIT.
func (s *Service) ConfirmPassword(ctx context.Context, memberID string, in Confirmation) error {
	_, err := s.confirm(ctx, memberID, in)
	return err
}

// confirm compares the password and returns the version that it compared. Wrong passwords count as wrong logins, but a
// stranger's wrong logins never stop a member in its own session.
func (s *Service) confirm(ctx context.Context, memberID string, in Confirmation) (version int64, err error) {
	m, err := s.members.ByID(ctx, memberID)
	if err != nil {
		return 0, err
	}
	leave, err := s.guesses.turns.take(ctx, m.Phone)
	if err != nil {
		return 0, err
	}
	defer leave()
	err = s.guess(ctx, memberID, in.Session, func() error {
		found, err := s.passwords.ByID(ctx, memberID)
		if err != nil {
			return err
		}
		right, err := s.passwords.Matches(ctx, in.Password, found)
		if err != nil {
			return err
		}
		if !right {
			if err := s.countWrong(ctx, m, in); err != nil {
				return err
			}
			return fault.New(fault.WRONG_PASSWORD, "")
		}
		version = found.Version
		return nil
	})
	return version, err
}

// guess takes one guess within a session. A thief of a session guesses five times; the next try ends the session. What was right,
// or not compared at all, does not count.
func (s *Service) guess(ctx context.Context, memberID, sessionID string, compare func() error) error {
	charge := s.guesses.limits.SessionPassword.On(sessionID)
	charged, err := s.guesses.Charge(ctx, charge)
	if fault.Is(err, fault.REQUEST_LIMIT) {
		return errors.Join(err, s.endGuessing(ctx, memberID, sessionID))
	}
	if err != nil {
		return err
	}
	if err = compare(); err != nil && !notCompared(err) {
		return err
	}
	return errors.Join(err, s.guesses.Refund(ctx, charged, charge))
}

// endGuessing ends a session in which somebody guessed the password. One that has ended already is fine.
func (s *Service) endGuessing(ctx context.Context, memberID, sessionID string) error {
	if err := s.access.EndSession(ctx, memberID, sessionID); err != nil && !fault.Is(err, fault.NO_DATA) {
		return err
	}
	return nil
}

// countWrong counts a wrong password within a session as a wrong login, as far as the limits have room.
func (s *Service) countWrong(ctx context.Context, m member.Member, in Confirmation) error {
	charges, err := s.guesses.charges(ctx, m.ID, hashOf(in.Device), m.Phone, in.Address)
	if err != nil {
		return err
	}
	_, err = s.guesses.Take(ctx, charges...)
	return err
}
