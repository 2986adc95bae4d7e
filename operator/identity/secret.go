package identity

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// What an operator changes of its own secrets, while it is signed in. Each change has to be confirmed (operator.ConfirmError),
// and is in the audit log.

// SetPassword sets a new password, and ends all other sessions of the operator. WEAK_PASSWORD. NO_DATA: it has
// none, as in a demo.
func (s *Service) SetPassword(ctx context.Context, by Caller, password string) error {
	if err := weak(password, by.Name); err != nil {
		return err
	}
	phc, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return fmt.Errorf("identity: password: %w", err)
	}
	sealed, err := s.secrets.Seal(passwordRow(by.Name), phc)
	if err != nil {
		return fmt.Errorf("identity: secrets: %w", err)
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		key, err := s.sureTx(ctx, tx, by, "password")
		if err != nil {
			return err
		}
		q := identitydb.New(tx)
		n, err := q.SetPassword(ctx, sealed, clock.MicrosOf(tx.Now), by.Name)
		if err != nil {
			return fmt.Errorf("identity: secrets: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NO_DATA, "%s has no password", by.Name)
		}
		stamp, err := q.StampOf(ctx, by.Name)
		if err != nil {
			return fmt.Errorf("identity: secrets: %w", err)
		}
		if err := s.sessions.CloseOthersTx(ctx, tx, session.Operator, by.Name, by.Session); err != nil {
			return err
		}
		if err := s.sessions.RestampTx(ctx, tx, session.Operator, by.Name, by.Session, stamp); err != nil {
			return err
		}
		return s.changedTx(ctx, tx, by.Name, "secret.password", "a new password", key)
	})
}

// SetRecovery makes ten new recovery codes, which nobody can show again; the former ones end.
func (s *Service) SetRecovery(ctx context.Context, by Caller) (codes []string, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		key, err := s.sureTx(ctx, tx, by, "recovery")
		if err != nil {
			return err
		}
		if codes, err = newRecoveryTx(ctx, tx, by.Name); err != nil {
			return err
		}
		return s.changedTx(ctx, tx, by.Name, "secret.recovery", "new recovery codes", key)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// AddTOTP begins to show codes by another telephone. The former one counts until TOTPAdded.
func (s *Service) AddTOTP(ctx context.Context, by Caller, from Origin) (e Enrolment, err error) {
	e.Name = by.Name
	if e.URI, e.Key, err = newKey(by.Name); err != nil {
		return Enrolment{}, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		key, err := s.sureTx(ctx, tx, by, "totp")
		if err != nil {
			return err
		}
		b := body{Name: by.Name, Session: by.Session, Key: e.Key, Decision: key, From: from}
		e.Ticket, err = s.ticketTx(ctx, tx, addsTOTP, b, enrolLife)
		return err
	})
	if err != nil {
		return Enrolment{}, err
	}
	return e, nil
}

// TOTPAdded makes the telephone that showed a code the operator's. WRONG_CREDENTIAL: the code or the ticket. NO_DATA: it has no
// password, beside which codes count.
func (s *Service) TOTPAdded(ctx context.Context, by Caller, ticket, code string) error {
	b, _, live, err := s.try(ctx, addsTOTP, ticket)
	if err != nil || !live || b.Name != by.Name || b.Session != by.Session {
		return orWrong(err)
	}
	at, err := stepOf(b.Key, code, s.store.Now())
	if err != nil || at == 0 {
		return orWrong(err)
	}
	sealed, err := s.secrets.Seal(totpRow(by.Name), b.Key)
	if err != nil {
		return fmt.Errorf("identity: secrets: %w", err)
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if once, err := useTx(ctx, tx, addsTOTP, ticket); err != nil || !once {
			return orWrong(err)
		}
		n, err := identitydb.New(tx).SetTOTP(ctx, identitydb.SetTOTPParams{
			TotpSealed: sealed, Now: clock.MicrosOf(tx.Now), TotpStep: at, Operator: by.Name,
		})
		if err != nil {
			return fmt.Errorf("identity: secrets: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NO_DATA, "%s has no password", by.Name)
		}
		return s.changedTx(ctx, tx, by.Name, "secret.totp", "another telephone shows its codes", b.Decision)
	})
}
