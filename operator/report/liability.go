package report

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/internal/reportdb"
)

// KindLiability is the decision by which a cashier has the liability report made now.
const KindLiability = "liability.make"

// dueAt is when the day's report is made, after midnight in Bangkok.
const dueAt = 5 * time.Hour

const idLength = 16

// Liability is what the house owed and had, as it was kept.
type Liability struct {
	ID string
	// Day is the day of Bangkok, as 2006-01-02.
	Day string
	At  time.Time
	// Coverage is what it had then.
	Coverage
	// Stopped reports whether it stopped the automatic payouts.
	Stopped bool
	// By is the operator who asked for it; empty: the product made it.
	By string
}

// Place is where a list of kept reports goes on.
type Place struct {
	At clock.Micros `json:"t"`
	ID string       `json:"i"`
}

// Place is where a list goes on after it.
func (l Liability) Place() Place { return Place{clock.MicrosOf(l.At), l.ID} }

// Daily makes and keeps the report of the day, once for the installation. It waits while something is still being added up.
func (s *Service) Daily(ctx context.Context) (int, error) {
	now := s.d.Store.Now()
	day := dayOf(now)
	if now.Before(clock.Day(now).Add(dueAt)) || s.isKept(day) {
		return 0, nil
	}
	made := 0
	there, err := reportdb.New(s.d.Store.DB()).HasDaily(ctx, day)
	if err == nil && !there {
		made, err = s.daily(ctx)
		there = made > 0
	}
	if err != nil {
		return 0, fmt.Errorf("report: the daily liability report: %w", err)
	}
	if there {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.kept = day
	}
	return made, nil
}

func (s *Service) isKept(day string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept == day
}

// daily makes it. 0: it can't be whole yet, or another node was first.
func (s *Service) daily(ctx context.Context) (made int, err error) {
	c, err := s.Coverage(ctx)
	if err != nil || !c.Whole {
		return 0, err
	}
	err = s.d.Store.Write(ctx, func(tx *store.Tx) error {
		l, err := s.keepTx(ctx, tx, c, "")
		if made = 0; l.ID != "" {
			made = 1
		}
		return err
	})
	return made, err
}

// keepTx keeps a report, and stops the automatic payouts if the house has less than it owes. The zero Liability: the day's is
// there already.
func (s *Service) keepTx(ctx context.Context, tx *store.Tx, c Coverage, by string) (Liability, error) {
	points, known := c.Ratio()
	l := Liability{
		ID: id.Lower(idLength), Day: dayOf(tx.Now), At: clock.MicrosOf(tx.Now).Time(), Coverage: c,
		Stopped: known && points < basis, By: by,
	}
	body, err := json.Marshal(c)
	if err != nil {
		return Liability{}, err
	}
	kept, err := reportdb.New(tx).KeepLiability(ctx, reportdb.KeepLiabilityParams{
		ID: l.ID, Day: l.Day, MadeAt: clock.MicrosOf(l.At), Seal: c.Seal, Ratio: sql.NullInt64{Int64: points, Valid: known},
		Complete: len(c.Missing()) == 0, Stopped: l.Stopped, Body: string(body), MadeBy: by,
	})
	if err != nil || kept == 0 {
		return Liability{}, err
	}
	if l.Stopped {
		err = s.d.Brakes.StopForTx(ctx, tx, brake.Payouts, belowWhole(points, l.At), by)
	}
	if err == nil && s.made != nil {
		err = s.made(ctx, tx, l)
	}
	return l, err
}

// OnMade sets what is told of every report that is kept, in its own commit. It is set before the first one is made.
func (s *Service) OnMade(f func(ctx context.Context, tx *store.Tx, l Liability) error) { s.made = f }

// belowWhole is why payouts stop: by a report that was made at a time.
func belowWhole(points int64, at time.Time) brake.Against {
	return brake.Against{Kind: brake.Below, Ratio: points, At: at}
}

// percent is a ratio in basis points, for people.
func percent(points int64) string { return fmt.Sprintf("%d.%02d %%", points/100, points%100) }

// planLiability plans to make the report now. TRY_AGAIN: something is still being added up.
func (s *Service) planLiability(ctx context.Context, subject string, _ json.RawMessage) (operator.Plan, error) {
	c, err := s.Coverage(ctx)
	if err != nil {
		return operator.Plan{}, err
	}
	if !c.Whole {
		return operator.Plan{}, fault.New(fault.TRY_AGAIN, "what was posted before is still being added up")
	}
	ratio := "unknown"
	if points, known := c.Ratio(); known {
		ratio = percent(points)
	}
	state := operator.Fingerprint(KindLiability, subject)
	return operator.Plan{
		State: state, Says: "the liability report is made and kept",
		Facts: []operator.Fact{
			{Name: "owed", Kind: operator.FactAmount, After: c.Owed.Total().String()},
			{Name: "coverage", Kind: operator.FactText, After: ratio},
		},
		Still: func(*store.Tx) (string, error) { return state, nil },
		Does: func(tx *store.Tx, by operator.Decision) error {
			_, err := s.keepTx(ctx, tx, c, by.By)
			return err
		},
	}, nil
}

// Stands is why automatic payouts may not go on yet: the newest report in which every figure is known says that the house has
// less than it owes.
func (s *Service) Stands(ctx context.Context, system string) (why []brake.Against, err error) {
	if system != brake.Payouts {
		return nil, nil
	}
	row, err := reportdb.New(s.d.Store.DB()).NewestComplete(ctx)
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("report: the newest: %w", err)
	}
	if row.Stopped {
		why = append(why, belowWhole(row.Ratio.Int64, row.MadeAt.Time()))
	}
	return why, nil
}

// Kept lists the reports of a time that were kept after a place (nil: from the newest), newest first, at most so many.
func (s *Service) Kept(ctx context.Context, from, to time.Time, after *Place, most int) ([]Liability, error) {
	before := Place{At: math.MaxInt64}
	if !to.IsZero() {
		before = Place{At: clock.MicrosOf(to)}
	}
	if after != nil {
		before = *after
	}
	p := reportdb.LiabilitiesBeforeParams{Before: before.At, ID: before.ID, Most: int32(most)}
	if !from.IsZero() {
		p.Since = clock.MicrosOf(from)
	}
	rows, err := reportdb.New(s.d.Store.DB()).LiabilitiesBefore(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("report: kept: %w", err)
	}
	list := make([]Liability, len(rows))
	for n, row := range rows {
		if list[n], err = keptOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// KeptOf returns a report that was kept. NO_DATA: there is none of this ID.
func (s *Service) KeptOf(ctx context.Context, report string) (Liability, error) {
	row, err := reportdb.New(s.d.Store.DB()).Liability(ctx, report)
	if store.NotFound(err) {
		return Liability{}, fault.New(fault.NO_DATA, "no report %q was kept", report)
	}
	if err != nil {
		return Liability{}, fmt.Errorf("report: kept: %w", err)
	}
	return keptOf(row)
}

func keptOf(row reportdb.Liability) (Liability, error) {
	l := Liability{ID: row.ID, Day: row.Day, At: row.MadeAt.Time(), Stopped: row.Stopped, By: row.MadeBy}
	if err := json.Unmarshal([]byte(row.Body), &l.Coverage); err != nil {
		return Liability{}, fmt.Errorf("report: what was kept as %s: %w", row.ID, err)
	}
	return l, nil
}

// Today is the day of Bangkok that a report of now is of.
func (s *Service) Today() string { return dayOf(s.d.Store.Now()) }

func dayOf(t time.Time) string { return t.In(clock.Bangkok).Format(time.DateOnly) }
