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
// no message was sent, and Token and Ref are empty. Until is when the code of a confirmation ends.
type Sending struct {
	Token, Ref string
	Code       fault.Code
	Until      time.Time
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
	return s.sendCharged(ctx, message{purpose: purpose, number: number, address: by.Address}, asking, messages)
}

// message is a code to a phone (E.164). session is the one that it confirms, or "".
type message struct {
	purpose                  Purpose
	number, address, session string
}

// sendCharged has a message sent that was paid for. What it did not cost is refunded.
func (s *Service) sendCharged(ctx context.Context, m message, paid ...charged) (Sending, error) {
	sending, err := s.send(ctx, m)
	if err == nil {
		return sending, nil
	}
	// The message may be on its way and has cost money, but without the gateway's token its code is useless: the hour and the
	// day count it, and the member does not have to wait for a minute.
	spared := perMinute
	if errors.Is(err, ErrRefused) {
		spared = all // certainly nothing was sent: the member may try again at once, and no message is counted
	}
	for _, one := range paid {
		err = errors.Join(err, one.back(ctx, s.Limiter, spared))
	}
	return Sending{}, fault.Wrap(err, fault.OTP_SEND_FAIL, "the message could not be sent")
}

// send commits the intent, has the message sent, and commits the outcome.
func (s *Service) send(ctx context.Context, m message) (Sending, error) {
	defer s.sends.took(time.Now())
	token, until := id.Secret(), time.Time{}
	if err := s.Store.Write(ctx, func(tx *store.Tx) error {
		until = tx.Now.Add(codeLife)
		return otpdb.New(tx).InsertOTP(ctx, otpdb.InsertOTPParams{
			TokenHash: hash(token), Phone: m.number, Purpose: string(m.purpose), Address: m.address, Session: m.session,
			CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(until),
		})
	}); err != nil {
		return Sending{}, fmt.Errorf("otp: intent: %w", err)
	}
	s.Sent(m.purpose)
	sent, sendErr := s.Sender.Send(ctx, m.number)
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
	return Sending{Token: token, Ref: sent.Ref, Code: fault.OK, Until: until}, nil
}
