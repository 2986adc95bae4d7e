package list

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/httpx/stream"
	"krapao/internal/patience"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/audit"
)

const (
	// mostRows is how many rows a file may have.
	mostRows = 1_000_000
	// atOnce is how many rows of a file are read at once.
	atOnce = 1_000
)

// files lets three be written at once in the house. One is over after ten minutes at the latest (httpx), and gives back its
// turn. The turn of a node that dies is free after the limit's time.
var files = ratelimit.Limit{Name: "list-file", Count: 3, Per: 15 * time.Minute}

// ErrTooManyRows ends a file without its end: it would have more rows than a file may have.
var ErrTooManyRows = errors.New("list: the file would have more than a million rows; narrow it by filters")

// Column is one of a file. Its name is English, and never changes.
type Column[R any] struct {
	Name string
	// Cell is a string, a money.Amount, a time.Time (zero: empty) or an int64.
	Cell func(R) any
	// Named: it has a phone, a name or an account number, or what people wrote, which may have one.
	Named bool
}

// File answers with rows that are there already, as those of a report are.
func File[R any](ctx context.Context, d *Desk, name string, columns []Column[R], filters Filters, rows []R) error {
	l := List[R, int, struct{}]{Name: name, Primary: true, Columns: columns, Key: func(R) int { return 0 }}
	_, err := l.file(ctx, d, Query{}, Rows[R, int]{Filters: filters, Read: func(_ context.Context, _ *int, most int) ([]R, error) {
		some := rows[:min(most, len(rows))]
		rows = rows[len(some):]
		return some, nil
	}})
	return err
}

// file answers with all rows as a file.
func (l *List[R, K, T]) file(ctx context.Context, d *Desk, q Query, rows Rows[R, K]) (*httpx.Reply[Page[T]], error) {
	if q.After != "" {
		return nil, fault.New(fault.INVALID_INPUT, "a file begins at the beginning: after is of pages")
	}
	if l.named() { // whoever may read the list, its file with names is for those who decide about money, and for auditors
		if err := operator.Role(httpx.StateOf(ctx).Role).MayCall("cashier+a"); err != nil {
			return nil, err
		}
	}
	turn, err := d.d.Files.Charge(ctx, files.On())
	if err != nil {
		return nil, err
	}
	f := &file{desk: d, turn: turn, most: mostRows, taken: audit.Entry{
		By: httpx.StateOf(ctx).Operator, Action: "list.export", Subject: l.Name,
		Reason: "as a file, with the filters " + rows.Filters.text(),
	}}
	asOf, first, err := l.begin(ctx, d, rows)
	if err == nil {
		err = f.take(ctx, l.named())
	}
	if err != nil {
		return nil, errors.Join(err, f.giveBack(ctx))
	}
	httpx.StateOf(ctx).Stream = &stream.File{
		Name: strings.ReplaceAll(l.Name, "/", "-") + asOf.In(clock.Bangkok).Format("-20060102-150405") + ".csv",
		Write: func(ctx context.Context, w io.Writer) error {
			return f.ended(ctx, func() error { return l.write(ctx, f, w, rows, first) })
		},
	}
	return httpx.OK(Page[T]{Items: []T{}})
}

func (f Filters) text() string {
	if text := f.String(); text != "" {
		return text
	}
	return "none"
}

// part is what is read of a file's rows at once.
type part[R, K any] struct {
	rows []R
	last *K
	more bool
}

// begin reads the first rows, before anything is sent: what refuses the list refuses the file.
func (l *List[R, K, T]) begin(ctx context.Context, d *Desk, rows Rows[R, K]) (asOf time.Time, p part[R, K], err error) {
	asOf, _, err = d.read(l.Primary)(ctx, func(ctx context.Context) (err error) {
		p.rows, p.last, p.more, err = rows.gather(ctx, l.Key, nil, atOnce, mostLooked)
		return err
	})
	return asOf, p, err
}

// write writes the rows, each part by a read of its own: a file holds no transaction.
func (l *List[R, K, T]) write(ctx context.Context, f *file, w io.Writer, rows Rows[R, K], p part[R, K]) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	cells := make([]string, len(l.Columns))
	for n, c := range l.Columns {
		cells[n] = c.Name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for {
		for _, row := range p.rows {
			if f.rows == f.most {
				return ErrTooManyRows
			}
			for n, c := range l.Columns {
				cells[n] = cell(c.Cell(row))
			}
			if err := out.Write(cells); err != nil {
				return err
			}
			f.rows++
		}
		out.Flush()
		if err := out.Error(); err != nil || !p.more {
			return err
		}
		_, _, err := f.desk.read(l.Primary)(ctx, func(ctx context.Context) (err error) {
			p.rows, p.last, p.more, err = rows.gather(ctx, l.Key, p.last, atOnce, mostLooked)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// cell is a value as a spreadsheet reads it.
func cell(v any) string {
	switch v := v.(type) {
	case string:
		return text(v)
	case money.Amount:
		return v.String()
	case time.Time:
		if v.IsZero() {
			return ""
		}
		return v.In(clock.Bangkok).Format("2006-01-02T15:04:05.000-07:00")
	case int64:
		return strconv.FormatInt(v, 10)
	}
	panic(fmt.Sprintf("list: no cell has a %T", v))
}

// text is a cell that no spreadsheet runs.
func text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// file is one that is written.
type file struct {
	desk  *Desk
	turn  time.Time
	taken audit.Entry
	// rows are written, of at most so many.
	rows, most int
}

// ended writes the file, records how many rows have left, and gives back the turn. A file that can't be recorded has no end.
func (f *file) ended(ctx context.Context, write func() error) error {
	err := write()
	what, why := ".sent", ""
	if err != nil {
		what, why = ".failed", ": "+err.Error()
	}
	noted, cancel := patience.Note(ctx)
	defer cancel()
	return errors.Join(err, f.record(noted, what, fmt.Sprintf("%d rows%s", f.rows, why)), f.giveBack(noted))
}

// take records who takes the file, before a row of it leaves. One with names is confirmed in the same commit
// (operator.ConfirmError): a confirmation is good for these filters, once.
func (f *file) take(ctx context.Context, names bool) error {
	if !names {
		return f.record(ctx, "", "")
	}
	state, decision := httpx.StateOf(ctx), operator.DecisionOf("file", f.taken.By, f.taken.Subject, f.taken.Reason)
	return f.desk.d.Store.Write(ctx, func(tx *store.Tx) (err error) {
		key := ""
		if state.Confirmation != "" {
			if key, err = f.desk.d.Confirmations.UseTx(ctx, tx, state.Confirmation, state.Session, decision); err != nil {
				return err
			}
		}
		if key == "" {
			return operator.ConfirmError{Decision: decision}
		}
		e := f.taken
		e.Evidence = "confirmed by " + key
		return f.desk.d.Audit.AppendTx(ctx, tx, e)
	})
}

// record adds a row to the audit log.
func (f *file) record(ctx context.Context, what, evidence string) error {
	e := f.taken
	e.Action, e.Evidence = e.Action+what, evidence
	return f.desk.d.Store.Write(ctx, func(tx *store.Tx) error { return f.desk.d.Audit.AppendTx(ctx, tx, e) })
}

func (f *file) giveBack(ctx context.Context) error {
	return f.desk.d.Files.Refund(ctx, f.turn, files.On())
}
