package reconcile

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/reconcile/internal/reconciledb"
)

// ProviderDay is a provider's day, and how far it is compared. One whose comparison has not begun has no Method.
type ProviderDay struct {
	Provider string
	ComparedDay
}

// Place is where a list of days goes on.
type Place struct {
	Day      string `json:"d"`
	Provider string `json:"p"`
}

// Place is where a list goes on after the day.
func (d ProviderDay) Place() Place { return Place{d.Day, d.Provider} }

// Span are the days of a list, as 2006-01-02, and the provider that they are of. What is empty selects nothing.
type Span struct{ Provider, From, To string }

// lastDay is behind all days.
const lastDay = "9999-12-31"

// Check refuses a span with something else than days: INVALID_INPUT.
func (s Span) Check() error {
	for _, day := range []string{s.From, s.To} {
		if _, err := spanOf(day); day != "" && err != nil {
			return fault.New(fault.INVALID_INPUT, "%q is no day, YYYY-MM-DD", day)
		}
	}
	return nil
}

// Days returns days newest first, after a place.
func (r *Service) Days(ctx context.Context, s Span, after *Place, most int) ([]ProviderDay, error) {
	if after == nil {
		after = &Place{Day: lastDay}
	}
	rows, err := reconciledb.New(r.store.DB()).ListDays(ctx, reconciledb.ListDaysParams{
		FromDay: s.From, ToDay: cmp.Or(s.To, lastDay), Of: s.Provider, BeforeDay: after.Day, AfterProvider: after.Provider,
		Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("reconcile: list the days: %w", err)
	}
	days := make([]ProviderDay, len(rows))
	for n, row := range rows {
		days[n] = ProviderDay{row.Provider, comparedFrom(row)}
	}
	return days, nil
}

// DayOf returns one day of a provider. NO_DATA: it is not among those that are compared.
func (r *Service) DayOf(ctx context.Context, provider, day string) (ProviderDay, error) {
	row, err := reconciledb.New(r.store.DB()).DayOf(ctx, provider, day)
	if store.NotFound(err) {
		return ProviderDay{}, fault.New(fault.NO_DATA, "%s has no compared day %q", provider, day)
	}
	if err != nil {
		return ProviderDay{}, fmt.Errorf("reconcile: read a day: %w", err)
	}
	return ProviderDay{row.Provider, comparedFrom(row)}, nil
}

// Today is the day of Bangkok.
func (r *Service) Today() string { return r.store.Now().In(clock.Bangkok).Format(time.DateOnly) }
