package otp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
)

// There are three kinds of limits. Limits on asking are per asker and phone, and budgets are the house's and about no phone: the
// asker learns of both. Limits on a phone's messages are secret: nobody learns of them.

// limitFilter reports whether a limit is one of those to refund.
type limitFilter func(ratelimit.Limit) bool

func all(ratelimit.Limit) bool { return true }

func perMinute(l ratelimit.Limit) bool { return l.Per == time.Minute }

func houseBudget(l ratelimit.Limit) bool { return l.Code == fault.OTP_BUSY }

// asking are the limits on the asker, and the house's budgets. An asker gets as many as a phone gets messages, since a single
// asker uses up just those.
func (s *Service) asking(purpose Purpose, number string, by Asker) []ratelimit.Charge {
	charges := []ratelimit.Charge{
		s.Limits.OTPAddress.From(by.Address), s.Limits.SMSHouse.On(), s.Limits.SMSPrefix.On(prefix(number)),
	}
	for _, l := range s.limitsFor(purpose) {
		l.Name += "-asked"
		for _, who := range by.by() {
			charges = append(charges, l.On(number, who))
		}
	}
	return charges
}

// messages are the limits on a phone's messages. For a forgotten password they are also per network: a stranger who asks in a
// member's name leaves the member its own.
func (s *Service) messages(purpose Purpose, number, address string) []ratelimit.Charge {
	l := s.limitsFor(purpose)
	if purpose == Reset {
		return []ratelimit.Charge{l[0].From(address, number), l[1].From(address, number), l[2].On(number)}
	}
	return []ratelimit.Charge{l[0].On(number), l[1].On(number), l[2].On(number)}
}

// limitsFor returns the limits of a minute, an hour, and a day.
func (s *Service) limitsFor(purpose Purpose) [3]ratelimit.Limit {
	if purpose == Reset {
		return [3]ratelimit.Limit{s.Limits.ResetMinute, s.Limits.ResetHour, s.Limits.ResetDay}
	}
	return [3]ratelimit.Limit{s.Limits.OTPMinute, s.Limits.OTPHour, s.Limits.OTPDay}
}

// prefix is the block that a number belongs to: SMS pumping uses neighbouring numbers.
func prefix(number string) string {
	const row = 4
	return number[:max(0, len(number)-row)]
}

// charged is what was charged, or the limit that refused.
type charged struct {
	ratelimit.Decision
	charges []ratelimit.Charge
}

// charge charges all limits or none. It reports a refusal by one of the house's budgets to Refused.
func (s *Service) charge(ctx context.Context, charges []ratelimit.Charge) (charged, error) {
	d, err := s.Limiter.Take(ctx, charges...)
	if err != nil {
		return charged{}, fmt.Errorf("otp: limits: %w", err)
	}
	if !d.Allowed && houseBudget(d.Limit) {
		s.Refused(d.Limit.Name)
	}
	return charged{d, charges}, nil
}

// back refunds the charges whose limits pass the filter.
func (c charged) back(ctx context.Context, l *ratelimit.Limiter, of limitFilter) (err error) {
	for _, one := range c.charges {
		if of(one.Limit) {
			err = errors.Join(err, l.Refund(ctx, c.At, one))
		}
	}
	return err
}

// blocked is a limit whose refusal says that a day's messages are used up, not only "wait a little".
func blocked(l ratelimit.Limit) ratelimit.Limit {
	l.Code = fault.OTP_BLOCK
	return l
}
