package tally

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
	"krapao/money"
)

// Problem is a sum that is not what it should be.
type Problem struct {
	// Account is the account or class whose sum is wrong; empty where it is none's.
	Account string
	// What says what is wrong, in English, for operators.
	What string
}

func (p Problem) String() string {
	if p.Account == "" {
		return p.What
	}
	return p.Account + ": " + p.What
}

// Auditor proves the tallies a little at a time, beside a working ledger: each round compares the next class with its balances,
// and recounts the next batches from their entries. Every fourth round compares all totals with their hours. While nothing is
// written on any node, one round a minute is enough.
type Auditor struct {
	s *store.Store

	round    int
	ended    time.Time // the last round
	classes  []string  // those that have a total
	next     int       // the next one to compare
	after    int64     // batches up to here are recounted in this turn
	counted  map[clock.Micros]columns
	compared clock.Micros // hours up to here are compared in this turn

	problems []Problem
}

// NewAuditor makes one for a store.
func NewAuditor(s *store.Store) *Auditor {
	a := &Auditor{s: s}
	a.begin()
	return a
}

// columns are the sums of one hour.
type columns map[column]sum

const (
	// slice is how many batches are recounted at once, and slicesARound how many slices a round recounts.
	slice, slicesARound = 200, 5
	// settles is after how long nearly nothing is added to an hour. What is nevertheless is found by a second look.
	settles = 2 * aHour
)

// Round does the next part of the proof, and returns what it found.
func (a *Auditor) Round(ctx context.Context) ([]Problem, error) {
	if a.s.Quiet() && time.Since(a.ended) < time.Minute {
		return nil, nil
	}
	defer func() { a.ended = time.Now() }()
	a.problems = nil
	if a.round%4 == 0 {
		if err := a.totals(ctx); err != nil {
			return nil, wrapProof(err)
		}
	}
	a.round++
	if len(a.classes) > 0 {
		a.next %= len(a.classes)
		if err := a.balance(ctx, a.classes[a.next]); err != nil {
			return nil, wrapProof(err)
		}
		a.next++
	}
	for range slicesARound {
		ended, err := a.recount(ctx)
		if err != nil {
			return nil, wrapProof(err)
		}
		if ended {
			break
		}
	}
	return a.problems, nil
}

func wrapProof(err error) error {
	return fmt.Errorf("ledger: proof of the tallies: %w", store.MapError(err))
}

func (a *Auditor) add(account, what string, args ...any) {
	p := Problem{account, fmt.Sprintf(what, args...)}
	if !slices.Contains(a.problems, p) {
		a.problems = append(a.problems, p)
	}
}

// begin begins a turn through the batches.
func (a *Auditor) begin() {
	a.after, a.counted, a.compared = -1, map[clock.Micros]columns{}, math.MinInt64
}

// totals compares all totals with their hours.
func (a *Auditor) totals(ctx context.Context) error {
	q := ledgerdb.New(a.s.DB())
	off, err := q.TalliesOff(ctx)
	if err != nil {
		return err
	}
	for _, t := range off {
		a.add(t.Account, "its total of %q is %s baht and %d entries more than its hours", t.Kind, money.Amount(t.Amount), t.Count)
	}
	totals, err := q.TallyTotals(ctx)
	if err != nil {
		return err
	}
	a.classes = nil
	for _, t := range totals {
		if t.Account != active {
			a.classes = append(a.classes, t.Account)
		}
	}
	a.classes = slices.Compact(a.classes)
	return nil
}

// balance compares the total of a class with the balances of its accounts, as they were at the mark.
func (a *Auditor) balance(ctx context.Context, class string) error {
	off, err := offBalance(ctx, ledgerdb.New(a.s.DB()), class)
	if store.NotFound(err) {
		a.add("", "the tallies have no mark")
		return nil
	}
	if err == nil && off != 0 {
		a.add(class, "the balances are %s baht more than the total of what was posted", off)
	}
	return err
}

func offBalance(ctx context.Context, q *ledgerdb.Queries, class string) (money.Amount, error) {
	kind, rest, _ := strings.Cut(class, ":")
	escaped := strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")
	pattern := escaped.Replace(class) + ":%"
	switch kind {
	case "member":
		pattern = "member:%:" + escaped.Replace(rest)
	case "game", "house":
	default:
		off, err := q.TallyAgainstAccount(ctx, class)
		return money.Amount(off), err
	}
	off, err := q.TallyAgainstBalance(ctx, class, pattern)
	return money.Amount(off), err
}

// recount adds up the next batches, and compares the hours that have come to their end. It reports whether the turn has.
func (a *Auditor) recount(ctx context.Context) (ended bool, err error) {
	q := ledgerdb.New(a.s.DB())
	end, err := q.EndOfBatches(ctx, a.after, slice)
	if err != nil {
		return false, err
	}
	if end.Batches > 0 {
		rows, err := q.RecountBatches(ctx, a.after, end.Last)
		if err != nil {
			return false, err
		}
		for _, r := range rows {
			a.count(r)
		}
		a.after = end.Last
	}
	if end.Batches == slice {
		return false, a.compare(ctx, q, a.newest()-settles)
	}
	err = a.compare(ctx, q, math.MaxInt64)
	a.begin()
	return true, err
}

func (a *Auditor) count(r ledgerdb.RecountBatchesRow) {
	hour, c := clock.Micros(r.Hour), column{r.Class, r.Kind}
	if a.counted[hour] == nil {
		a.counted[hour] = columns{}
	}
	a.counted[hour][c] = a.counted[hour][c].add(sum{money.Amount(r.Amount), r.Count})
}

func (a *Auditor) newest() (hour clock.Micros) {
	hour = a.compared
	for h := range a.counted {
		hour = max(hour, h)
	}
	return hour
}

// compare compares the hours up to one with the tallies.
func (a *Auditor) compare(ctx context.Context, q *ledgerdb.Queries, upto clock.Micros) error {
	if upto <= a.compared {
		return nil
	}
	rows, err := q.HoursAtMark(ctx, a.compared, upto)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		a.add("", "the tallies have no mark")
		return nil
	}
	kept := map[clock.Micros]columns{}
	for hour := range a.counted {
		if hour > a.compared && hour <= upto {
			kept[hour] = columns{}
		}
	}
	for _, r := range rows {
		if hour := clock.Micros(r.Hour); r.Account != "" && r.Account != active {
			if kept[hour] == nil {
				kept[hour] = columns{}
			}
			kept[hour][column{r.Account, r.Kind}] = sum{money.Amount(r.Amount), r.Count}
		}
	}
	for _, hour := range slices.Sorted(maps.Keys(kept)) {
		if maps.Equal(kept[hour], a.counted[hour]) {
			continue
		}
		if err := a.lookAgain(ctx, q, hour, rows[0].Seal, kept[hour]); err != nil {
			return err
		}
	}
	maps.DeleteFunc(a.counted, func(hour clock.Micros, _ columns) bool { return hour <= upto })
	a.compared = upto
	return nil
}

// near is within what time of its own an id usually is.
const near = 10 * time.Minute

// lookAgain recounts one hour up to a seal. The walk may have missed what was sealed meanwhile, or late, or under an id that is
// out of order.
func (a *Auditor) lookAgain(ctx context.Context, q *ledgerdb.Queries, hour clock.Micros, seal int64, kept columns) error {
	begins := hour.Time()
	var counted columns
	for _, span := range [][2]time.Duration{{near, near}, {number.MaxBehind, number.MaxAhead}} {
		rows, err := q.RecountHour(ctx, ledgerdb.RecountHourParams{
			FirstID: number.FirstAt(begins.Add(-span[0])), EndID: number.FirstAt(begins.Add(time.Hour + span[1])),
			Begins: hour, Ends: hour + aHour, Seal: sealNumber(seal),
		})
		if err != nil {
			return err
		}
		counted = columns{}
		for _, r := range rows {
			counted[column{r.Class, r.Kind}] = sum{money.Amount(r.Amount), r.Count}
		}
		if maps.Equal(kept, counted) {
			return nil
		}
	}
	all := maps.Clone(kept)
	maps.Copy(all, counted)
	for c := range all {
		if k, n := kept[c], counted[c]; k != n || has(kept, c) != has(counted, c) {
			a.add(c.account, "the tally of %q in the hour from %s is %s baht in %d entries; recounted it is %s in %d",
				c.kind, begins.Format("2006-01-02 15:04"), k.amount, k.count, n.amount, n.count)
		}
	}
	return nil
}

func has(c columns, of column) bool {
	_, there := c[of]
	return there
}
