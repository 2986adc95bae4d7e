package personal_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/personal"
	"krapao/money"
)

// row is one as sqlc makes it, with every kind of column that there is.
type row struct {
	ID            string
	Amount        money.Amount
	Turnover      int64
	Count         int64
	Active        bool
	CreatedAt     clock.Micros
	EndedAt       int64
	Wallet        sql.NullInt64
	SettledAt     sql.NullInt64
	AccountSealed string
	PageAt        clock.Micros
	PageKey       string
}

// TestRowsHaveTheirColumnsNamesAndReadableValues: times, amounts and what there is none of, and a sealed column opened.
func TestRowsHaveTheirColumnsNamesAndReadableValues(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	query := func(_ context.Context, p personal.Page) ([]row, error) {
		if p.At != math.MaxInt64 {
			return nil, nil
		}
		full := row{
			p.Member, 1250, 5, 5, true, clock.MicrosOf(at), int64(clock.MicrosOf(at)),
			sql.NullInt64{Int64: 100, Valid: true},
			sql.NullInt64{Int64: int64(clock.MicrosOf(at)), Valid: true},
			"sealed", clock.MicrosOf(at), "x",
		}
		return []row{full, {PageAt: 1}}, nil
	}
	table := personal.Read("M", personal.Opened("thing", query, func(r *row) error {
		r.AccountSealed = "opened " + r.AccountSealed
		return nil
	}))[0]
	columns := []string{
		"id", "amount", "turnover", "count", "active", "created_at", "ended_at", "wallet", "settled_at", "account",
	}
	if table.Name != "thing" || !slices.Equal(table.Columns, columns) {
		t.Errorf("columns of %s: %v", table.Name, table.Columns)
	}
	want := []personal.Row{
		{
			"id": "M", "amount": "12.50", "turnover": "0.05", "count": int64(5), "active": true, "created_at": at, "ended_at": at,
			"wallet": "1.00", "settled_at": at, "account": "opened sealed",
		},
		{
			"id": "", "amount": "0.00", "turnover": "0.00", "count": int64(0), "active": false, "created_at": nil, "ended_at": nil,
			"wallet": nil, "settled_at": nil, "account": "opened ",
		},
	}
	got := rowsOf(t, table, 2)
	if len(got) != len(want) {
		t.Fatalf("%d rows", len(got))
	}
	for n, row := range got {
		if !maps.EqualFunc(row, want[n], reflect.DeepEqual) {
			t.Errorf("row %d: %v", n, row)
		}
	}
}

func rowsOf(t *testing.T, table personal.Table, most int) (rows []personal.Row) {
	t.Helper()
	if err := table.Each(t.Context(), most, func(row personal.Row) error {
		rows = append(rows, row)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRowsAreReadByPages: a page begins after the last row of the one before, by its time and its key, and ends where there are
// no more. What fails names its table.
func TestRowsAreReadByPages(t *testing.T) {
	t.Parallel()
	var began []string
	query := func(_ context.Context, p personal.Page) (rows []row, err error) {
		began = append(began, fmt.Sprint(p.At, p.Key))
		for _, r := range []row{{PageAt: 9, PageKey: "b"}, {PageAt: 9, PageKey: "a"}, {PageAt: 4, PageKey: "z"}} {
			if after := r.PageAt < p.At || r.PageAt == p.At && r.PageKey < p.Key; after && len(rows) < int(p.Most) {
				r.ID = r.PageKey
				rows = append(rows, r)
			}
		}
		return rows, nil
	}
	for most, want := range map[int][]string{1: {"9b", "9a", "4z"}, 2: {"9a"}, 3: {"4z"}, 0: {}} {
		began = nil
		rows := rowsOf(t, personal.Rows("thing", query)("M"), most)
		if len(rows) != 3 || rows[0]["id"] != "b" || rows[1]["id"] != "a" || rows[2]["id"] != "z" {
			t.Errorf("by %d: %v", most, rows)
		}
		if !slices.Equal(began[1:], want) {
			t.Errorf("by %d: pages began after %v", most, began)
		}
	}
	down := errors.New("down")
	broken := personal.All("broken", func(context.Context, string) ([]row, error) { return nil, down })("M")
	if err := broken.Each(t.Context(), 0, nil); !errors.Is(err, down) || !strings.Contains(err.Error(), "broken") {
		t.Errorf("what fails is told as %v", err)
	}
	full := errors.New("full")
	err := personal.Rows("thing", query)("M").Each(t.Context(), 1, func(personal.Row) error { return full })
	if !errors.Is(err, full) {
		t.Errorf("who takes no more is told %v", err)
	}
}
