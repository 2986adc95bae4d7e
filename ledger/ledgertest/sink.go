package ledgertest

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"krapao/internal/store"
)

// Put adds rows to a table; each has the values of the fields.
type Put func(table string, fields []string, rows [][]any) error

// Sink is the quickest way into a store that nobody else uses: COPY, or inserts of many rows with the waiting for the disk off.
type Sink struct {
	// Packed are the tables whose indexes PostgreSQL builds after the rows: quick, and the pages are full. Their rows are written
	// once, to no log, where the server's wal_level is minimal. SQLite keeps its indexes.
	Packed []string
	// Tell is told what is being done, in a few words; nil: nobody is.
	Tell func(what string)
}

// Fill adds the rows that fill puts.
func (k Sink) Fill(ctx context.Context, s *store.Store, fill func(Put) error) error {
	if s.Engine() == store.Postgres {
		return k.postgres(ctx, s, fill)
	}
	return k.sqlite(ctx, s, fill)
}

func (k Sink) tell(what string) {
	if k.Tell != nil {
		k.Tell(what)
	}
}

// sqlite fills tables of SQLite.
func (k Sink) sqlite(ctx context.Context, s *store.Store, fill func(Put) error) (err error) {
	db, err := sql.Open("sqlite",
		"file:"+s.URL()[len("sqlite:"):]+"?_pragma=busy_timeout(60000)&_pragma=synchronous(OFF)&_pragma=cache_size(-262144)"+
			"&_pragma=wal_autocheckpoint(100000)") // 400 MB: the pages of indexes that many rows touch are copied once
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if err := fill(func(table string, fields []string, rows [][]any) error {
		return insert(ctx, db, table, fields, rows)
	}); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

func insert(ctx context.Context, db *sql.DB, table string, fields []string, rows [][]any) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	const most = 100
	one := "(" + strings.TrimSuffix(strings.Repeat("?,", len(fields)), ",") + ")"
	text := func(n int) string {
		values := strings.TrimSuffix(strings.Repeat(one+",", n), ",")
		return "INSERT INTO " + table + " (" + strings.Join(fields, ",") + ") VALUES " + values
	}
	many, err := tx.PrepareContext(ctx, text(most))
	if err != nil {
		return err
	}
	defer func() { _ = many.Close() }()
	for len(rows) > 0 {
		n := min(most, len(rows))
		var args []any
		for _, r := range rows[:n] {
			args = append(args, r...)
		}
		rows = rows[n:]
		if n == most {
			_, err = many.ExecContext(ctx, args...)
		} else {
			_, err = tx.ExecContext(ctx, text(n), args...)
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}
