// Package list is what all lists of the operator API share (OPERATOR-API.md, section 1): pages by keys, cursors, filters, files.
//
// Promises:
//   - A page looks at no more than 10,000 rows, so it may be short, or empty, and still have a next one.
//   - A row is listed once while rows are added. A cursor is good for its list and its filters alone.
//   - What an operator was told of a decision is in every list that begins afterwards, on whichever node, standby or not.
//   - A file has the rows of all pages, or no end. Who took it is in the audit log before its first row leaves.
//
// It knows no part of the API: a room says how its rows are read, what their keys are and how they are shown.
package list

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// mostLooked is how many rows a page looks at, and chunk how many are read at once where not all of them are listed.
const (
	mostLooked = 10_000
	chunk      = 500
)

// Query is what every list is asked. The input of a list's call embeds it.
type Query struct {
	Limit  int    `default:"50"   doc:"The most rows of a page"                                   maximum:"200"    minimum:"1" query:"limit"`
	After  string `doc:"The next of the page before"                                              maxLength:"1000" query:"after"`
	Format string `default:"json" doc:"csv: all rows as a file, whatever the limit; without after" enum:"json,csv"  query:"format"`
}

// Span bounds a list by time.
type Span struct {
	From time.Time `doc:"Not before" query:"from"`
	To   time.Time `doc:"Before"     query:"to"`
}

// mostDays is how far apart from and to may be without a subject.
const mostDays = 31

// Check refuses a span that is too large for a list of everybody (RANGE_TOO_LARGE), and one that ends before it begins. about
// reports whether the list is about one subject: a member, an account, a reference.
func (s Span) Check(about bool) error {
	if s.From.IsZero() || s.To.IsZero() {
		return nil
	}
	if s.To.Before(s.From) {
		return fault.New(fault.INVALID_INPUT, "to is before from")
	}
	if !about && s.To.Sub(s.From) > mostDays*24*time.Hour {
		return fault.New(fault.RANGE_TOO_LARGE, "at most %d days without a subject", mostDays).With("days", mostDays)
	}
	return nil
}

// Filters are what a list is narrowed by, by name. The cursor and the audit log have them. Empty ones are none.
type Filters map[string]string

// In adds a span.
func (f Filters) In(s Span) Filters {
	for name, at := range map[string]time.Time{"from": s.From, "to": s.To} {
		if !at.IsZero() {
			f[name] = at.UTC().Format(time.RFC3339Nano)
		}
	}
	return f
}

// String is the filters as a query, sorted.
func (f Filters) String() string {
	values := url.Values{}
	for name, value := range f {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values.Encode()
}

// Page is a part of a list.
type Page[T any] struct {
	Items []T       `json:"items"`
	Next  *string   `json:"next" doc:"The cursor of the next page; null at the end"`
	AsOf  wire.Time `json:"asOf"`
	From  string    `json:"from" enum:"primary,standby"`
}

// List is one list of the contract: R are its rows as they are read, K is a row's place in the order, T a row as it is shown.
type List[R, K, T any] struct {
	// Name is the call's path after /api/, like "proposal".
	Name string
	// Key is where a row stands. It marshals to JSON.
	Key func(R) K
	// Show makes the rows of a page what the contract says.
	Show func(ctx context.Context, rows []R) ([]T, error)
	// Primary: its rows have what no row of the audit log goes with, so they are not read on the standby.
	Primary bool
	// Columns are the file's. Where one of them is Named, who takes it confirms that with its key.
	Columns []Column[R]
}

// named reports whether the file has a phone, a name or an account number.
func (l *List[R, K, T]) named() bool {
	return slices.ContainsFunc(l.Columns, func(c Column[R]) bool { return c.Named })
}

// Confirmed is the route of a list whose file has a Named column: the call may be sent again with a confirmation.
func Confirmed(rt httpx.Route) httpx.Route {
	rt.CSV, rt.Confirmed = true, true
	return rt
}

// Rows are the rows that a call asks for.
type Rows[R, K any] struct {
	Filters Filters
	// Read reads rows in the list's order: what comes after a key (nil: from the beginning), at most so many. It uses an index.
	Read func(ctx context.Context, after *K, most int) ([]R, error)
	// Keep chooses among them, for filters that no index serves. Nil keeps all.
	Keep func(R) bool
	// Looks is how many rows a page looks at; 0: 10,000. Rows that cost more than one of an index have fewer.
	Looks int
}

// Read answers a list's call: with a page, or by a file.
func (l *List[R, K, T]) Read(ctx context.Context, d *Desk, q Query, rows Rows[R, K]) (*httpx.Reply[Page[T]], error) {
	if q.Format == "csv" {
		return l.file(ctx, d, q, rows)
	}
	after, err := decode[K](q.After, l.Name, rows.Filters)
	if err != nil {
		return nil, err
	}
	page := Page[T]{}
	asOf, from, err := d.read(l.Primary)(ctx, func(ctx context.Context) error {
		page.Next = nil
		found, last, more, err := rows.gather(ctx, l.Key, after, q.Limit, cmp.Or(rows.Looks, mostLooked))
		if err != nil {
			return err
		}
		if more {
			next := encode(last, l.Name, rows.Filters)
			page.Next = &next
		}
		page.Items, err = l.Show(ctx, found)
		return err
	})
	page.AsOf, page.From = wire.Time(asOf), from
	if page.Items == nil {
		page.Items = []T{}
	}
	return httpx.Answer(page, err)
}

// gather reads rows until limit of them are kept, or so many are looked at. more reports that there may be others after last.
func (r Rows[R, K]) gather(
	ctx context.Context, key func(R) K, after *K, limit, looks int,
) (kept []R, last *K, more bool, err error) {
	last = after
	for looks > 0 {
		most := min(chunk, looks)
		if r.Keep == nil {
			most = min(limit-len(kept)+1, looks)
		}
		found, err := r.Read(ctx, last, most)
		if err != nil {
			return nil, nil, false, err
		}
		for _, row := range found {
			if len(kept) == limit {
				return kept, last, true, nil
			}
			at := key(row)
			last = &at
			if r.Keep == nil || r.Keep(row) {
				kept = append(kept, row)
			}
		}
		if len(found) < most {
			return kept, last, false, nil
		}
		looks -= len(found)
	}
	return kept, last, true, nil
}
