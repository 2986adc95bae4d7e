package quarantine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/quarantine/internal/quarantinedb"
)

// Outcome is what became of a row of a list.
type Outcome string

// The outcomes.
const (
	// Known: the books had it.
	Known Outcome = "known"
	// Booked: it was booked under the key that it would have had.
	Booked Outcome = "booked"
	// Kept: it can't be booked, and is a case for an operator.
	Kept Outcome = "case"
)

// Books book what the outside lists, each row once, by the path and under the key by which it would have been booked.
type Books interface {
	// Takes reports whether lists of a system can be imported.
	Takes(system string) bool
	// Book books one row. What is Kept is a case of the area that keeps it, or of the Finding. An error means that nobody knows yet:
	// it is tried again.
	Book(ctx context.Context, system string, r Row) (Outcome, *Finding, error)
	// Effect is what DecideTx would take out of the member's wallet now, and what the member would owe. INVALID_INPUT: a case of
	// this kind can't book that.
	Effect(ctx context.Context, c Case, d Decided) (Effect, error)
	// DecideTx books what two persons decided about a case. It is not asked to book Nothing.
	DecideTx(ctx context.Context, tx *store.Tx, c Case, d Decided) error
}

// SetBooks says who books the rows of lists, and what seals them.
func (s *Service) SetBooks(b Books, box *secret.Box) { s.books, s.box = b, box }

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.books == nil {
		setters = append(setters, "quarantine.SetBooks")
	}
	return setters
}

// Takes reports whether lists of a system can be imported.
func (s *Service) Takes(system string) bool { return s.books.Takes(system) }

// List is a list of one system over a span.
type List struct {
	System   string
	From, To time.Time
	Rows     []Row
}

// ImportTx keeps a list, whose rows are booked one after the other from its commit on.
func (s *Service) ImportTx(ctx context.Context, tx *store.Tx, l List, by string) error {
	q, list := quarantinedb.New(tx), id.Text(16)
	err := q.AddImport(ctx, quarantinedb.AddImportParams{
		ID: list, System: l.System, FromAt: clock.MicrosOf(l.From), ToAt: clock.MicrosOf(l.To),
		MadeAt: clock.MicrosOf(tx.Now), MadeBy: by,
	})
	if err != nil {
		return fmt.Errorf("quarantine: import: %w", err)
	}
	for n, r := range l.Rows {
		raw, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("quarantine: import: %w", err)
		}
		row := quarantinedb.AddRowParams{Import: list, Number: int64(n + 1), Amount: r.Amount}
		if row.RawSealed, err = s.box.Seal(rawRow(list, row.Number), string(raw)); err == nil {
			err = q.AddRow(ctx, row)
		}
		if err != nil {
			return fmt.Errorf("quarantine: import: %w", err)
		}
	}
	return nil
}

func rawRow(list string, number int64) secret.Row {
	return secret.Row{Table: "quarantine_row", Column: "raw_sealed", ID: fmt.Sprintf("%s/%d", list, number)}
}

// batch is how many rows of a list one turn books.
const batch = 200

// Turn books rows of the lists that have some, and returns how many. One that fails stays, and stops no other list. A node that
// dies between the booking of a row and its outcome books it again, and finds it known.
func (s *Service) Turn(ctx context.Context) (int, error) {
	if s.over.Load() {
		return 0, nil
	}
	open, err := quarantinedb.New(s.store.DB()).OpenImports(ctx)
	if err != nil {
		return 0, fmt.Errorf("quarantine: imports: %w", err)
	}
	done := 0
	var failed error
	for _, one := range open {
		n, err := s.book(ctx, one)
		done, failed = done+n, errors.Join(failed, err)
	}
	return done, failed
}

func (s *Service) book(ctx context.Context, one quarantinedb.QuarantineImport) (done int, failed error) {
	rows, err := quarantinedb.New(s.store.DB()).WaitingRows(ctx, one.ID, batch)
	if err != nil {
		return 0, fmt.Errorf("quarantine: rows: %w", err)
	}
	if len(rows) == 0 {
		return 0, s.store.Write(ctx, func(tx *store.Tx) error {
			return quarantinedb.New(tx).EndImport(ctx, clock.MicrosOf(tx.Now), one.ID)
		})
	}
	for _, row := range rows {
		if err := s.bookRow(ctx, one, row); err != nil {
			failed = errors.Join(failed, fmt.Errorf("quarantine: row %d of a list of %s: %w", row.Number, one.System, err))
			continue
		}
		done++
	}
	return done, failed
}

func (s *Service) bookRow(ctx context.Context, one quarantinedb.QuarantineImport, row quarantinedb.WaitingRowsRow) error {
	raw, err := s.box.Open(rawRow(one.ID, row.Number), row.RawSealed)
	if err != nil {
		return err
	}
	var r Row
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		return fmt.Errorf("its text: %w", err)
	}
	var found *Finding
	outcome, err := s.caseOf(ctx, one.System, r)
	if outcome == "" && err == nil {
		outcome, found, err = s.books.Book(ctx, one.System, r)
	}
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if found != nil {
			if err := s.keepTx(ctx, tx, one, row.Number, r, *found); err != nil {
				return err
			}
		}
		return quarantinedb.New(tx).EndRow(ctx, string(outcome), one.ID, row.Number)
	})
}

// Imported is a list that was imported since the store was restored.
type Imported struct {
	System   string
	From, To time.Time
	// Done: none of its rows waits.
	Done                       bool
	Rows, Known, Booked, Cases int64
}

// Imports returns the lists that were imported since an instant, oldest first.
func (s *Service) Imports(ctx context.Context, since time.Time) ([]Imported, error) {
	rows, err := quarantinedb.New(s.store.DB()).Imports(ctx, clock.MicrosOf(since))
	if err != nil {
		return nil, fmt.Errorf("quarantine: imports: %w", err)
	}
	list := make([]Imported, len(rows))
	for n, r := range rows {
		list[n] = Imported{
			System: r.System, From: r.FromAt.Time(), To: r.ToAt.Time(), Done: r.EndedAt != 0,
			Rows: r.Lines, Known: r.Known, Booked: r.Booked, Cases: r.Cases,
		}
	}
	return list, nil
}

// Covers reports whether lists whose rows are all done cover the span of a system, from before its backup to its restoration.
func (s System) Covers(lists []Imported) bool {
	done := slices.DeleteFunc(slices.Clone(lists), func(l Imported) bool { return !l.Done || l.System != s.Name })
	slices.SortFunc(done, func(a, b Imported) int { return a.From.Compare(b.From) })
	at := s.From
	for _, l := range done {
		if l.From.After(at) {
			return false
		}
		if l.To.After(at) {
			at = l.To
		}
	}
	return !at.Before(s.Since)
}
