package otp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// Sending is the answer to Send. Code is OK, or OTP_VERIFIED where the caller holds a good proof of the number already. Then
// no message was sent, and Token and Ref are empty.
type Sending struct {
	Token, Ref string
	Code       fault.Code
}

// Asker is who asks for a code. Only the asker itself learns anything about its earlier requests.
type Asker struct {
	// Address is where it calls from.
	Address string
	// Marks identify its browser. Without any, its network is the asker: people who share a network count as one.
	Marks []string
	// Held is a token of its own that may prove the number already.
	Held string
}

// by returns the names of the asker for the limits on asking.
func (a Asker) by() []string {
	if len(a.Marks) > 0 {
		return a.Marks
	}
	return []string{ratelimit.Network(a.Address)}
}

// Send has a code sent to a phone as typed. PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, REQUEST_LIMIT, OTP_BLOCK (the
// asker used up its requests of a day), OTP_BUSY (one of the house's budgets is used up), OTP_SEND_FAIL. Each is about the
// asker's own requests or about the house: nobody learns whether somebody else asked for a code to the phone. If others used
// up the phone's messages, the answer is as for any phone (quiet.go).
func (s *Service) Send(ctx context.Context, purpose Purpose, typed string, by Asker) (Sending, error) {
	number, ok := s.phones.Normalise(typed)
	if !ok {
		return Sending{}, fault.New(fault.PHONE_NUMBER_REQUIRE_10_DIGIT, "")
	}
	proof, err := s.Proof(ctx, number, purpose, by.Held)
	if err != nil {
		return Sending{}, err
	}
	if proof == Proved {
		return Sending{Code: fault.OTP_VERIFIED}, nil
	}
	asking, err := s.charge(ctx, s.asking(purpose, number, by))
	if err != nil {
		return Sending{}, err
	}
	if !asking.Allowed {
		return Sending{}, asking.Err()
	}
	messages, err := s.charge(ctx, s.messages(purpose, number, by.Address))
	if err != nil {
		return Sending{}, err
	}
	if !messages.Allowed {
		if err := asking.back(ctx, s.Limiter, houseBudget); err != nil { // no message is spent
			return Sending{}, err
		}
		return s.quiet(ctx, purpose, number, by.Address)
	}
	sending, err := s.send(ctx, purpose, number, by.Address)
	switch {
	case err == nil:
		return sending, nil
	case errors.Is(err, ErrRefused):
		// Certainly nothing was sent: the member may try again at once, and no message is counted.
		err = errors.Join(err, asking.back(ctx, s.Limiter, all), messages.back(ctx, s.Limiter, all))
	default:
		// The message may be on its way and has cost money, but without the gateway's token its code is useless: the hour and the
		// day count it, and the member does not have to wait for a minute.
		err = errors.Join(err, asking.back(ctx, s.Limiter, perMinute), messages.back(ctx, s.Limiter, perMinute))
	}
	return Sending{}, fault.Wrap(err, fault.OTP_SEND_FAIL, "the message could not be sent")
}

// send commits the intent, has the message sent, and commits the outcome.
func (s *Service) send(ctx context.Context, purpose Purpose, number, address string) (Sending, error) {
	defer s.sends.took(time.Now())
	token := id.Secret()
	if err := s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).InsertOTP(ctx, otpdb.InsertOTPParams{
			TokenHash: hash(token), Phone: number, Purpose: string(purpose), Address: address,
			CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(codeLife)),
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
