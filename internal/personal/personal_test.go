package personal_test

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"reflect"
	"slices"
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
}

// TestRowsHaveTheirColumnsNamesAndReadableValues: times, amounts and what there is none of, and a sealed column opened.
func TestRowsHaveTheirColumnsNamesAndReadableValues(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	query := func(_ context.Context, member string, most int32) ([]row, error) {
		if most != personal.Most {
			t.Errorf("at most %d rows", most)
		}
		full := row{
			member, 1250, 5, 5, true, clock.MicrosOf(at), int64(clock.MicrosOf(at)),
			sql.NullInt64{Int64: 100, Valid: true},
			sql.NullInt64{Int64: int64(clock.MicrosOf(at)), Valid: true},
			"sealed",
		}
		return []row{full, {}}, nil
	}
	tables, err := personal.Read(t.Context(), "M", personal.Opened("thing", query, func(r *row) error {
		r.AccountSealed = "opened " + r.AccountSealed
		return nil
	}))
	if err != nil || len(tables) != 1 || tables[0].Name != "thing" || tables[0].Cut {
		t.Fatalf("%+v, %v", tables, err)
	}
	columns := []string{
		"id", "amount", "turnover", "count", "active", "created_at", "ended_at", "wallet", "settled_at", "account",
	}
	if !slices.Equal(tables[0].Columns, columns) {
		t.Errorf("columns: %v", tables[0].Columns)
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
	for n, row := range tables[0].Rows {
		if !maps.EqualFunc(row, want[n], reflect.DeepEqual) {
			t.Errorf("row %d: %v", n, row)
		}
	}
}

// TestWhatIsLeftOutIsSaid: a member that has more rows than an export takes is told so; what fails names its table.
func TestWhatIsLeftOutIsSaid(t *testing.T) {
	t.Parallel()
	many := personal.Rows("many", func(_ context.Context, _ string, most int32) ([]row, error) { return make([]row, most), nil })
	one := personal.One("one", func(context.Context, string) (row, error) { return row{ID: "x"}, nil })
	tables, err := personal.Read(t.Context(), "M", many, one)
	if err != nil || !tables[0].Cut || tables[1].Cut || len(tables[1].Rows) != 1 {
		t.Errorf("%d tables, %v", len(tables), err)
	}
	down := errors.New("down")
	broken := personal.All("broken", func(context.Context, string) ([]row, error) { return nil, down })
	if _, err := personal.Read(t.Context(), "M", one, broken); !errors.Is(err, down) {
		t.Errorf("what fails is exported: %v", err)
	}
}
