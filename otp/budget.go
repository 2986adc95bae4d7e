package otp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
)

// There are limits on asking, by who asks for which phone, whose refusals are told; budgets of the house, which are told, too,
// since they are about no phone; and limits on a phone's messages, which are told to nobody.

// limitFilter reports whether a limit is one of those meant.
type limitFilter func(ratelimit.Limit) bool

func all(ratelimit.Limit) bool      { return true }
func minute(l ratelimit.Limit) bool { return l.Per == time.Minute }
func house(l ratelimit.Limit) bool  { return l.Code == fault.OTP_BUSY }

// asking are the limits on who asks, and the house's budgets: as many as a phone gets messages, since who asks alone uses up just
// those.
func (s *Service) asking(purpose Purpose, number string, by Asker) []ratelimit.Charge {
	charges := []ratelimit.Charge{s.Limits.OTPAddress.From(by.Address), s.Limits.SMSHouse.On(), s.Limits.SMSPrefix.On(prefix(number))}
	for _, l := range s.limitsFor(purpose) {
		l.Name += "-asked"
		for _, who := range by.by() {
			charges = append(charges, l.On(number, who))
		}
	}
	return charges
}

// messages are the limits on a phone's messages. Those for a forgotten password are by network, too: a stranger who asks for them in
// a member's name leaves the member its own.
func (s *Service) messages(purpose Purpose, number, address string) []ratelimit.Charge {
	l := s.limitsFor(purpose)
	if purpose == Reset {
		return []ratelimit.Charge{l[0].From(address, number), l[1].From(address, number), l[2].On(number)}
	}
	return []ratelimit.Charge{l[0].On(number), l[1].On(number), l[2].On(number)}
}

// limitsFor are those of a minute, an hour, and a day.
func (s *Service) limitsFor(purpose Purpose) [3]ratelimit.Limit {
	if purpose == Reset {
		return [3]ratelimit.Limit{s.Limits.ResetMinute, s.Limits.ResetHour, s.Limits.ResetDay}
	}
	return [3]ratelimit.Limit{s.Limits.OTPMinute, s.Limits.OTPHour, s.Limits.OTPDay}
}

// prefix is the row that a number stands in: numbers that are pumped are neighbours.
func prefix(number string) string {
	const row = 4
	return number[:max(0, len(number)-row)]
}

// charged is what was charged, or why not.
type charged struct {
	ratelimit.Decision
	charges []ratelimit.Charge
}

// charge charges all or none; a refusal by a budget of the house is told to who watches.
func (s *Service) charge(ctx context.Context, charges []ratelimit.Charge) (charged, error) {
	d, err := s.Limiter.Take(ctx, charges...)
	if err != nil {
		return charged{}, fmt.Errorf("otp: limits: %w", err)
	}
	if !d.Allowed && house(d.Limit) {
		s.Refused(d.Limit.Name)
	}
	return charged{d, charges}, nil
}

// back gives the charges back whose limits pass the filter.
func (c charged) back(ctx context.Context, l *ratelimit.Limiter, of limitFilter) (err error) {
	for _, one := range c.charges {
		if of(one.Limit) {
			err = errors.Join(err, l.Refund(ctx, c.At, one))
		}
	}
	return err
}

// blocked is a limit whose refusal says that a day's messages are used up, which is more than "wait a little".
func blocked(l ratelimit.Limit) ratelimit.Limit {
	l.Code = fault.OTP_BLOCK
	return l
}
