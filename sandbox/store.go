package sandbox

import (
	"context"
	"database/sql"
	_ "embed" // schema.sql
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"krapao/internal/lite"
)

// connections is how many requests may look into the file at once.
const connections = 8

//go:embed schema.sql
var schema string

// openStore opens the sandbox's file in dir, makes it where it is missing, and refuses a file that would not be durable.
func openStore(ctx context.Context, dir string) (*sql.DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("sandbox: data directory: %w", err)
	}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
	}}
	db, err := lite.Open("file:" + (&url.URL{Path: filepath.Join(dir, "sandbox.db")}).EscapedPath() + "?" + query.Encode())
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections) // each reads the schema when it is opened
	if err := prepareStore(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func prepareStore(ctx context.Context, db *sql.DB) error {
	var mode string
	var synchronous int
	if err := db.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil {
		return fmt.Errorf("sandbox: open store: %w", err)
	}
	if err := db.QueryRowContext(ctx, `PRAGMA synchronous`).Scan(&synchronous); err != nil {
		return fmt.Errorf("sandbox: open store: %w", err)
	}
	const full = 2
	if mode != "wal" || synchronous != full {
		return fmt.Errorf("sandbox: store is not durable (journal %s, synchronous %d)", mode, synchronous)
	}
	if err := upgradeStore(ctx, db); err != nil {
		return fmt.Errorf("sandbox: upgrade: %w", err)
	}
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return fmt.Errorf("sandbox: schema: %w", err)
	}
	return nil
}

// upgrades add the columns that tables of an older sandbox lack. Where a row needs more than the default, fill gives it.
var upgrades = []struct{ table, column, fill string }{
	{"game_account", "outstanding BIGINT NOT NULL DEFAULT 0", ""},
	{"game_round", "state TEXT NOT NULL DEFAULT 'settled'", ""},
	{"game_round", "changed_at BIGINT NOT NULL DEFAULT 0", "UPDATE game_round SET changed_at = played_at"},
	{"game_round", "version BIGINT NOT NULL DEFAULT 0", "UPDATE game_round SET version = id"},
	{"game_round", "marked BIGINT NOT NULL DEFAULT 0", ""},
	{"game_round", "due_at BIGINT NOT NULL DEFAULT 0", ""},
}

func upgradeStore(ctx context.Context, db *sql.DB) error {
	for _, one := range upgrades {
		name, _, _ := strings.Cut(one.column, " ")
		var columns, named int
		err := db.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE name = $2) FROM pragma_table_info($1)`, one.table, name).
			Scan(&columns, &named)
		if err != nil {
			return err
		}
		if columns == 0 || named > 0 {
			continue // the table is new, or the column is there
		}
		if err := addColumn(ctx, db, "ALTER TABLE "+one.table+" ADD COLUMN "+one.column, one.fill); err != nil {
			return err
		}
	}
	return nil
}

// addColumn adds a column with its values in one transaction: one without them would be taken for done.
func addColumn(ctx context.Context, db *sql.DB, alter, fill string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if _, err := tx.ExecContext(ctx, alter); err != nil {
		return err
	}
	if fill != "" {
		if _, err := tx.ExecContext(ctx, fill); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// write runs body in a transaction that is committed, durably, before write returns nil. One writer runs at a time, and
// one whose client went away still finishes: an effect is whole or not at all.
func (s *Server) write(ctx context.Context, body func(ctx context.Context, tx *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	s.writer.Lock()
	defer s.writer.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := body(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	for _, wrote := range s.wrote {
		select {
		case wrote <- struct{}{}:
		default:
		}
	}
	return nil
}

// querier is what both a transaction and the database can do.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// collect reads all rows of a query with scan.
func collect[T any](ctx context.Context, q querier, scan func(row scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	list := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// scanner is a row, alone or among others.
type scanner interface{ Scan(into ...any) error }

// micros is how the store keeps an instant.
func micros(at time.Time) int64 { return at.UnixMicro() }

// instant is the instant that the store kept.
func instant(micros int64) time.Time { return time.UnixMicro(micros).UTC() }
