package reconcile

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/reconcile/internal/reconciledb"
)

// mostDays limits the days of one run.
const mostDays = 500

// Run compares the due days, each provider's oldest first and the providers side by side, and returns how many it
// finished. Call it every few minutes, on every node, with more time than Settings.MaxRun.
func (r *Service) Run(ctx context.Context) (int, error) {
	if err := r.openDays(ctx); err != nil {
		return 0, err
	}
	rows, err := reconciledb.New(r.store.DB()).DueDays(ctx, clock.MicrosOf(r.store.Now()), mostDays)
	if err != nil {
		return 0, fmt.Errorf("reconcile: read due days: %w", err)
	}
	byProvider := map[string][]reconciledb.ReconcileDay{}
	for _, row := range rows {
		byProvider[row.Provider] = append(byProvider[row.Provider], row)
	}
	var wait sync.WaitGroup
	var done atomic.Int64
	for _, days := range byProvider {
		wait.Go(func() {
			for _, row := range days {
				if !r.hasTimeForTurn(ctx) {
					return
				}
				ended, err := r.turn(ctx, row)
				if err != nil {
					r.settings.Log.Warn("wallet: a day can't be compared now", "provider", row.Provider, "day", row.Day, "error", err)
				}
				if ended {
					done.Add(1)
				}
				if err != nil || !ended {
					return // the next day would fail as well
				}
			}
		})
	}
	wait.Wait()
	return int(done.Load()), nil
}

// hasTimeForTurn reports whether a whole turn fits into what is left of this run. A turn that is cut off from outside
// stores nothing.
func (r *Service) hasTimeForTurn(ctx context.Context) bool {
	deadline, ends := ctx.Deadline()
	return !ends || time.Until(deadline) >= r.settings.MaxRun
}

// openDays adds a row for yesterday, and for every earlier day since the first that was missed because no node ran.
func (r *Service) openDays(ctx context.Context) error {
	games, err := r.games.Catalogue.Games(ctx)
	if err != nil {
		return err
	}
	// A day is over for us when it is time to compare it.
	over := r.store.Now().Add(-r.settings.From)
	recent := dayOf(over.AddDate(0, 0, -recentDays))
	rows, err := reconciledb.New(r.store.DB()).DaysSince(ctx, recent)
	if err != nil {
		return fmt.Errorf("reconcile: read the days: %w", err)
	}
	known, from := map[string][]string{}, map[string]string{}
	for _, row := range rows {
		known[row.Provider] = append(known[row.Provider], row.Day)
		if row.Day < recent {
			from[row.Provider] = row.Day
		}
		if row.Day >= dayOf(over) && row.State != dayOpen {
			if err := r.openAgain(ctx, row.Provider, row.Day); err != nil {
				return err
			}
		}
	}
	for _, provider := range providersOf(games) {
		days := known[provider]
		first := cmp.Or(from[provider], dayOf(over.AddDate(0, 0, -1)))
		if from[provider] == "" && len(days) > 0 {
			first = min(first, days[0])
		}
		if err := r.openMissing(ctx, provider, first, dayOf(over), days); err != nil {
			return err
		}
	}
	return nil
}

// recentDays is how many days back openDays looks for a missing day between others. Older ones have been looked for
// before.
const recentDays = 7

// openMissing adds a row for each unknown day from first to before end.
func (r *Service) openMissing(ctx context.Context, provider, first, end string, known []string) error {
	for day := first; day < end; {
		if !slices.Contains(known, day) {
			if err := r.openDay(ctx, provider, day); err != nil {
				return err
			}
		}
		s, err := spanOf(day)
		if err != nil {
			return fmt.Errorf("reconcile: read day %q: %w", day, err)
		}
		day = dayOf(s.to)
	}
	return nil
}

func (r *Service) openDay(ctx context.Context, provider, day string) error {
	err := r.store.Write(ctx, func(tx *store.Tx) error {
		_, err := reconciledb.New(tx).AddDay(ctx, reconciledb.AddDayParams{
			Provider: provider, Day: day, DueAt: clock.MicrosOf(tx.Now), Seed: id.Text(16), UpdatedAt: clock.MicrosOf(tx.Now),
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("reconcile: open a day: %w", err)
	}
	return nil
}

// openAgain has a day compared once it is over: a clock that was ahead took it for over before.
func (r *Service) openAgain(ctx context.Context, provider, day string) error {
	s, err := spanOf(day)
	if err != nil {
		return fmt.Errorf("wallet: day %q: %w", day, err)
	}
	err = r.store.Write(ctx, func(tx *store.Tx) error {
		_, err := reconciledb.New(tx).CompareAgain(ctx, clock.MicrosOf(s.to.Add(r.settings.From)), provider, day)
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: compare a day again: %w", err)
	}
	return nil
}

// CompareTx makes a day due now, for one provider or for all if provider is empty, inside the transaction that records
// who wanted it. A day that is not over is compared as far as it has got, and again in its night. INVALID_INPUT for a day
// that can't be compared, including one before a member's first account there: a typing error must not add years of days.
func (r *Service) CompareTx(ctx context.Context, tx *store.Tx, provider, day string) error {
	s, err := spanOf(day)
	if err != nil || s.from.After(tx.Now) {
		return fault.New(fault.INVALID_INPUT, "%q is no day of the past, YYYY-MM-DD", day)
	}
	games, err := r.games.Catalogue.GamesTx(ctx, tx)
	if err != nil {
		return err
	}
	q, due := reconciledb.New(tx), false
	used, err := q.ProvidersUsed(ctx, clock.MicrosOf(s.to))
	if err != nil {
		return fmt.Errorf("reconcile: read the providers with accounts: %w", err)
	}
	for _, name := range providersOf(games) {
		if provider != "" && provider != name || !slices.Contains(used, name) {
			continue
		}
		due = true
		added, err := q.AddDay(ctx, reconciledb.AddDayParams{
			Provider: name, Day: day, DueAt: clock.MicrosOf(tx.Now), Seed: id.Text(16), UpdatedAt: clock.MicrosOf(tx.Now),
		})
		if err == nil && added == 0 {
			_, err = q.CompareAgain(ctx, clock.MicrosOf(tx.Now), name, day)
		}
		if err != nil {
			return fmt.Errorf("reconcile: compare a day: %w", err)
		}
	}
	if !due {
		return fault.New(fault.INVALID_INPUT,
			"no game of the catalogue is at a provider %q where a member had an account by %s", provider, day)
	}
	return nil
}

func providersOf(games []game.Game) []string {
	var names []string
	seen := map[string]bool{}
	for _, g := range games {
		if !seen[g.Provider] {
			seen[g.Provider] = true
			names = append(names, g.Provider)
		}
	}
	return names
}

// timeUp reports whether the time of the run is over.
func timeUp(ctx context.Context) bool { return ctx.Err() != nil }
