package ledgertest

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
)

type putter func(table string, fields []string, rows [][]any) error

// sink is the quickest way into a store: COPY, or inserts of many rows with the waiting for the disk off.
func sink(ctx context.Context, s *store.Store) (putter, func() error, error) {
	if s.Engine() == store.Postgres {
		conn, err := pgx.Connect(ctx, s.URL())
		if err != nil {
			return nil, nil, err
		}
		if _, err := conn.Exec(ctx, "SET synchronous_commit = off"); err != nil { // the checkpoint at the end makes all of it durable
			return nil, nil, errors.Join(err, conn.Close(ctx))
		}
		put := func(table string, fields []string, rows [][]any) error {
			_, err := conn.CopyFrom(ctx, pgx.Identifier{table}, fields, pgx.CopyFromRows(rows))
			return err
		}
		return put, func() error {
			defer func() { _ = conn.Close(ctx) }()
			for _, text := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
				if _, err := conn.Exec(ctx, text); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
	db, err := sql.Open("sqlite",
		"file:"+s.URL()[len("sqlite:"):]+"?_pragma=busy_timeout(60000)&_pragma=synchronous(OFF)&_pragma=cache_size(-262144)"+
			"&_pragma=wal_autocheckpoint(100000)") // 400 MB: the pages of indexes that many rows touch are copied once
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	put := func(table string, fields []string, rows [][]any) error { return insert(ctx, db, table, fields, rows) }
	return put, func() error {
		_, err := db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		_ = db.Close()
		return err
	}, nil
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
