package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// What members bet is kept by provider and day, so that the house's reports read days and not rounds. It is written in the
// commit that keeps the rows. A day has what was bet on it: a correction that comes later changes the day of its round.

const (
	// untalliedAtOnce limits a commit that adds rows of before: members' commits go between two of them.
	untalliedAtOnce = 500
	// untalliedARun is how many of these commits a run of the job makes.
	untalliedARun = 400
)

// Staked is what members bet at a provider on a day, as far as its report was read. It is negative where corrections took back
// more than was bet.
type Staked struct {
	Provider string
	// Day is its beginning, in the house's zone.
	Day    time.Time
	Amount money.Amount
}

// Staked returns what members bet, by days from the beginning of one until before another, oldest first. Days on which nothing
// was bet are left out. whole is false while rows of before wait to be added.
func (s *Service) Staked(ctx context.Context, from, to time.Time) (list []Staked, whole bool, err error) {
	q := reportdb.New(s.store.DB())
	waits, err := q.Untallied(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("game: read the turnover of days: %w", err)
	}
	rows, err := q.TurnoverDays(ctx, clock.MicrosOf(from), clock.MicrosOf(to))
	if err != nil {
		return nil, false, fmt.Errorf("game: read the turnover of days: %w", err)
	}
	list = make([]Staked, len(rows))
	for n, row := range rows {
		list[n] = Staked{row.Provider, row.Day.Time(), row.Amount}
	}
	return list, !waits, nil
}

// Reporting returns the providers that report play, sorted.
func (s *Service) Reporting() (names []string) {
	for _, name := range s.providers.Names() {
		if s.providers.ReportForm(name) != game.ReportNone {
			names = append(names, name)
		}
	}
	return slices.Sorted(slices.Values(names))
}

// TallyPlayed adds rows that are in no day's turnover yet: those of a store of before, and of nodes of the version before. It
// returns how many it added.
func (s *Service) TallyPlayed(ctx context.Context) (added int, err error) {
	if waits, err := reportdb.New(s.store.DB()).Untallied(ctx); err != nil || !waits {
		return 0, err
	}
	for range untalliedARun {
		n := 0
		err := s.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) (err error) {
			n, err = tallyNext(ctx, tx)
			return err
		})
		added += n
		if err != nil {
			return added, fmt.Errorf("game: add up the turnover of days: %w", err)
		}
		if n < untalliedAtOnce {
			break
		}
	}
	return added, nil
}

// tallyNext adds the next rows.
func tallyNext(ctx context.Context, tx *store.Tx) (int, error) {
	q := reportdb.New(tx)
	rows, err := q.TakeUntallied(ctx, untalliedAtOnce)
	if err != nil {
		return 0, err
	}
	type name struct{ provider, username string }
	factors := map[name]money.Factor{}
	list := make([]Added, len(rows))
	for n, row := range rows {
		of := name{row.Provider, row.Username}
		factor, known := factors[of]
		if !known {
			text, err := q.FactorOf(ctx, row.Provider, row.Username)
			if err != nil {
				return 0, err
			}
			if factor, err = money.ParseFactor(text); err != nil {
				return 0, err
			}
			factors[of] = factor
		}
		// As addPlay does: each version as a whole is turned into baht.
		total, before := money.Credits(row.TotalTurnover), money.Credits(row.TotalTurnover-row.Turnover)
		list[n] = Added{Provider: row.Provider, BetAt: row.BetAt.Time(), Turnover: total.Baht(factor) - before.Baht(factor)}
	}
	return len(rows), addTurnover(ctx, tx, stakedOf(list))
}

// stakedOf adds up bets by day and provider, in the order in which all commits write them.
func stakedOf(list []Added) []Staked {
	type key struct {
		day      int64
		provider string
	}
	sums := map[key]money.Amount{}
	for _, play := range list {
		sums[key{int64(clock.MicrosOf(clock.Day(play.BetAt))), play.Provider}] += play.Turnover
	}
	keys := slices.SortedFunc(maps.Keys(sums), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.provider, b.provider))
	})
	days := make([]Staked, 0, len(keys))
	for _, k := range keys {
		if sums[k] != 0 {
			days = append(days, Staked{k.provider, clock.Micros(k.day).Time(), sums[k]})
		}
	}
	return days
}

// addTurnover adds bets to the turnover of their days.
func addTurnover(ctx context.Context, tx *store.Tx, days []Staked) error {
	q := reportdb.New(tx)
	for _, d := range days {
		if err := q.AddTurnover(ctx, clock.MicrosOf(d.Day), d.Provider, d.Amount); err != nil {
			return err
		}
	}
	return nil
}
