// Package personal is the form in which each area says what it holds about a member.
//
// An area reads its own rows by queries that name the columns of an export (docs/privacy.md), and nothing else. A Source turns
// them into a Table, with the columns' own names. A sealed column is opened by its area, and named without "_sealed".
package personal

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"krapao/internal/clock"
	"krapao/money"
)

// Most is how many rows of one table an export has: the newest. A member that has more is told so (Table.Cut).
const Most = 20_000

// Table is what one table holds about a member.
type Table struct {
	// Name is the table's, as in the schema.
	Name string `json:"name"`
	// Columns are the names of the rows' values, in the order in which a person reads them.
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
	// Cut: there are older rows than these.
	Cut bool `json:"cut,omitempty"`
}

// Row is a row's values by their columns: texts, numbers, truths and times in UTC. An amount is a text, baht with two decimals.
// What there is none of is nil.
type Row map[string]any

// Source reads what one table holds about a member, by its ID.
type Source func(ctx context.Context, member string) (Table, error)

// Read reads from sources, in their order.
func Read(ctx context.Context, member string, from ...Source) ([]Table, error) {
	tables := make([]Table, len(from))
	for n, source := range from {
		var err error
		if tables[n], err = source(ctx, member); err != nil {
			return nil, fmt.Errorf("personal: %w", err)
		}
	}
	return tables, nil
}

// Rows is a table whose newest rows a query reads. T is a struct as sqlc makes it: a field per column.
func Rows[T any](name string, query func(ctx context.Context, member string, most int32) ([]T, error)) Source {
	return Opened(name, query, func(*T) error { return nil })
}

// All is a table of which a member has a few rows.
func All[T any](name string, query func(ctx context.Context, member string) ([]T, error)) Source {
	return Rows(name, func(ctx context.Context, member string, _ int32) ([]T, error) { return query(ctx, member) })
}

// One is a table of which a member has one row.
func One[T any](name string, query func(ctx context.Context, member string) (T, error)) Source {
	return All(name, func(ctx context.Context, member string) ([]T, error) {
		row, err := query(ctx, member)
		return []T{row}, err
	})
}

// Opened is Rows with a sealed column, which open replaces by what it says.
func Opened[T any](
	name string, query func(ctx context.Context, member string, most int32) ([]T, error), open func(row *T) error,
) Source {
	return func(ctx context.Context, member string) (Table, error) {
		rows, err := query(ctx, member, Most)
		for n := range rows {
			if err == nil {
				err = open(&rows[n])
			}
		}
		if err != nil {
			return Table{}, fmt.Errorf("%s: %w", name, err)
		}
		return tableOf(name, rows), nil
	}
}

func tableOf[T any](name string, rows []T) Table {
	kind := reflect.TypeFor[T]()
	table := Table{Name: name, Columns: make([]string, kind.NumField()), Rows: make([]Row, len(rows)), Cut: len(rows) == Most}
	for n := range table.Columns {
		table.Columns[n] = strings.TrimSuffix(columnOf(kind.Field(n).Name), "_sealed")
	}
	for i, row := range rows {
		table.Rows[i] = Row{}
		for n, column := range table.Columns {
			table.Rows[i][column] = valueOf(column, reflect.ValueOf(row).Field(n))
		}
	}
	return table
}

// columnOf is the name of the column of a field: BankAccountNo is bank_account_no, and ID is id.
func columnOf(field string) string {
	if field == "ID" {
		return "id"
	}
	var name strings.Builder
	for n, letter := range field {
		if unicode.IsUpper(letter) && n > 0 {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToLower(letter))
	}
	return name.String()
}

// amounts are columns of satang that sqlc knows as numbers, and moments are those of times.
var (
	amounts = []string{
		"base", "credit", "deposit", "loss", "moved", "net", "next_amount", "required", "result", "returned", "turnover", "wallet",
	}
	moments = []string{"since", "at", "until", "next_from", "break_until", "excluded_until"}
)

// valueOf is the value of a column as a row has it.
func valueOf(column string, v reflect.Value) any {
	if v.Kind() == reflect.Pointer || v.Type().PkgPath() == "database/sql" {
		if v = valid(v); !v.IsValid() {
			return nil
		}
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int64:
		return numberOf(column, v.Int())
	default:
		panic(fmt.Sprintf("personal: %s has a value of the kind %v", column, v.Kind())) // a query's own columns: a test has them all
	}
}

// valid is what a column that may be NULL holds.
func valid(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	if !v.FieldByName("Valid").Bool() {
		return reflect.Value{}
	}
	return v.Field(0)
}

func numberOf(column string, n int64) any {
	switch {
	case strings.HasSuffix(column, "_at") || slices.Contains(moments, column):
		if n == 0 {
			return nil
		}
		return clock.Micros(n).Time()
	case column == "amount" || slices.Contains(amounts, column):
		return money.Amount(n).String()
	}
	return n
}
