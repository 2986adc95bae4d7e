package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// confirmationLife is how long a confirmation counts, and confirmLife how long somebody may take for it.
const (
	confirmationLife = 2 * time.Minute
	confirmLife      = 5 * time.Minute
)

// Caller is a person in its session.
type Caller struct{ Name, Session string }

// Challenge is a confirmation that has begun.
type Challenge struct{ Ticket string }

// Ways are what an operator can confirm a decision with, the best first.
func (s *Service) Ways(ctx context.Context, name string) ([]Way, error) {
	held, err := s.Held(ctx, name)
	if err != nil {
		return nil, err
	}
	ways := []Way{}
	if !held.TOTPSince.IsZero() {
		ways = append(ways, ByTOTP)
	}
	if held.RecoveryLeft > 0 {
		ways = append(ways, ByRecovery)
	}
	return ways, nil
}

// Confirm begins the confirmation of a decision (operator.ConfirmError), by a code of the telephone or a recovery code.
func (s *Service) Confirm(ctx context.Context, by Caller, decision string, way Way, from Origin) (c Challenge, err error) {
	p, err := s.person(ctx, identitydb.New(s.store.DB()), by.Name)
	if err != nil {
		return Challenge{}, err
	}
	b := body{Name: by.Name, Session: by.Session, Decision: decision, Way: way, Right: true, Stamp: p.Stamp, From: from}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		c.Ticket, err = s.ticketTx(ctx, tx, confirming, b, confirmLife)
		return err
	})
	return c, err
}

// Confirmed ends a confirmation. Its token is good for the decision that it was begun for, in this session, once, for two
// minutes. WRONG_CREDENTIAL: the code or the ticket; five in an hour end the session.
func (s *Service) Confirmed(ctx context.Context, by Caller, ticket, code string) (token string, err error) {
	// Charged before anything is compared, so that nobody guesses at several nodes at once.
	charge := s.limits.SessionConfirmation.On(by.Session)
	charged, err := s.limiter.Charge(ctx, charge)
	if fault.Is(err, fault.REQUEST_LIMIT) {
		return "", errors.Join(err, s.endGuessing(ctx, by))
	}
	if err != nil {
		return "", err
	}
	b, _, live, err := s.try(ctx, confirming, ticket)
	if err == nil && live && b.Name == by.Name && b.Session == by.Session {
		err = s.store.Write(ctx, func(tx *store.Tx) error {
			token, err = s.confirmTx(ctx, tx, ticket, b, code)
			return err
		})
	}
	switch {
	case err != nil:
		return "", err
	case token != "":
		return token, s.limiter.Refund(ctx, charged, charge)
	}
	d, err := s.limiter.Take(ctx, charge) // is that the last one?
	if err == nil && d.Allowed {
		err = s.limiter.Refund(ctx, d.At, charge)
	} else if err == nil {
		err = s.endGuessing(ctx, by)
	}
	if err != nil {
		return "", err
	}
	return "", wrong()
}

// confirmTx makes a confirmation; "": what was given is wrong.
func (s *Service) confirmTx(ctx context.Context, tx *store.Tx, ticket string, b body, code string) (token string, err error) {
	q := identitydb.New(tx)
	p, err := s.person(ctx, q, b.Name)
	if err != nil {
		return "", err
	}
	right, err := s.useCodeTx(ctx, tx, p, b.Stamp == p.Stamp && p.may(tx.Now), b.Way, code)
	if err != nil || !right {
		return "", err
	}
	if used, err := useTx(ctx, tx, confirming, ticket); err != nil || !used {
		return "", err
	}
	if b.Way == ByRecovery {
		if err := s.noteRecoveryTx(ctx, tx, p.Name, "confirmed a decision"); err != nil {
			return "", err
		}
	}
	token = id.Secret()
	err = q.AddConfirmation(ctx, identitydb.AddConfirmationParams{
		Hash: hash("confirmation", token), Session: b.Session, Decision: b.Decision, KeyUsed: string(b.Way),
		MadeAt: clock.MicrosOf(tx.Now), EndsAt: clock.MicrosOf(tx.Now.Add(confirmationLife)),
	})
	if err != nil {
		return "", fmt.Errorf("identity: confirmation: %w", err)
	}
	return token, nil
}

// endGuessing ends a session in which somebody guesses: whoever sits there is not its owner.
func (s *Service) endGuessing(ctx context.Context, by Caller) error {
	err := s.sessions.Close(ctx, session.Operator, by.Name, by.Session)
	if fault.Is(err, fault.NO_DATA) { // it has ended already
		return nil
	}
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		return s.log.AppendTx(ctx, tx, audit.Entry{
			By: by.Name, Action: "session.ended", Subject: by.Name, Reason: "too many wrong confirmations in this session",
		})
	})
}

// ConfirmedUntil is when the last confirmation ends that was made in a session and not used; zero: there is none.
func (s *Service) ConfirmedUntil(ctx context.Context, session string) (time.Time, error) {
	until, err := identitydb.New(s.store.DB()).ConfirmedUntil(ctx, session, clock.MicrosOf(s.store.Now()))
	if err != nil {
		return time.Time{}, fmt.Errorf("identity: confirmations: %w", err)
	}
	return clock.Micros(until).Time(), nil
}

// Confirmations are those that persons have made. It is apart from Service, because approvals are built before that.
type Confirmations struct{}

// UseTx uses up a confirmation, if it was made in the session for this very decision, was not used, and its time is not over. It
// returns what it was made with; "": there is no such one.
func (Confirmations) UseTx(ctx context.Context, tx *store.Tx, token, session, decision string) (key string, err error) {
	key, err = identitydb.New(tx).UseConfirmation(ctx, identitydb.UseConfirmationParams{
		Now: clock.MicrosOf(tx.Now), Hash: hash("confirmation", token), Session: session, Decision: decision,
	})
	if store.NotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("identity: confirmation: %w", err)
	}
	return key, nil
}
