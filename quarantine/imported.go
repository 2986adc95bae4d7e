package quarantine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/quarantine/internal/quarantinedb"
)

// Imported is a list that was imported since the store was restored.
type Imported struct {
	ID, System, By string
	From, To, At   time.Time
	// Asked: it is the system's own list. Failure is why it could not be asked for last; empty: it could, or is whole.
	Asked   bool
	Failure string
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
			ID: r.ID, System: r.System, By: r.MadeBy, From: r.FromAt.Time(), To: r.ToAt.Time(), At: r.MadeAt.Time(),
			Asked: r.Asked != askedNot, Failure: r.Failure, Done: r.EndedAt != 0,
			Rows: r.Lines, Known: r.Known, Booked: r.Booked, Cases: r.Cases,
		}
	}
	return list, nil
}

// told is how precise the moments of a quarantine are told: who imports a list of the span that it was told covers it.
const told = time.Millisecond

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
	return !at.Before(s.Since.Truncate(told))
}

// ImportOf finds a list that was imported. NO_DATA: there is none.
func (s *Service) ImportOf(ctx context.Context, id string) (Imported, error) {
	one, err := quarantinedb.New(s.store.DB()).FindImport(ctx, id)
	if store.NotFound(err) {
		return Imported{}, fault.New(fault.NO_DATA, "no list %q was imported", id)
	}
	if err != nil {
		return Imported{}, fmt.Errorf("quarantine: import: %w", err)
	}
	all, err := s.Imports(ctx, one.MadeAt.Time())
	if err != nil {
		return Imported{}, err
	}
	n := slices.IndexFunc(all, func(l Imported) bool { return l.ID == id })
	if n < 0 {
		return Imported{}, fault.New(fault.NO_DATA, "no list %q was imported", id)
	}
	return all[n], nil
}

// OpenKind counts the open cases of one kind of a list. Of Unknown ones nobody knows whose they are.
type OpenKind struct {
	Kind          CaseKind
	Open, Unknown int64
}

// OpenKinds counts the open cases of a list by kind.
func (s *Service) OpenKinds(ctx context.Context, l Imported) ([]OpenKind, error) {
	rows, err := quarantinedb.New(s.store.DB()).KindsOfImport(ctx, l.System, l.ID)
	if err != nil {
		return nil, fmt.Errorf("quarantine: cases of a list: %w", err)
	}
	kinds := make([]OpenKind, len(rows))
	for n, r := range rows {
		kinds[n] = OpenKind{CaseKind(r.Kind), r.Open, r.Unknown}
	}
	return kinds, nil
}

// ImportedRow is a row of a list, with what became of it.
type ImportedRow struct {
	Number int64
	Row
	// Outcome is empty while it waits. Case is the case that it is, or was; of another area's, empty.
	Outcome Outcome
	Case    string
}

// Place is where a list of rows goes on after this one.
func (r ImportedRow) Place() int64 { return r.Number }

// RowsOf returns rows of a list in their order, behind one, of an outcome or of any.
func (s *Service) RowsOf(ctx context.Context, l Imported, outcome Outcome, after int64, most int) ([]ImportedRow, error) {
	q := quarantinedb.New(s.store.DB())
	found, err := q.RowsAfter(ctx, quarantinedb.RowsAfterParams{
		Import: l.ID, After: after, Outcome: string(outcome), Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("quarantine: rows: %w", err)
	}
	rows := make([]ImportedRow, len(found))
	for n, f := range found {
		rows[n] = ImportedRow{Number: f.Number, Outcome: Outcome(f.Outcome), Row: Row{Amount: f.Amount}}
		if f.RawSealed == "" { // five years after its import (docs/privacy.md)
			continue
		}
		if rows[n].Row, err = s.open(l.ID, f.Number, f.RawSealed); err != nil {
			return nil, err
		}
		if rows[n].Outcome != Kept {
			continue
		}
		c, err := s.caseOf(ctx, l.System, rows[n].Row)
		if err != nil {
			return nil, err
		}
		rows[n].Case = c.id
	}
	return rows, nil
}
