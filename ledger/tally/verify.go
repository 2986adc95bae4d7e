package tally

import (
	"context"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// Verify proves all tallies at once: each hour by the entries of its batches, each total by its hours and by the balances, each
// day's active members by their transfers. It may run beside a working ledger. An error means that it could not finish.
func Verify(ctx context.Context, s *store.Store) ([]Problem, error) {
	a := NewAuditor(s)
	if err := a.totals(ctx); err != nil {
		return nil, wrapProof(err)
	}
	for _, class := range a.classes {
		if err := a.balance(ctx, class); err != nil {
			return nil, wrapProof(err)
		}
	}
	for ended := false; !ended; {
		var err error
		if ended, err = a.recount(ctx); err != nil {
			return nil, wrapProof(err)
		}
	}
	if err := a.days(ctx); err != nil {
		return nil, wrapProof(err)
	}
	return a.problems, nil
}

// days compares the active members of each day with the transfers. A day to which something was added meanwhile is read again.
func (a *Auditor) days(ctx context.Context) error {
	q := ledgerdb.New(a.s.DB())
	mark, err := a.mark(ctx, q)
	if err != nil {
		return err
	}
	all, err := allDays(ctx, q)
	if err != nil {
		return err
	}
	for _, day := range all {
		for {
			wrong, err := activeOff(ctx, q, day, mark)
			if err != nil {
				return err
			}
			before := mark
			if wrong != nil {
				if mark, err = a.mark(ctx, q); err != nil {
					return err
				}
			}
			if wrong == nil || mark == before {
				a.problems = append(a.problems, wrong...)
				break
			}
		}
	}
	return nil
}

// mark reads the mark, and compares it with its seal.
func (a *Auditor) mark(ctx context.Context, q *ledgerdb.Queries) (ledgerdb.TallyStandingRow, error) {
	where, err := q.TallyStanding(ctx)
	if store.NotFound(err) { // compare says so
		return where, nil
	}
	if err != nil || where.Seal == 0 && where.At == 0 {
		return where, err
	}
	at, err := q.SealTime(ctx, where.Seal)
	if err != nil && !store.NotFound(err) {
		return where, err
	}
	if err != nil || at != where.At {
		a.add("", "the tallies' mark is not seal %d and its time", where.Seal)
	}
	where.Waiting, where.Unsealed = 0, 0 // only the mark is compared
	return where, nil
}

// allDays lists the days on which something was posted, or of which it is known who was active.
func allDays(ctx context.Context, q *ledgerdb.Queries) ([]clock.Micros, error) {
	hours, err := q.TalliedHours(ctx)
	if err != nil {
		return nil, err
	}
	all, err := q.TalliedDays(ctx)
	if err != nil {
		return nil, err
	}
	for _, hour := range hours {
		all = append(all, dayOf(hour))
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// isNumber reports whether the hours of a day add up to a number of members. In which of them a member's day began is not
// compared: versions before knew the day alone, and a batch may be sealed after a later one.
func isNumber(hours []ledgerdb.TallyHour, members int) bool {
	for _, h := range hours {
		if h.Kind != "" || h.Amount != 0 || h.Count <= 0 {
			return false
		}
		members -= int(h.Count)
	}
	return members == 0
}

// activeOff names what is wrong with the active members of a day, up to the mark.
func activeOff(ctx context.Context, q *ledgerdb.Queries, day clock.Micros, mark ledgerdb.TallyStandingRow) ([]Problem, error) {
	begins := day.Time()
	members, err := q.ActiveOn(ctx, ledgerdb.ActiveOnParams{
		FirstID: number.FirstAt(begins.Add(-number.MaxBehind)), EndID: number.FirstAt(begins.Add(24*time.Hour + number.MaxAhead)),
		Begins: day, Ends: day + aDay, Seal: sealNumber(mark.Seal),
	})
	if err != nil {
		return nil, err
	}
	known, err := q.TalliedMembers(ctx, day)
	if err != nil {
		return nil, err
	}
	rows, err := q.TallyHoursOf(ctx, active, day, day+aDay)
	if err != nil {
		return nil, err
	}
	expected := members
	if day < dayOf(mark.At)-memberDays*aDay {
		expected = nil // forgotten
	}
	name := begins.In(clock.Bangkok).Format(time.DateOnly)
	var wrong []Problem
	if !slices.Equal(known, expected) {
		wrong = append(wrong, Problem{active, "the members of " + name + " are not those of its transfers"})
	}
	if !isNumber(rows, len(members)) {
		wrong = append(wrong, Problem{active, "the number of " + name + " is not that of its transfers' members"})
	}
	return wrong, nil
}
