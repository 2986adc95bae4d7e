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
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// confirmationLife is how long a confirmation counts, and confirmLife how long somebody may take for it.
const (
	confirmationLife = 2 * time.Minute
	confirmLife      = 5 * time.Minute
)

// Caller is a person in its session. Confirmation is what its call says of a confirmation that was made for it.
type Caller struct{ Name, Session, Confirmation string }

// Ways are what an operator can confirm a decision with, the best first.
func (s *Service) Ways(ctx context.Context, name string) ([]Way, error) {
	held, err := s.Held(ctx, name)
	if err != nil {
		return nil, err
	}
	p, err := s.person(ctx, identitydb.New(s.store.DB()), name)
	if err != nil {
		return nil, err
	}
	ways := []Way{}
	if s.passkeys != nil && len(held.Passkeys) > 0 {
		ways = append(ways, ByPasskey)
	}
	if !held.TOTPSince.IsZero() {
		ways = append(ways, ByTOTP)
	}
	if held.RecoveryLeft > 0 {
		ways = append(ways, ByRecovery)
	}
	if DemoOf(s).has(p) {
		ways = append(ways, ByDemo)
	}
	return ways, nil
}

// Confirm begins the confirmation of a decision (operator.ConfirmError), by a passkey, a code of the telephone or a recovery
// code; by an operator of the demo, by a press. WRONG_CREDENTIAL: it is none.
func (s *Service) Confirm(ctx context.Context, by Caller, decision string, way Way, from Origin) (c Challenge, err error) {
	p, err := s.person(ctx, identitydb.New(s.store.DB()), by.Name)
	if err != nil {
		return Challenge{}, err
	}
	b := body{Name: by.Name, Session: by.Session, Decision: decision, Way: way, Right: true, Stamp: p.Stamp, From: from}
	if way == ByDemo && !DemoOf(s).has(p) {
		return Challenge{}, wrong()
	}
	if way == ByPasskey {
		if s.passkeys == nil {
			return Challenge{}, ErrNoPasskeys
		}
		return s.ask(ctx, confirming, by.Name, b)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		c.Ticket, err = s.ticketTx(ctx, tx, confirming, b, confirmLife)
		return err
	})
	return c, err
}

// Confirmed ends a confirmation. Its token is good for the decision that it was begun for, in this session, once, for two
// minutes. WRONG_CREDENTIAL: the passkey, the code or the ticket; five in an hour end the session.
func (s *Service) Confirmed(ctx context.Context, by Caller, ticket string, proof Proof) (token string, err error) {
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
			token, err = s.confirmTx(ctx, tx, ticket, b, proof)
			return err
		})
	}
	switch {
	case err != nil:
		return "", s.alarmed(ctx, err)
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
func (s *Service) confirmTx(ctx context.Context, tx *store.Tx, ticket string, b body, proof Proof) (token string, err error) {
	q := identitydb.New(tx)
	p, err := s.person(ctx, q, b.Name)
	if err != nil {
		return "", err
	}
	key, err := s.provenTx(ctx, tx, p, b, proof)
	if err != nil || key == "" {
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
		Hash: hash("confirmation", token), Session: b.Session, Decision: b.Decision, KeyUsed: key,
		MadeAt: clock.MicrosOf(tx.Now), EndsAt: clock.MicrosOf(tx.Now.Add(confirmationLife)),
	})
	if err != nil {
		return "", fmt.Errorf("identity: confirmation: %w", err)
	}
	return token, nil
}

// provenTx returns what a person has shown who it is with; "": it has not.
func (s *Service) provenTx(ctx context.Context, tx *store.Tx, p person, b body, proof Proof) (key string, err error) {
	right := b.Stamp == p.Stamp && p.may(tx.Now)
	if b.Way == ByDemo {
		if !right || !DemoOf(s).has(p) {
			return "", nil
		}
		return "a press, as in a demo", nil
	}
	if b.Way != ByPasskey {
		if right, err = s.useCodeTx(ctx, tx, p, right, b.Way, proof.Code); err != nil || !right {
			return "", err
		}
		return string(b.Way), nil
	}
	if !right {
		return "", nil
	}
	used, err := s.usePasskeyTx(ctx, tx, p.Name, b.State, proof.Credential)
	if err != nil || used.ID == "" {
		return "", err
	}
	return "passkey " + used.Name, nil
}

// sureTx uses up the confirmation of something that a person does with its own secrets, and returns what it was made with. It
// asks for one otherwise (operator.ConfirmError).
func (s *Service) sureTx(ctx context.Context, tx *store.Tx, by Caller, parts ...any) (key string, err error) {
	decision := operator.DecisionOf(append([]any{"own secrets", by.Name}, parts...)...)
	key, err = Confirmations{}.UseTx(ctx, tx, by.Confirmation, by.Session, decision)
	if err == nil && key == "" {
		err = operator.ConfirmError{Decision: decision}
	}
	return key, err
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
