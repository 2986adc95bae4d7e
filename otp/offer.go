package otp

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// An offer is the answer to a login after too many wrong ones: type the code that was sent to the phone. The answer is the
// same for everybody and every password, but a message is sent only if the password was right. So a guess reveals nothing,
// and no stranger uses up a member's messages.

// deliverWithin bounds the work that goes on after the answer.
const deliverWithin = 30 * time.Second

// Offer makes the token of a code for a login to a phone (E.164). Only a genuine offer is sent, after the answer.
func (s *Service) Offer(ctx context.Context, number, address string, genuine bool) (token string, err error) {
	token = id.Secret()
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).InsertOffer(ctx, otpdb.InsertOfferParams{
			TokenHash: hash(token), Phone: number, Purpose: string(Login), Address: address,
			CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(codeLife)),
		})
	})
	if err != nil {
		return "", fmt.Errorf("otp: offer: %w", err)
	}
	if genuine {
		s.delivering.Go(func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deliverWithin)
			defer cancel()
			s.deliver(ctx, number, token)
		})
	}
	return token, nil
}

// Wait returns once no delivery is under way.
func (s *Service) Wait() { s.delivering.Wait() }

// deliver sends an offered code. If that fails, the offer has no message: the member asks for another.
func (s *Service) deliver(ctx context.Context, number, token string) {
	minute := s.Limits.LoginCodeMinute.On(number)
	charged, err := s.Limiter.Charge(ctx, minute, s.Limits.LoginCodeDay.On(number))
	if err != nil {
		return
	}
	s.Sent(Login)
	sent, err := s.Sender.Send(ctx, number)
	if err != nil {
		_ = s.Limiter.Refund(ctx, charged, minute) // the wait of a minute; there is nobody to tell of an error
		return
	}
	_ = s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).MarkDelivered(ctx, sent.Token, sent.Ref, hash(token))
	})
}

// offered reports whether a code belongs to an offer.
func offered(try otpdb.TakeTryRow) bool { return try.Purpose == string(Login) }

// verifyOffer is Verify for an offer. Everything that is not right is a wrong code, and the answer takes a second: neither
// the answer nor its time reveals whether there was a message.
func (s *Service) verifyOffer(ctx context.Context, token, code string, try otpdb.TakeTryRow) error {
	const answerAfter = time.Second
	answer := time.NewTimer(answerAfter)
	defer answer.Stop()
	right := false
	switch {
	case !codeForm.MatchString(code):
	case try.OutsideToken != "":
		result, err := s.check(ctx, try.OutsideToken, code)
		right = err == nil && result == Right
	default:
		s.checks.waitLike(ctx, time.Now())
	}
	select {
	case <-answer.C:
	case <-ctx.Done():
	}
	if !right {
		return wrong(try)
	}
	return s.proven(context.WithoutCancel(ctx), token)
}
