// Package otp proves that a telephone is a person's: it has one-time codes sent, checks them, and knows for half an hour
// who proved which number, and for what.
//
// Promises (API.md, Account and Limits): of any number of guesses at one code, five are looked at for who had it sent, and three for
// all others who asked for one; a code counts once, for its phone and its purpose, and for who holds its token; everybody else learns
// nothing about a number, neither by an answer nor by its time; a message is never sent from inside a transaction, and what was sent is
// known before it is sent; limits survive a restart and hold for all nodes together.
package otp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"krapao/internal/phone"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// The rules of a code.
const (
	codeLife = 5 * time.Minute
	// maxTries wrong codes end a token; KRAPAO_LIMITS=off does not touch this.
	maxTries = 5
	// maxCalls bounds the calls to the gateway for one token: a try that it did not answer is given back.
	maxCalls = 20
	// provenFor is how long a proven number counts.
	provenFor = 30 * time.Minute
	// keep is how long codes are kept for questions afterwards.
	keep = 7 * 24 * time.Hour
)

// The states of a code.
const (
	stateSent     = "sent"
	stateVerified = "verified"
	stateUsed     = "used" // by somebody else who asked for one
)

// Deps are the parts that the service stands on.
type Deps struct {
	Store  *store.Store
	Sender Sender
	// Limiter must keep its counts in the database.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Laos switches to the Lao numbering plan.
	Laos bool
	// Sent and Refused are told of each message that was asked for at the gateway, and of each that a budget refused, by the
	// budget's name. Nil tells nobody.
	Sent    func(purpose Purpose)
	Refused func(budget string)
}

// Service sends and checks codes. It is safe for concurrent use.
type Service struct {
	Deps
	phones phone.Plan
	// delivering are offers whose message is on its way.
	delivering sync.WaitGroup
	// sends and checks are how long codes took lately to be sent, and to be looked at.
	sends, checks pace
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d, phones: phone.Thailand}
	if d.Laos {
		s.phones = phone.Laos
	}
	if s.Sent == nil {
		s.Sent = func(Purpose) {}
	}
	if s.Refused == nil {
		s.Refused = func(string) {}
	}
	s.Limits.OTPDay, s.Limits.ResetDay = blocked(s.Limits.OTPDay), blocked(s.Limits.ResetDay)
	return s
}

// Prune deletes codes that nobody asks about any more, and returns how many. Run it now and then.
func (s *Service) Prune(ctx context.Context) (removed int64, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		removed, err = otpdb.New(tx).PruneOTP(ctx, tx.Now.Add(-keep).UnixMicro())
		return err
	})
	return removed, err
}

// hash is how our token is stored.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// trace recognises a typed code later without storing it; the token, which is not stored either, is the key.
func trace(token, code string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte(code))
	return hex.EncodeToString(mac.Sum(nil))
}
