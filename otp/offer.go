package otp

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// An offer is what a login is answered with after too many wrong ones: type the code that was sent to the phone. It is the same
// whoever asks and whatever the password was, but a message is sent only where that was right. So a guess is told nothing, and no
// stranger uses up a member's messages.

// deliverWithin bounds what goes on after the answer.
const deliverWithin = 30 * time.Second

// Offer makes the token of a code for a login to a phone (E.164). Only a genuine one is sent, after the answer.
func (s *Service) Offer(ctx context.Context, number, address string, genuine bool) (token string, err error) {
	token = id.Secret()
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).InsertOffer(ctx, otpdb.InsertOfferParams{
			TokenHash: hash(token), Phone: number, Purpose: string(Login), Address: address,
			CreatedAt: tx.Now.UnixMicro(), ExpiresAt: tx.Now.Add(codeLife).UnixMicro(),
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

// Wait returns when nothing is being delivered any more.
func (s *Service) Wait() { s.delivering.Wait() }

// deliver has an offered code sent. Where it can't be, the offer stays one without a message: the member asks for another.
func (s *Service) deliver(ctx context.Context, number, token string) {
	minute := s.Limits.LoginCodeMinute.On(number)
	charged, err := s.Limiter.Charge(ctx, minute, s.Limits.LoginCodeDay.On(number))
	if err != nil {
		return
	}
	s.Sent(Login)
	sent, err := s.Sender.Send(ctx, number)
	if err != nil {
		_ = s.Limiter.Refund(ctx, charged, minute) // the wait of a minute; nobody is left to tell
		return
	}
	_ = s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).MarkDelivered(ctx, sent.Token, sent.Ref, hash(token))
	})
}

// offered reports whether a code is an offer's.
func offered(try otpdb.TakeTryRow) bool { return try.Purpose == string(Login) }

// verifyOffer is Verify of an offer. Whatever is not right is a wrong code, and nothing is said before a second has passed: neither
// the answer nor its time reports whether there was a message.
func (s *Service) verifyOffer(ctx context.Context, token, code string, try otpdb.TakeTryRow) error {
	const answerAfter = time.Second
	answer := time.NewTimer(answerAfter)
	defer answer.Stop()
	right := false
	switch {
	case !codeForm.MatchString(code):
	case try.OutsideToken != "":
		verdict, err := s.check(ctx, try.OutsideToken, code)
		right = err == nil && verdict == Right
	default:
		s.checks.like(ctx, time.Now())
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
