package member

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Registrations are how many members registered in an hour, or on a day of Bangkok.
type Registrations struct {
	// Begins is its beginning, in UTC.
	Begins  time.Time
	Members int64
}

// Registrations returns the hours or days of a span in which members registered, in their order. from and to are whole hours,
// and to is exclusive.
func (s *Service) Registrations(ctx context.Context, from, to time.Time, days bool) ([]Registrations, error) {
	width := time.Hour
	if days {
		width = 24 * time.Hour
	}
	first, upto := int64(clock.MicrosOf(from)), int64(clock.MicrosOf(to))
	rows, err := memberdb.New(s.Store.DB()).RegisteredBy(ctx, width.Microseconds(), first, upto)
	if err != nil {
		return nil, fmt.Errorf("member: registrations: %w", err)
	}
	list := make([]Registrations, len(rows))
	for n, r := range rows {
		list[n] = Registrations{clock.Micros(r.Begins).Time(), r.Members}
	}
	return list, nil
}

const (
	// settled is after what time nobody registers in an hour any more: no commit takes so long, and no clock is so late.
	settled = time.Hour
	// hoursAtOnce is how many hours one commit keeps.
	hoursAtOnce = 31 * 24 * time.Hour
)

// KeepRegistrations counts the hours that have ended, each once, and returns how many had somebody.
func (s *Service) KeepRegistrations(ctx context.Context) (hours int, err error) {
	for {
		n, more, err := s.keepRegistrations(ctx)
		hours += n
		if err != nil || !more {
			return hours, err
		}
	}
}

// keepRegistrations counts the next hours. They are read before: nobody registers in them any more.
func (s *Service) keepRegistrations(ctx context.Context) (hours int, more bool, err error) {
	q := memberdb.New(s.Store.DB())
	was, err := q.RegistrationMark(ctx)
	if err != nil {
		return 0, false, fmt.Errorf("member: registrations: %w", err)
	}
	first, err := q.FirstRegisteredSince(ctx, clock.Micros(was))
	if err != nil {
		return 0, false, fmt.Errorf("member: registrations: %w", err)
	}
	end := s.Store.Now().Add(-settled).Truncate(time.Hour)
	upto := clock.Micros(first).Time().Truncate(time.Hour).Add(hoursAtOnce)
	if more = upto.Before(end); !more {
		upto = end
	}
	if first == 0 || !clock.Micros(first).Time().Before(upto) {
		return 0, false, nil
	}
	rows, err := q.HoursOfRegistrations(ctx, clock.Micros(was), clock.MicrosOf(upto))
	if err != nil {
		return 0, false, fmt.Errorf("member: registrations: %w", err)
	}
	err = s.Store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q := memberdb.New(tx)
		moved, err := q.MoveRegistrationMark(ctx, int64(clock.MicrosOf(upto)), was)
		if err != nil || moved == 0 { // another node was first
			return err
		}
		for _, r := range rows {
			if err := q.KeepRegistrationHour(ctx, r.Hour, r.Members); err != nil {
				return err
			}
		}
		return nil
	})
	return len(rows), more, err
}
