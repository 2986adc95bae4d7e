// Package member manages members: registration, profile and bank account.
//
// Promises:
//   - A phone number and a bank account belong to one member each, however they are typed and however many register at once.
//   - Only a caller that proved a phone learns whether the phone or a bank account is taken.
//
// Its neighbours are the packages below it. state keeps the one row that every decision about a member locks first.
// bankaccount seals and finds the registered bank accounts, and holder links members by the names of their holders.
// password keeps passwords. login lets members in, and access keeps them out.
package member

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/phone"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/internal/memberdb"
	"krapao/member/password"
)

// Ledger is what this area needs of package ledger.
type Ledger interface {
	OpenTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
}

// Activity reports whether a member ever deposited or withdrew. From then on its bank account can't change (API.md, Account).
type Activity interface {
	MoneyMoved(ctx context.Context, member string) (bool, error)
}

// Prover checks proofs of phone numbers, by the token of the code that was typed. A proof is good for one purpose and is used
// up in the commit that fulfils it.
type Prover interface {
	// Proved reports whether the proof is good, or was good and is used up.
	Proved(ctx context.Context, phone string, purpose Purpose, token string) (good, spent bool, err error)
	// UseTx uses a proof up. UNVERIFIED_OTP: it is no longer good.
	UseTx(ctx context.Context, tx *store.Tx, phone string, purpose Purpose, token string) error
}

// Purpose is what a proof of a phone is good for.
type Purpose string

// The purposes.
const (
	ToRegister Purpose = "register"
	ToReset    Purpose = "reset"
	ToLogin    Purpose = "login"
)

// Deps are what the service is made of.
type Deps struct {
	Store     *store.Store
	Ledger    Ledger
	Lookup    *lookup.Service
	Passwords *password.Service
	Accounts  *bankaccount.Service
	Holders   *holder.Index
	Activity  Activity
	// OTP is asked before a registration. Nil: members register without one-time codes.
	OTP Prover
	// Limiter must keep its counts in the database. Otherwise a restart or another node would allow more questions.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Invited runs in the transaction that registers a member with an inviter's code. The inviter is final. Nil does nothing.
	Invited func(ctx context.Context, tx *store.Tx, member, inviter string) error
	// NameSecures: a change of the name makes withdrawals wait, like a change of bank details. Off in the demo.
	NameSecures bool
	// Laos switches phones and currencies to the Laos mode.
	Laos bool
}

// Service manages members. It is safe for concurrent use.
type Service struct {
	Deps
	phones     phone.Plan
	recipients *store.Look[memberdb.RecipientRow]
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d, phones: phone.Thailand, recipients: recipientLook(d.Store)}
	if d.Laos {
		s.phones = phone.Laos
	}
	return s
}

// Currencies of a member's bank account.
const (
	BAHT = "BAHT"
	LAK  = "LAK"
)

// Member is a member as stored.
type Member struct {
	// ID is 12 Crockford base32 characters. A member's invite code is PR and its ID.
	ID string
	// Username is the phone number as written in its own country, Phone is its E.164 form.
	Username, Phone string
	Name            string
	SourceCode      string
	// Inviter is the ID of the member that invited this one. It never changes. Empty: nobody.
	Inviter string
	Active  bool
	Bank    bankaccount.Account
	// LastLogin is the login before the current one. Zero: there was none.
	LastLogin time.Time
	// SecuredAt is the last change of password or bank details. Withdrawals wait 24 h from it. Zero: never.
	SecuredAt time.Time
	// ResetAt is when the password was last reset by a code to the phone. Zero: never.
	ResetAt   time.Time
	CreatedAt time.Time
}

// ByID returns a member. NO_USER: there is none.
func (s *Service) ByID(ctx context.Context, id string) (Member, error) {
	return s.byID(ctx, memberdb.New(s.Store.DB()), id)
}

// ByIDTx is ByID in a transaction, which must not wait for a further connection.
func (s *Service) ByIDTx(ctx context.Context, tx *store.Tx, id string) (Member, error) {
	return s.byID(ctx, memberdb.New(tx), id)
}

func (s *Service) byID(ctx context.Context, q *memberdb.Queries, id string) (Member, error) {
	row, err := q.MemberByID(ctx, id)
	if store.NotFound(err) {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Member{}, fmt.Errorf("member: %w", err)
	}
	bank, err := s.Accounts.Open(ctx, row.ID, bankaccount.Stored{
		Code: row.BankCode, Name: row.BankAccountName, Number: row.BankAccountNo, Currency: row.Currency,
	})
	if err != nil {
		return Member{}, err
	}
	return Member{
		ID: row.ID, Username: row.Username, Phone: row.Phone, Name: row.Name, SourceCode: row.SourceCode,
		Inviter: row.Inviter, Active: row.Active, Bank: bank,
		LastLogin: row.FormerLoginAt.Time(), SecuredAt: row.SecuredAt.Time(),
		ResetAt: row.ResetAt.Time(), CreatedAt: row.CreatedAt.Time(),
	}, nil
}

// Stored is what a home screen shows of a member's row. AccountName and AccountNumber are sealed.
type Stored struct {
	ID, Username, Name                             string
	BankCode, AccountName, AccountNumber, Currency string
	CreatedAt                                      time.Time
}

// Shown returns a member with what a home screen shows of it, for a row that another area has read. NO_USER: it read none.
func (s *Service) Shown(ctx context.Context, row Stored) (Member, error) {
	if row.Username == "" {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	bank, err := s.Accounts.Open(ctx, row.ID, bankaccount.Stored{
		Code: row.BankCode, Name: row.AccountName, Number: row.AccountNumber, Currency: row.Currency,
	})
	return Member{ID: row.ID, Username: row.Username, Name: row.Name, Bank: bank, CreatedAt: row.CreatedAt}, err
}

// ByUsername finds a member by its phone number in any form. NO_USER: there is none.
func (s *Service) ByUsername(ctx context.Context, username string) (Member, error) {
	number, ok := s.phones.Recognise(username)
	if !ok {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	id, err := memberdb.New(s.Store.DB()).IDByPhone(ctx, number)
	if store.NotFound(err) {
		return Member{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Member{}, fmt.Errorf("member: %w", err)
	}
	return s.ByID(ctx, id)
}

// PersonalWords are the words about a member that its password must not be.
func (m Member) PersonalWords() []string {
	return []string{m.Phone, m.Username, m.Name, m.Bank.AccountName}
}

// CountRegistered returns how many members registered within a span. to is exclusive.
func (s *Service) CountRegistered(ctx context.Context, from, to time.Time) (int64, error) {
	n, err := memberdb.New(s.Store.DB()).CountRegistered(ctx, clock.MicrosOf(from), clock.MicrosOf(to))
	if err != nil {
		return 0, fmt.Errorf("member: count: %w", err)
	}
	return n, nil
}
