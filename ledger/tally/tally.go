// Package tally is the house's money by the hour: sums of what was posted, for reports that can't read every transfer.
//
// Promises:
//   - A sum has each sealed batch once: a seal fixes its batches for ever, and the sums move on with the mark in one commit,
//     whatever dies in between and however many nodes add at once.
//   - A member's commit writes nothing for it. Where nothing new was sealed, nothing is written at all.
//   - The sums are proven: by the entries they are made of, and by the balances (Auditor, Verify).
//
// Accounts of members and of games are summed up by their class: member:wallet, game:joker. So is what members owe
// (house:receivable). All other accounts have sums of their own. Signs are the ledger's: credits less debits.
package tally

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

const (
	// active is the account under which the number of active members is kept: each in the hour in which its day began. Versions
	// before counted all in the day's first hour. So the hours of a day have its number, whoever wrote them.
	active = "active"
	// perCommit is how many batches are added in one commit at most; a seal has no more.
	perCommit = 2000
	// commitsARun is how many commits a run of the job makes at most. A store of before is added up in many runs.
	commitsARun = 100
	// memberDays is for how many days it is known who was active.
	memberDays = 40
)

// Service adds up the tallies and reads them.
type Service struct{ s *store.Store }

// New makes one for a store.
func New(s *store.Store) *Service { return &Service{s} }

// Add adds what was sealed since the last call on any node, and returns how many seals that were.
func (s *Service) Add(ctx context.Context) (seals int, err error) {
	for range commitsARun {
		n, err := s.addNext(ctx)
		seals += n
		if err != nil {
			return seals, fmt.Errorf("ledger: tally: %w", err)
		}
		if n == 0 {
			break
		}
	}
	return seals, nil
}

// sum is what was posted of one kind on one account or class.
type sum struct {
	amount money.Amount
	count  int64
}

func (s sum) add(t sum) sum { return sum{s.amount + t.amount, s.count + t.count} }

// column is what a sum is of.
type column struct{ account, kind string }

// addNext adds the next seals in one commit. All is read before: what is sealed never changes, and nobody else's commit waits for
// it.
func (s *Service) addNext(ctx context.Context) (seals int, err error) {
	q := ledgerdb.New(s.s.DB())
	next, err := q.SealsToTally(ctx)
	if err != nil || len(next) == 0 {
		return 0, store.MapError(err)
	}
	next = atOnce(next)
	was, last := next[0], next[len(next)-1]
	after, upto := sealNumber(was.Mark), sealNumber(last.Number)
	var d delta
	if d.hours, err = q.TallyOfSeals(ctx, after, upto); err != nil {
		return 0, store.MapError(err)
	}
	if d.members, err = q.NewlyActive(ctx, after, upto); err != nil {
		return 0, store.MapError(err)
	}
	if today := dayOf(last.SealedAt); dayOf(was.MarkedAt) != today {
		d.forget = today - memberDays*aDay
	}
	err = s.s.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		seals = 0
		moved, err := ledgerdb.New(tx).MoveTallyMark(ctx, last.Number, last.SealedAt, was.Mark)
		if err != nil || moved == 0 { // another node was first
			return err
		}
		seals = len(next)
		return d.write(ctx, ledgerdb.New(deferred{tx}))
	})
	return seals, err
}

// atOnce returns the first seals that together have no more batches than one commit takes.
func atOnce(seals []ledgerdb.SealsToTallyRow) []ledgerdb.SealsToTallyRow {
	batches := int64(0)
	for n := range seals {
		if batches += seals[n].Batches; batches > perCommit && n > 0 {
			return seals[:n]
		}
	}
	return seals
}

func sealNumber(n int64) sql.NullInt64 { return sql.NullInt64{Int64: n, Valid: true} }

// delta is what a commit adds.
type delta struct {
	hours   []ledgerdb.TallyOfSealsRow
	members []ledgerdb.NewlyActiveRow
	// forget is the day up to which it is no longer known who was active; 0 forgets nobody.
	forget clock.Micros
}

func (d *delta) write(ctx context.Context, q *ledgerdb.Queries) error {
	totals := map[column]sum{}
	for _, h := range d.hours {
		c, n := column{h.Class, h.Kind}, sum{money.Amount(h.Amount), h.Count}
		totals[c] = totals[c].add(n)
		if err := addHour(ctx, q, clock.Micros(h.Hour), c, n); err != nil {
			return err
		}
	}
	hours := map[clock.Micros]int64{}
	for _, m := range d.members {
		hours[clock.Micros(m.Hour)]++
		if err := q.AddTallyMember(ctx, clock.Micros(m.Day), m.Member); err != nil {
			return err
		}
	}
	for hour, n := range hours {
		c := column{account: active}
		totals[c] = totals[c].add(sum{count: n})
		if err := addHour(ctx, q, hour, c, sum{count: n}); err != nil {
			return err
		}
	}
	for c, n := range totals {
		if err := q.AddTallyTotal(ctx, ledgerdb.AddTallyTotalParams{
			Account: c.account, Kind: c.kind, Amount: n.amount, Count: n.count,
		}); err != nil {
			return err
		}
	}
	if d.forget == 0 {
		return nil
	}
	return q.DropTallyMembers(ctx, d.forget)
}

func addHour(ctx context.Context, q *ledgerdb.Queries, hour clock.Micros, c column, n sum) error {
	return q.AddTallyHour(ctx, ledgerdb.AddTallyHourParams{
		Hour: hour, Account: c.account, Kind: c.kind, Amount: n.amount, Count: n.count,
	})
}

// deferred runs `:exec` queries of sqlc, on PostgreSQL all of them in one round trip with the commit.
type deferred struct{ *store.Tx }

// ExecContext runs a statement.
func (d deferred) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if d.Engine() != store.Postgres {
		return d.Tx.ExecContext(ctx, query, args...)
	}
	return driver.ResultNoRows, d.Defer(false, query, args...)
}
