// Package identity is how operators show who they are: passkeys, password and one-time code, recovery codes, and the invitation
// by which an operator sets them.
//
// Promises (RULES.md section 13, OPERATOR-API.md section 2):
//   - Nobody is signed in by a name. A session needs a passkey, the word of the house's OpenID provider, or a password and a code
//     of the operator's telephone, or one of its recovery codes. Only the operators of a demo (Deps.Demo) are signed in by a
//     press; they have no secrets.
//   - The first step of a sign-in answers everybody alike, after the same work. The second says that something was wrong, and
//     not what.
//   - An invitation, a ticket, a one-time code and a recovery code count once, however many nodes are asked at the same moment.
//   - Guesses are few, on all nodes together, and a refusal says how long to wait.
//   - A confirmation is good for one decision of one session, once, for two minutes. Five wrong ones in an hour end the session.
//   - Secrets are sealed or hashed: whoever reads the database learns none, and gets in with nothing that it read.
//   - An operator that has set secrets keeps a way in: the last one is not removed.
//   - New secrets end the former ones and all sessions, in one commit, and every change of them is in the audit log.
//
// Its neighbours: package session has the sessions, operator.Staff the operators, and operator/cli and the operator API
// call it.
package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
	"krapao/session"
)

// ErrInvitation says that there is no such invitation, or it was used, has ended, was replaced, or does not count yet. It does
// not say which.
var ErrInvitation = errors.New("operator: this invitation is not valid: it is unknown, used or over, or does not count yet")

// ErrInvited says that an invitation is not to be had this way.
var ErrInvited = errors.New("operator: no invitation")

// Way is what an operator shows who it is with.
type Way string

// The ways.
const (
	// ByPassword is a password, with a code of the telephone each time.
	ByPassword Way = "password"
	// ByTOTP is a code of the operator's telephone, and ByRecovery one of the codes for an operator without it.
	ByTOTP     Way = "totp"
	ByRecovery Way = "recovery"
	// ByPasskey is a key of the operator's device, which recognises its owner.
	ByPasskey Way = "passkey"
	// ByOIDC is the word of the house's OpenID provider. It signs in, and confirms nothing.
	ByOIDC Way = "oidc"
	// ByInvitation is the first sign-in, and ByShell a shell's that was let in at the console.
	ByInvitation Way = "invitation"
	ByShell      Way = "shell"
)

// Origin is where a call comes from.
type Origin struct {
	Address, Agent string
	// Way is what a session is signed in by that begins with it.
	Way Way
	// Node: it comes over the node's own socket, which only the owner of its directory can open. Guesses from elsewhere shut
	// nobody out there.
	Node bool
}

// Signed is a session that has just begun.
type Signed struct {
	Operator operator.Operator
	Session  session.Session
	// Token is the session's; nobody can show it again.
	Token string
}

// Hasher hashes passwords (argon.Hasher).
type Hasher interface {
	Hash(ctx context.Context, password string) (phc string, err error)
	Matches(ctx context.Context, password, phc string) (bool, error)
	// Nobody is a hash that no password matches, and that takes as long to compare.
	Nobody() string
}

// Sessions open and end sessions (session.Service).
type Sessions interface {
	BeginTx(ctx context.Context, tx *store.Tx, o session.Opening) (token string, begun session.Session, err error)
	CloseOthersTx(ctx context.Context, tx *store.Tx, audience session.Audience, subject, keep string) error
	RestampTx(ctx context.Context, tx *store.Tx, audience session.Audience, subject, keep string, stamp int64) error
	Close(ctx context.Context, audience session.Audience, subject, sessionID string) error
	Check(ctx context.Context, audience session.Audience, token string) (session.Session, error)
	SeenLast(ctx context.Context, audience session.Audience, subject string) (time.Time, error)
}

// Deps are what the service is made of.
type Deps struct {
	Store    *store.Store
	Secrets  *secret.Box
	Audit    *audit.Log
	Staff    *operator.Staff
	Sessions Sessions
	Hasher   Hasher
	// Limiter must keep its counts in the database. Otherwise a restart or another node would allow more guesses.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Passkeys are of the console's address. Nil: it has none.
	Passkeys Passkeys
	// Provider is the house's OpenID provider. Nil: it has none.
	Provider Provider
	// Demo are the names of a demo's operators. Empty: this is no demo.
	Demo []string
}

// Service signs operators in. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	secrets  *secret.Box
	log      *audit.Log
	staff    *operator.Staff
	sessions Sessions
	hasher   Hasher
	limiter  *ratelimit.Limiter
	limits   ratelimit.Limits
	passkeys Passkeys
	provider Provider
	demo     []string
}

// New makes the service, and registers what is decided about secrets.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, secrets: d.Secrets, log: d.Audit, staff: d.Staff, sessions: d.Sessions, hasher: d.Hasher,
		limiter: d.Limiter, limits: d.Limits, passkeys: d.Passkeys, provider: d.Provider, demo: d.Demo,
	}
	d.Staff.Register(operator.Kind{
		Name: KindReset, Needs: operator.Chief, Plan: s.planReset, Life: resetLife, Wait: operator.NewcomerWaits,
	})
	return s
}

// Check returns the live session of an operator's token, or why it no longer counts (session.Service.Check).
func (s *Service) Check(ctx context.Context, token string) (session.Session, error) {
	return s.sessions.Check(ctx, session.Operator, token)
}

// person is an operator with its secrets. The zero person is nobody.
type person struct{ identitydb.PersonRow }

// person returns the operator with a name; nobody has it: the zero person.
func (*Service) person(ctx context.Context, q *identitydb.Queries, name string) (person, error) {
	return personOf(ctx, q, name)
}

func personOf(ctx context.Context, q *identitydb.Queries, name string) (person, error) {
	row, err := q.Person(ctx, operator.Storable(name))
	if err != nil && !store.NotFound(err) {
		return person{}, fmt.Errorf("identity: %w", err)
	}
	return person{row}, nil
}

// may reports whether a person may act.
func (p person) may(now time.Time) bool {
	return p.Name != "" && p.Active && p.EffectiveAt <= clock.MicrosOf(now)
}

// enrolled reports whether a person has set secrets of its own, and hasPassword whether a password is among them.
func (p person) enrolled() bool    { return p.Stamp > 0 }
func (p person) hasPassword() bool { return p.PasswordSealed != "" }

// phc returns the hash of the person's password, or nobody's.
func (s *Service) phc(p person) (string, error) {
	if !p.hasPassword() {
		return s.hasher.Nobody(), nil
	}
	phc, err := s.secrets.Open(passwordRow(p.Name), p.PasswordSealed)
	if err != nil {
		return "", fmt.Errorf("identity: the password of %s: %w", p.Name, err)
	}
	return phc, nil
}

func passwordRow(name string) secret.Row {
	return secret.Row{Table: "operator_secret", Column: "password_sealed", ID: name}
}

func totpRow(name string) secret.Row {
	return secret.Row{Table: "operator_secret", Column: "totp_sealed", ID: name}
}

func ticketRow(hash string) secret.Row {
	return secret.Row{Table: "signin_ticket", Column: "body_sealed", ID: hash}
}

// hash is how a text is stored that opens something and has so many bits that nobody guesses it.
func hash(parts ...string) string {
	sum := sha256.Sum256([]byte(ratelimit.Subject(parts...)))
	return hex.EncodeToString(sum[:])
}

// keepEnded is how long a ticket or an invitation is kept after its end.
const keepEnded = 24 * time.Hour

// Prune deletes what ended a day ago, and returns how many tickets. Run it from time to time.
func (s *Service) Prune(ctx context.Context) (tickets int64, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		q, before := identitydb.New(tx), clock.MicrosOf(tx.Now.Add(-keepEnded))
		if err := q.PruneInvitations(ctx, before); err != nil {
			return err
		}
		if err := q.PruneConfirmations(ctx, before); err != nil {
			return err
		}
		if err := q.PruneShells(ctx, before); err != nil {
			return err
		}
		tickets, err = q.PruneTickets(ctx, before)
		return err
	})
	return tickets, err
}

// RestoredTx ends all invitations, tickets, confirmations and waiting shells of a restored store: those that were used after the
// backup would count again. No node runs on the store yet.
func RestoredTx(ctx context.Context, tx *store.Tx) error {
	q := identitydb.New(tx)
	if err := q.EndAllInvitations(ctx, clock.MicrosOf(tx.Now)); err != nil {
		return fmt.Errorf("identity: restored: %w", err)
	}
	if err := q.EndAllConfirmations(ctx); err != nil {
		return fmt.Errorf("identity: restored: %w", err)
	}
	if err := q.EndAllShells(ctx); err != nil {
		return fmt.Errorf("identity: restored: %w", err)
	}
	return q.EndAllTickets(ctx)
}
