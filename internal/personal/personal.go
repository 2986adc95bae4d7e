// Package personal is the form in which each area says what it holds about a member.
//
// An area reads its own rows by queries that name the columns of an export (docs/privacy.md), and nothing else but where a row is
// in the order of its table. A Source turns them into a Table, with the columns' own names. A sealed column is opened by its
// area, and named without "_sealed".
package personal

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"krapao/internal/clock"
	"krapao/money"
)

// pageRows is how many rows are read at once.
const pageRows = 1_000

// Table is what one table holds about a member. Its rows are read a page at a time, so that a member may have any number of them.
type Table struct {
	// Name is the table's, as in the schema.
	Name string
	// Columns are the names of the rows' values, in the order in which a person reads them.
	Columns []string

	pages func(ctx context.Context, most int32, do func(Row) error) error
}

// Row is a row's values by their columns: texts, numbers, truths and times in UTC. An amount is a text, baht with two decimals.
// What there is none of is nil.
type Row map[string]any

// Each calls do with every row, newest first, and reads most of them at once; 0: as many as usual. Rows that are added meanwhile
// are not among them. It ends at the first error.
func (t Table) Each(ctx context.Context, most int, do func(Row) error) error {
	if most == 0 {
		most = pageRows
	}
	if err := t.pages(ctx, int32(most), do); err != nil {
		return fmt.Errorf("personal: %s: %w", t.Name, err)
	}
	return nil
}

// Page are the rows of a member that a query reads at once: the newest of those that come after a row in the order of the
// table. Rows are in the order of a time, and of one time in that of a key, both from the highest down; or of a number alone.
type Page struct {
	Member string
	// At and Key are those of the row that comes before the page.
	At   clock.Micros
	Key  string
	Most int32
}

// Source reads what one table holds about a member, by its ID.
type Source func(member string) Table

// Read are the tables of sources, in their order.
func Read(member string, from ...Source) []Table {
	tables := make([]Table, len(from))
	for n, source := range from {
		tables[n] = source(member)
	}
	return tables
}

// Rows is a table that a query reads by pages. T is a struct as sqlc makes it: a field per column, and beside them where the
// row is in the order of the table, as page_at and, for rows of one time, page_key.
func Rows[T any](name string, query func(ctx context.Context, p Page) ([]T, error)) Source {
	return Opened(name, query, func(*T) error { return nil })
}

// All is a table of which a member has a few rows.
func All[T any](name string, query func(ctx context.Context, member string) ([]T, error)) Source {
	return func(member string) Table {
		t := tableOf[T](name)
		t.pages = func(ctx context.Context, _ int32, do func(Row) error) error {
			rows, err := query(ctx, member)
			if err != nil {
				return err
			}
			return t.each(valuesOf(rows), do)
		}
		return t
	}
}

// One is a table of which a member has one row.
func One[T any](name string, query func(ctx context.Context, member string) (T, error)) Source {
	return All(name, func(ctx context.Context, member string) ([]T, error) {
		row, err := query(ctx, member)
		return []T{row}, err
	})
}

// Opened is Rows with a sealed column, which open replaces by what it says.
func Opened[T any](name string, query func(ctx context.Context, p Page) ([]T, error), open func(row *T) error) Source {
	return func(member string) Table {
		t := tableOf[T](name)
		t.pages = func(ctx context.Context, most int32, do func(Row) error) error {
			p := Page{Member: member, At: math.MaxInt64, Most: most}
			for {
				rows, err := query(ctx, p)
				for n := range rows {
					if err == nil {
						err = open(&rows[n])
					}
				}
				if err == nil {
					err = t.each(valuesOf(rows), do)
				}
				if err != nil || len(rows) < int(most) {
					return err
				}
				p.At, p.Key = placeOf(reflect.ValueOf(rows[len(rows)-1]))
			}
		}
		return t
	}
}

// Fields of a row that say where it is in the order of its table; they are no columns of an export.
const (
	placeAt  = "PageAt"
	placeKey = "PageKey"
)

func placeOf(row reflect.Value) (at clock.Micros, key string) {
	if v := row.FieldByName(placeKey); v.IsValid() {
		key = v.String()
	}
	return clock.Micros(row.FieldByName(placeAt).Int()), key
}

// tableOf is the table of a query's rows. What says where a row is comes after all columns in a query.
func tableOf[T any](name string) Table {
	kind := reflect.TypeFor[T]()
	table := Table{Name: name}
	for n := range kind.NumField() {
		if field := kind.Field(n).Name; field != placeAt && field != placeKey {
			table.Columns = append(table.Columns, strings.TrimSuffix(columnOf(field), "_sealed"))
		}
	}
	return table
}

// each calls do with the rows of a page.
func (t Table) each(rows []reflect.Value, do func(Row) error) error {
	for _, row := range rows {
		values := Row{}
		for n, column := range t.Columns {
			values[column] = valueOf(column, row.Field(n))
		}
		if err := do(values); err != nil {
			return err
		}
	}
	return nil
}

func valuesOf[T any](rows []T) []reflect.Value {
	values := make([]reflect.Value, len(rows))
	for n, row := range rows {
		values[n] = reflect.ValueOf(row)
	}
	return values
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
