// Package login is a member's way in, and the way back in after a forgotten password. It knows who may try a password how often.
//
// Promises:
//   - A login reveals nothing about accounts that are not the caller's.
//   - Strangers who guess shut nobody out: a known browser passes, and a code to the phone lets a member in.
//   - A thief of a session guesses a password, or a code in its place, five times.
//
// Its neighbours: password compares and stores, access ends sessions, and package otp sends the codes.
package login

import (
	"context"
	"time"

	"krapao/internal/phone"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/password"
	"krapao/session"
)

// Members finds members. NO_USER: there is none.
type Members interface {
	ByID(ctx context.Context, id string) (member.Member, error)
}

// Codes are one-time codes to members' phones.
type Codes interface {
	member.Prover
	// Offer makes the token of a code for a login. Only a genuine one is sent, and the caller can't tell.
	Offer(ctx context.Context, phone, address string, genuine bool) (token string, err error)
	// SendIn has a code sent to a member's phone (E.164), which confirms one session. Its refusals are those of package otp.
	SendIn(ctx context.Context, phone, session, address string) (SentCode, error)
	// VerifyIn checks the code that was typed in the session. confirmed runs in the commit that uses it up.
	VerifyIn(ctx context.Context, phone, session, token, code string, confirmed func(*store.Tx) error) error
}

// SentCode is a code on its way to a member's phone. Ref is in the message, and Until is how long the code counts.
type SentCode struct {
	Token, Ref string
	Until      time.Time
}

// Deps are what the service is made of.
type Deps struct {
	Store     *store.Store
	Members   Members
	Passwords *password.Service
	Access    *access.Service
	Sessions  *session.Service
	Lookup    *lookup.Service
	// Codes let a member in after too many wrong logins, let it reset a forgotten password, and stand in for its password within
	// a session. Nil: none of it is possible.
	Codes Codes
	// Limiter must keep its counts in the database. Otherwise a restart or another node would allow more guesses.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Laos: phones are those of Laos.
	Laos bool
}

// Service lets members in. It is safe for concurrent use.
type Service struct {
	devices
	guesses   guesses
	store     *store.Store
	members   Members
	passwords *password.Service
	access    *access.Service
	sessions  *session.Service
	lookup    *lookup.Service
	codes     Codes
	phones    phone.Plan
}

// New makes the service.
func New(d Deps) *Service {
	known := devices{d.Store}
	s := &Service{
		devices: known, guesses: guesses{Limiter: d.Limiter, limits: d.Limits, turns: newTurns(), devices: known},
		store: d.Store, members: d.Members, passwords: d.Passwords, access: d.Access, sessions: d.Sessions, lookup: d.Lookup,
		codes: d.Codes, phones: phone.Thailand,
	}
	if d.Laos {
		s.phones = phone.Laos
	}
	return s
}
