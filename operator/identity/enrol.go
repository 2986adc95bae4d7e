package identity

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/guessable"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// Lengths of an operator's password, in characters.
const (
	shortest = 12
	longest  = 128
)

// weak returns WEAK_PASSWORD, with why, for a password of a wrong length or one that is easily guessed.
func weak(password, name string) error {
	why := string(guessable.Why(password, name, issuer))
	if n := utf8.RuneCountInString(password); n < shortest || n > longest {
		why = "length"
	}
	if why == "" {
		return nil
	}
	return fault.New(fault.WEAK_PASSWORD, "a password has %d to %d characters, and is not easily guessed", shortest, longest).
		With("why", why).With("least", shortest)
}

// Enrolment is an operator's setting of its secrets that has begun.
type Enrolment struct {
	Ticket string
	Name   string
	// URI is the telephone's key of codes as a picture has it, and Key as a person types it.
	URI, Key string
}

// Enrol begins to set an operator's secrets by a password and codes of a telephone, by its invitation, which still counts
// afterwards. ErrInvitation.
func (s *Service) Enrol(ctx context.Context, invitation string, from Origin) (e Enrolment, err error) {
	in, err := s.Invitation(ctx, invitation)
	if err != nil {
		return Enrolment{}, err
	}
	e.Name = in.Name
	if e.URI, e.Key, err = newKey(in.Name); err != nil {
		return Enrolment{}, err
	}
	e.Ticket, err = s.enrolTicket(ctx, body{
		Name: in.Name, Invitation: hash("invitation", invitation), Way: ByPassword, Key: e.Key, From: from,
	})
	return e, err
}

// EnrolByPasskey begins to set a passkey in place of a password, by an invitation, which still counts afterwards. ErrInvitation.
// ErrNoPasskeys.
func (s *Service) EnrolByPasskey(ctx context.Context, invitation string, from Origin) (c Challenge, err error) {
	in, err := s.Invitation(ctx, invitation)
	if err != nil {
		return Challenge{}, err
	}
	if s.passkeys == nil {
		return Challenge{}, ErrNoPasskeys
	}
	b := body{Name: in.Name, Invitation: hash("invitation", invitation), Way: ByPasskey, From: from}
	if c.Options, b.State, err = s.passkeys.Create(in.Name, nil); err != nil { // its former ones end
		return Challenge{}, err
	}
	c.Ticket, err = s.enrolTicket(ctx, b)
	return c, err
}

func (s *Service) enrolTicket(ctx context.Context, b body) (ticket string, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		ticket, err = s.ticketTx(ctx, tx, enrol, b, enrolLife)
		return err
	})
	return ticket, err
}

// Proof is what somebody shows who it is with. An enrolment ends with the new password, and a code that the telephone shows, or
// with the passkey that its device made.
type Proof struct {
	Password, Code string
	// Credential is what a passkey signed, as the browser sends it, and Name how its owner calls a new one.
	Credential json.RawMessage
	Name       string
}

// Finish sets an operator's secrets, ends its former ones and its sessions, and signs it in, in one commit. It returns ten
// recovery codes, which nobody can show again. WEAK_PASSWORD, which costs no try. WRONG_CREDENTIAL: the code or the passkey; five
// end the ticket. ErrInvitation: the ticket is over, or the invitation was used meanwhile.
func (s *Service) Finish(ctx context.Context, ticket string, proof Proof) (signed Signed, recovery []string, err error) {
	b, live, err := s.peek(ctx, enrol, ticket)
	if err != nil {
		return Signed{}, nil, err
	}
	if !live {
		return Signed{}, nil, ErrInvitation
	}
	if b.Way != ByPasskey {
		if err := weak(proof.Password, b.Name); err != nil {
			return Signed{}, nil, err
		}
	}
	if b, _, live, err = s.try(ctx, enrol, ticket); err != nil || !live {
		return Signed{}, nil, orInvalid(err)
	}
	fresh, err := s.proven(ctx, b, proof)
	if err != nil {
		return Signed{}, nil, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		signed, recovery, err = s.finishTx(ctx, tx, ticket, b, fresh)
		return err
	})
	if err != nil {
		return Signed{}, nil, err
	}
	return signed, recovery, nil
}

// proven are the secrets that somebody has shown to have. WRONG_CREDENTIAL.
func (s *Service) proven(ctx context.Context, b body, proof Proof) (fresh secrets, err error) {
	if b.Way == ByPasskey {
		if s.passkeys == nil {
			return secrets{}, ErrNoPasskeys
		}
		fresh.passkey = &identitydb.AddPasskeyParams{Operator: b.Name, Name: cmp.Or(strings.TrimSpace(proof.Name), firstPasskey)}
		id, record, err := s.passkeys.Created(b.Name, b.State, proof.Credential)
		if err != nil {
			return secrets{}, wrong()
		}
		fresh.passkey.ID, fresh.passkey.Record, fresh.passkey.BackedUp = id, string(record), s.passkeys.BackedUp(record)
		return fresh, nil
	}
	fresh.key = b.Key
	if fresh.step, err = stepOf(b.Key, proof.Code, s.store.Now()); err != nil || fresh.step == 0 {
		return secrets{}, orWrong(err)
	}
	if fresh.phc, err = s.hasher.Hash(ctx, proof.Password); err != nil {
		return secrets{}, fmt.Errorf("identity: password: %w", err)
	}
	return fresh, nil
}

// firstPasskey is what a passkey is called whose owner gave it no name.
const firstPasskey = "passkey"

func orInvalid(err error) error {
	if err != nil {
		return err
	}
	return ErrInvitation
}

// secrets are an operator's new ones: the hash of its password, the key of its telephone's codes, and the last code that it
// used; or a passkey.
type secrets struct {
	phc, key string
	step     int64
	passkey  *identitydb.AddPasskeyParams
}

// said is what the audit log calls them.
func (f secrets) said() string {
	if f.passkey != nil {
		return "a passkey and recovery codes"
	}
	return "password, codes of a telephone and recovery codes"
}

func (s *Service) finishTx(ctx context.Context, tx *store.Tx, ticket string, b body, fresh secrets) (Signed, []string, error) {
	q := identitydb.New(tx)
	in, err := s.invitation(ctx, q, b.Invitation, tx.Now)
	if err != nil {
		return Signed{}, nil, err
	}
	n, err := q.UseInvitation(ctx, clock.MicrosOf(tx.Now), b.Invitation)
	if err != nil || n == 0 {
		return Signed{}, nil, orInvalid(err)
	}
	if used, err := useTx(ctx, tx, enrol, ticket); err != nil || !used {
		return Signed{}, nil, orInvalid(err)
	}
	if err := q.DropPasskeys(ctx, in.Name); err != nil {
		return Signed{}, nil, fmt.Errorf("identity: passkeys: %w", err)
	}
	stamp, err := s.setTx(ctx, tx, in.Name, fresh)
	if err != nil {
		return Signed{}, nil, err
	}
	codes, err := newRecoveryTx(ctx, tx, in.Name)
	if err != nil {
		return Signed{}, nil, err
	}
	if err := s.sessions.CloseOthersTx(ctx, tx, session.Operator, in.Name, ""); err != nil {
		return Signed{}, nil, err
	}
	p, err := s.person(ctx, q, in.Name)
	if err != nil {
		return Signed{}, nil, err
	}
	b.From.Way = ByInvitation
	signed, err := s.beginTx(ctx, tx, p, stamp, b.From)
	if err != nil {
		return Signed{}, nil, err
	}
	return signed, codes, s.log.AppendTx(ctx, tx, audit.Entry{
		By: in.Name, Action: "secret.set", Subject: in.Name,
		Reason: fresh.said() + ", by an invitation of " + in.By,
	})
}

// setTx writes an operator's new secrets, sealed, and returns their stamp.
func (s *Service) setTx(ctx context.Context, tx *store.Tx, name string, fresh secrets) (stamp int64, err error) {
	q, now := identitydb.New(tx), clock.MicrosOf(tx.Now)
	row := identitydb.SetSecretParams{Operator: name, TotpStep: fresh.step}
	if fresh.passkey != nil {
		fresh.passkey.CreatedAt = now
		err = q.AddPasskey(ctx, *fresh.passkey)
	} else {
		row.PasswordAt, row.TotpSince = now, now
		if row.PasswordSealed, err = s.secrets.Seal(passwordRow(name), fresh.phc); err == nil {
			row.TotpSealed, err = s.secrets.Seal(totpRow(name), fresh.key)
		}
	}
	if err == nil {
		stamp, err = q.SetSecret(ctx, row)
	}
	if err != nil {
		return 0, fmt.Errorf("identity: secrets: %w", err)
	}
	return stamp, nil
}
