// Package member knows who a member is: registration, credentials, profile, bank account, and the one row that every
// decision about a member locks first.
//
// Promises: a telephone number and a bank account belong to one member each, in whatever form they are typed and however
// many register at once; a login tells nothing about accounts that are not the caller's; bank details are sealed to
// their row; a change of credentials ends every other session; what may move money waits while the member's total is
// being read.
package member

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"krapao/fault"
	"krapao/internal/phone"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member/internal/memberdb"
	"krapao/session"
)

// Ledger is what this area asks of package ledger.
type Ledger interface {
	OpenTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	SetGatesTx(ctx context.Context, tx *store.Tx, account ledger.Account, raise, lower ledger.Gate) error
}

// Activity tells whether a member ever deposited or withdrew: from then on its bank account stays (API.md, Account).
type Activity interface {
	MoneyMoved(ctx context.Context, member string) (bool, error)
}

// Prover knows who proved a telephone number lately, by the token that it was given, and for what. Using a proof up is part of
// what it was given for, in one commit.
type Prover interface {
	// Proved reports whether the proof is good, or was and is used up.
	Proved(ctx context.Context, phone string, purpose Purpose, token string) (good, spent bool, err error)
	// UseTx is UNVERIFIED_OTP where the proof is not good any more.
	UseTx(ctx context.Context, tx *store.Tx, phone string, purpose Purpose, token string) error
}

// Codes are one-time codes to the phones of members.
type Codes interface {
	Prover
	// Offer makes the token of a code for a login; only a genuine one is sent, and nobody can tell.
	Offer(ctx context.Context, phone, address string, genuine bool) (token string, err error)
}

// Purpose is what a phone is proved for.
type Purpose string

// The purposes.
const (
	ToRegister Purpose = "register"
	ToReset    Purpose = "reset"
	ToLogin    Purpose = "login"
)

// Deps are the parts that the service stands on.
type Deps struct {
	Store    *store.Store
	Ledger   Ledger
	Sessions *session.Service
	Lookup   *lookup.Service
	Secrets  *secret.Box
	Activity Activity
	// OTP is asked before a registration; nil where the operator registers without one-time codes.
	OTP Prover
	// Codes let a member in after wrong logins, and set a forgotten password anew. Nil: neither is possible.
	Codes Codes
	// Limiter must keep its counts in the database: a restart or another node would else be a fresh start for guesses.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// AllRead reports whether every node that runs finds a password that is sealed. Nil: no other node runs.
	AllRead func(ctx context.Context) (bool, error)
	// Invited runs in the transaction that registers a member by an inviter's code, for good. Nil does nothing.
	Invited func(ctx context.Context, tx *store.Tx, member, inviter string) error
	// NameSecures: a change of the name makes withdrawals wait, as one of bank details does. The demo's profile does without.
	NameSecures bool
	// Laos switches phones and currencies to the Laos mode.
	Laos bool
	// Argon sets the cost of password hashes; the zero value is the product's.
	Argon Argon
}

// Service answers for members. It is safe for concurrent use.
type Service struct {
	Deps
	phones phone.Plan
	hasher *hasher
	turns  turns
	// indexed: every account is in the index of its parts.
	indexed atomic.Bool
	// sealing: every node reads sealed passwords, so that none is written in plain any more.
	sealing atomic.Bool
	ahead   aheadHolds

	onSecured   func(ctx context.Context, tx *store.Tx, member string) error
	onActivated func(ctx context.Context, tx *store.Tx, member, by string, active bool) error
}

// New makes the service.
func New(d Deps) (*Service, error) {
	h, err := newHasher(d.Argon)
	if err != nil {
		return nil, err
	}
	s := &Service{Deps: d, phones: phone.Thailand, hasher: h, turns: newTurns()}
	if d.Laos {
		s.phones = phone.Laos
	}
	return s, nil
}

// Currencies of a member's bank account.
const (
	BAHT = "BAHT"
	LAK  = "LAK"
)

// Member is a member as it stands.
type Member struct {
	// ID is 12 Crockford base32 characters; an invitation's code is PR and the ID.
	ID string
	// Username is the phone as its owner writes it at home, Phone its E.164 form.
	Username, Phone string
	Name            string
	SourceCode      string
	// Inviter is the ID of who invited the member, bound for good; empty for nobody.
	Inviter string
	Active  bool
	Bank    BankAccount
	// LastLogin is the login before the current one; zero where there was none.
	LastLogin time.Time
	// SecuredAt is the last change of password or bank details; withdrawals wait 24 h from it. Zero: never.
	SecuredAt time.Time
	// ResetAt is when the password was last set anew by a code to the phone. Zero: never.
	ResetAt   time.Time
	CreatedAt time.Time
}

// BankAccount is where a member's withdrawals go.
type BankAccount struct {
	Code, AccountName, AccountNo, Currency string
	// Bank has the names; only the code is set for a bank that the operator no longer lists.
	Bank lookup.Bank
}

// ByID returns a member; an unknown one is NO_USER.
func (s *Service) ByID(ctx context.Context, id string) (Member, error) {
	row, err := memberdb.New(s.Store.DB()).MemberByID(ctx, id)
	if store.NotFound(err) {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Member{}, fmt.Errorf("member: %w", err)
	}
	bank, err := s.openBank(ctx, row)
	if err != nil {
		return Member{}, err
	}
	return Member{
		ID: row.ID, Username: row.Username, Phone: row.Phone, Name: row.Name, SourceCode: row.SourceCode,
		Inviter: row.Inviter, Active: row.Active, Bank: bank,
		LastLogin: instant(row.FormerLoginAt), SecuredAt: instant(row.SecuredAt), ResetAt: instant(row.ResetAt), CreatedAt: instant(row.CreatedAt),
	}, nil
}

// ByUsername finds a member by its phone in any form; an unknown one is NO_USER.
func (s *Service) ByUsername(ctx context.Context, username string) (Member, error) {
	number, ok := s.phones.Recognise(username)
	if !ok {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	row, err := memberdb.New(s.Store.DB()).CredentialByPhone(ctx, number)
	if store.NotFound(err) {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Member{}, fmt.Errorf("member: %w", err)
	}
	return s.ByID(ctx, row.ID)
}

// Directory tells package session what members' sessions stand on.
func Directory(s *store.Store) session.Subjects { return directory{s} }

type directory struct{ store *store.Store }

// Standing implements session.Subjects.
func (d directory) Standing(ctx context.Context, id string) (session.Standing, error) {
	row, err := memberdb.New(d.store.DB()).Standing(ctx, id)
	if store.NotFound(err) {
		return session.Standing{}, nil
	}
	if err != nil {
		return session.Standing{}, err
	}
	return session.Standing{Exists: true, Active: row.Active, Stamp: row.PasswordVersion}, nil
}

// instant reads a stored time; 0 is the zero time.
func instant(micro int64) time.Time {
	if micro == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micro).UTC()
}
