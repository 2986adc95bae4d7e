// Package otp proves that a phone belongs to a person. It has one-time codes sent, checks them, and remembers for half an
// hour who proved which number, and for what.
//
// Promises (API.md, Account and Limits):
//   - Of any number of guesses at one code, five are checked for the asker whose message it is, and three for all other askers.
//   - A code counts once, for its phone and its purpose, and for the holder of its token.
//   - A code that confirms a session counts there alone, and for the phone that it was sent to.
//   - Everybody else learns nothing about a number, neither from an answer nor from its time.
//   - A message is never sent inside a transaction, and its intent is committed before it is sent.
//   - Limits survive a restart and hold for all nodes together.
package otp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/phone"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// The rules of a code.
const (
	codeLife = 5 * time.Minute
	// maxTries wrong codes end a token. KRAPAO_LIMITS=off does not change this.
	maxTries = 5
	// maxCalls bounds the calls to the gateway for one token: a try without an answer is returned.
	maxCalls = 20
	// provenFor is how long a proven number counts.
	provenFor = 30 * time.Minute
	// keep is how long codes are kept for later questions.
	keep = 7 * 24 * time.Hour
)

// The states of a code.
const (
	stateSent     = "sent"
	stateVerified = "verified"
	stateUsed     = "used" // by another asker
)

// Deps are what the service is made of.
type Deps struct {
	Store  *store.Store
	Sender Sender
	// Limiter must keep its counts in the database.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Laos switches to the Lao numbering plan.
	Laos bool
	// Sent observes each message that was ordered from the gateway. Refused observes each message that a budget refused, with the
	// budget's name. Both may be nil.
	Sent    func(purpose Purpose)
	Refused func(budget string)
}

// Service sends and checks codes. It is safe for concurrent use.
type Service struct {
	Deps
	phones phone.Plan
	// delivering are offers whose message is being sent.
	delivering sync.WaitGroup
	// sends and checks are the recent times of sending and checking a code.
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
	s.Limits.ConfirmDay = blocked(s.Limits.ConfirmDay)
	return s
}

// Prune deletes codes that nobody needs any more, and returns how many. Run it from time to time.
func (s *Service) Prune(ctx context.Context) (removed int64, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		removed, err = otpdb.New(tx).PruneOTP(ctx, clock.MicrosOf(tx.Now.Add(-keep)))
		return err
	})
	return removed, err
}

// hash is the stored form of our token.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// trace recognises a typed code later without storing it. The key is the token, which is not stored either.
func trace(token, code string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte(code))
	return hex.EncodeToString(mac.Sum(nil))
}
