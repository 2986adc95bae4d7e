package otp

import (
	"context"

	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
)

// A member that is asked who it is may type a code in place of its password. The code goes to the registered phone, and is good
// in the session that asked for it alone. Only the member itself can ask, so it is told everything about the limits.

// SendIn has a code sent to a member's registered phone (E.164), which confirms one session of the member. REQUEST_LIMIT_1MIN,
// REQUEST_LIMIT, OTP_BLOCK (the phone got all messages of a day), OTP_BUSY (a budget of the house is used up), OTP_SEND_FAIL.
func (s *Service) SendIn(ctx context.Context, phone, session, address string) (Sending, error) {
	paid, err := s.charge(ctx, s.confirming(phone, address))
	if err != nil {
		return Sending{}, err
	}
	if !paid.Allowed {
		return Sending{}, paid.Err()
	}
	return s.sendCharged(ctx, message{purpose: Confirm, number: phone, address: address, session: session}, paid)
}

// confirming are the limits on such a code. A stranger who asks for codes to the phone uses up none of them.
func (s *Service) confirming(phone, address string) []ratelimit.Charge {
	return []ratelimit.Charge{
		s.Limits.OTPAddress.From(address), s.Limits.SMSHouse.On(), s.Limits.SMSPrefix.On(prefix(phone)),
		s.Limits.ConfirmMinute.On(phone), s.Limits.ConfirmHour.On(phone), s.Limits.ConfirmDay.On(phone),
	}
}

// VerifyIn checks the code that a member typed in a session, as Verify does. phone is the member's now, and confirmed runs in the
// commit that uses the code up. OTP_NOT_EXIST: the code is another session's, for another purpose, or went to another phone.
func (s *Service) VerifyIn(
	ctx context.Context, phone, session, token, code string, confirmed func(*store.Tx) error,
) error {
	if session == "" {
		return fault.New(fault.OTP_NOT_EXIST, "no session is to be confirmed")
	}
	return s.verify(ctx, entry{token: token, code: code, session: session, phone: phone, also: confirmed})
}
