package quarantine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	// Takes reports whether lists of a system can be imported, and Asks whether the system itself gives one.
	Takes(system string) bool
	Asks(ctx context.Context, system string) (bool, error)
	// Page asks a system for its list from a time on: the rows behind a place, and the next place. The first place is empty.
	Page(ctx context.Context, system string, from time.Time, place string) (rows []Row, next string, more bool, err error)
	// Complete gives the rows of one list what only the books know of them: the amounts of credits, and references where the
	// outside keeps none.
	Complete(ctx context.Context, system string, rows []Row) error
	// Book books one row. What is Kept is a case of the area that keeps it, or of the Finding. An error means that nobody knows yet:
	// it is tried again, and after a while the row is the case that Unanswered makes of it.
	Book(ctx context.Context, system string, r Row) (Outcome, *Finding, error)
	Unanswered(ctx context.Context, system string, r Row) (Finding, error)
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

// Asks reports whether a system itself gives its list.
func (s *Service) Asks(ctx context.Context, system string) (bool, error) {
	return s.books.Asks(ctx, system)
}

// List is a list of one system over a span. ID names it; empty: it gets a name. Rows are those of a person's file; one that the
// system itself is asked for has none yet.
type List struct {
	ID       string
	System   string
	From, To time.Time
	Rows     []Row
	Asked    bool
}

// ImportTx keeps a list, whose rows are booked one after the other from its commit on. A list that is there already stays as it
// is: a node may end between the commit and its answer, and whoever waits for that sends the file again.
func (s *Service) ImportTx(ctx context.Context, tx *store.Tx, l List, by string) error {
	q, list, asked := quarantinedb.New(tx), cmp.Or(l.ID, id.Text(16)), askedNot
	if l.Asked {
		asked = askedPart
	}
	added, err := q.AddImport(ctx, quarantinedb.AddImportParams{
		ID: list, System: l.System, FromAt: clock.MicrosOf(l.From), ToAt: clock.MicrosOf(l.To),
		MadeAt: clock.MicrosOf(tx.Now), MadeBy: by, Asked: asked,
	})
	if err != nil {
		return fmt.Errorf("quarantine: import: %w", err)
	}
	if added == 0 {
		return nil
	}
	return s.addRowsTx(ctx, tx, list, 0, l.Rows)
}

// addRowsTx adds rows to a list that has some already.
func (s *Service) addRowsTx(ctx context.Context, tx *store.Tx, list string, has int64, rows []Row) error {
	q := quarantinedb.New(tx)
	for n, r := range rows {
		raw, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("quarantine: import: %w", err)
		}
		row := quarantinedb.AddRowParams{Import: list, Number: has + int64(n+1), Amount: r.Amount}
		if row.RawSealed, err = s.box.Seal(rawRow(list, row.Number), string(raw)); err == nil {
			err = q.AddRow(ctx, row)
		}
		if err != nil {
			return fmt.Errorf("quarantine: import: %w", err)
		}
	}
	return nil
}

// Complete gives the rows of a list what only the books know of them.
func (s *Service) Complete(ctx context.Context, system string, rows []Row) error {
	return s.books.Complete(ctx, system, rows)
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
		asking := s.askOn(ctx, &one)
		n, err := s.book(ctx, one)
		err = errors.Join(asking, err)
		done, failed = done+n, errors.Join(failed, err)
	}
	return done, failed
}

func (s *Service) book(ctx context.Context, one quarantinedb.QuarantineImport) (done int, failed error) {
	rows, err := quarantinedb.New(s.store.DB()).WaitingRows(ctx, one.ID, batch)
	if err != nil {
		return 0, fmt.Errorf("quarantine: rows: %w", err)
	}
	if len(rows) == 0 && one.Asked != askedPart {
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
	r, err := s.open(one.ID, row.Number, row.RawSealed)
	if err != nil {
		return err
	}
	before, err := s.caseOf(ctx, one.System, r)
	if err != nil {
		return err
	}
	outcome, found := before.outcome, (*Finding)(nil)
	if outcome == "" {
		outcome, found, err = s.books.Book(ctx, one.System, r)
	}
	if err != nil {
		if s.store.Now().Sub(s.store.CountFrom(one.MadeAt.Time())) < patience {
			return err
		}
		in, failed := s.books.Unanswered(ctx, one.System, r)
		if failed != nil {
			return errors.Join(err, failed)
		}
		outcome, found = Kept, &in
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.answeredTx(ctx, tx, before, outcome); err != nil {
			return err
		}
		if found != nil {
			if err := s.keepTx(ctx, tx, one, row.Number, r, *found); err != nil {
				return err
			}
		}
		return quarantinedb.New(tx).EndRow(ctx, string(outcome), one.ID, row.Number)
	})
}

// patience is how long a row is tried to be booked. Then it is a case: nobody knows how long the outside can't be asked.
const patience = time.Hour

// open reads a row of a list.
func (s *Service) open(list string, number int64, sealed string) (r Row, err error) {
	raw, err := s.box.Open(rawRow(list, number), sealed)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		return r, fmt.Errorf("its text: %w", err)
	}
	return r, nil
}
