package pg

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
)

// rows reads the last result of a batch for database/sql.
type rows struct {
	results pgx.BatchResults
	pgx.Rows
	// ahead reports whether the first row was already asked for: only then the columns are known. more is whether it is there.
	ahead, more bool
}

func newRows(results pgx.BatchResults, found pgx.Rows) (*rows, error) {
	r := &rows{results: results, Rows: found, ahead: true}
	r.more = found.Next()
	if err := found.Err(); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Columns returns the names of the columns.
func (r *rows) Columns() []string {
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for n, f := range fields {
		names[n] = f.Name
	}
	return names
}

// Close ends the query.
func (r *rows) Close() error {
	r.Rows.Close()
	return r.results.Close()
}

// Next reads a row.
func (r *rows) Next(dest []driver.Value) error {
	if r.ahead {
		r.ahead = false
	} else {
		r.more = r.Rows.Next()
	}
	if !r.more {
		if err := r.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	found, err := r.Values()
	if err != nil {
		return err
	}
	for n, v := range found {
		if dest[n], err = value(v); err != nil {
			return fmt.Errorf("column %s: %w", r.FieldDescriptions()[n].Name, err)
		}
	}
	return nil
}

// value is a value of pgx as one of those that database/sql knows.
func value(v any) (driver.Value, error) {
	switch v := v.(type) {
	case int16:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case uint32:
		return int64(v), nil
	case float32:
		return float64(v), nil
	case driver.Valuer:
		return v.Value()
	}
	if driver.IsValue(v) {
		return v, nil
	}
	return nil, fmt.Errorf("pg: %T is no value for database/sql", v)
}
