package otp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// Sending is the answer to Send. Code is OK, or OTP_VERIFIED where the caller holds a proof of the number that is good still
// and no message was sent; Token and Ref are empty then.
type Sending struct {
	Token, Ref string
	Code       fault.Code
}

// Send has a code sent to a phone as typed. PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, REQUEST_LIMIT, OTP_BLOCK
// (a day's messages are used up), OTP_BUSY (one of the house's budgets is), OTP_SEND_FAIL. Held is a token of the caller's that may prove the number already; who holds
// none is answered alike whatever is known of the number.
func (s *Service) Send(ctx context.Context, purpose Purpose, typed, address, held string) (Sending, error) {
	number, ok := s.phones.Normalise(typed)
	if !ok {
		return Sending{}, fault.New(fault.PHONE_NUMBER_REQUIRE_10_DIGIT, "")
	}
	proof, err := s.Proof(ctx, number, purpose, held)
	if err != nil {
		return Sending{}, err
	}
	if proof == Proved {
		return Sending{Code: fault.OTP_VERIFIED}, nil
	}
	others, minute := s.chargesFor(purpose, number, address)
	charged, err := s.charge(ctx, append(others, minute)...)
	if err != nil {
		return Sending{}, err
	}
	sending, err := s.send(ctx, purpose, number, address)
	switch {
	case err == nil:
		return sending, nil
	case errors.Is(err, ErrRefused):
		// Nothing was sent for certain: the member may try again at once, and no message is counted.
		err = errors.Join(err, s.Limiter.Refund(ctx, charged, append(others, minute)...))
	default:
		// The message may be on its way and has cost money, but without the gateway's token its code is of no use: the
		// hour and the day count it, the minute's wait is spared.
		err = errors.Join(err, s.Limiter.Refund(ctx, charged, minute))
	}
	return Sending{}, fault.Wrap(err, fault.OTP_SEND_FAIL, "the message could not be sent")
}

// charge is the limiter's, which answers with the instant; a refusal by a budget of the house is told to who watches.
func (s *Service) charge(ctx context.Context, charges ...ratelimit.Charge) (at time.Time, err error) {
	d, err := s.Limiter.Take(ctx, charges...)
	if err != nil {
		return at, fmt.Errorf("otp: limits: %w", err)
	}
	if !d.Allowed && d.Limit.Code == fault.OTP_BUSY {
		s.Refused(d.Limit.Name)
	}
	return d.At, d.Err()
}

// prefix is the row that a number stands in: numbers that are pumped are neighbours.
func prefix(number string) string {
	const row = 4
	return number[:max(0, len(number)-row)]
}

// send commits the intent, has the message sent, and commits what came of it.
func (s *Service) send(ctx context.Context, purpose Purpose, number, address string) (Sending, error) {
	token := id.Secret()
	if err := s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).InsertOTP(ctx, otpdb.InsertOTPParams{
			TokenHash: hash(token), Phone: number, Purpose: string(purpose), Address: address,
			CreatedAt: tx.Now.UnixMicro(), ExpiresAt: tx.Now.Add(codeLife).UnixMicro(),
		})
	}); err != nil {
		return Sending{}, fmt.Errorf("otp: intent: %w", err)
	}
	s.Sent(purpose)
	sent, sendErr := s.Sender.Send(ctx, number)
	after := context.WithoutCancel(ctx) // a caller that hung up does not undo what the gateway did
	err := s.Store.Write(after, func(tx *store.Tx) error {
		if sendErr != nil {
			return otpdb.New(tx).MarkFailed(after, hash(token))
		}
		return otpdb.New(tx).MarkSent(after, sent.Token, sent.Ref, hash(token))
	})
	if err := errors.Join(sendErr, err); err != nil {
		return Sending{}, err
	}
	return Sending{Token: token, Ref: sent.Ref, Code: fault.OK}, nil
}
