package core

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"krapao/internal/lite"
)

// connections is how many requests may read the file concurrently.
const connections = 8

// store is the sandbox's file. Every answered call is committed in it.
type store struct {
	DB     *sql.DB
	writer sync.Mutex      // one writing transaction at a time
	queue  queue           // writes that wait for it
	wrote  []chan struct{} // wakes each worker after a write
}

// openStore opens the sandbox's file in dir, creates it if it is missing, and refuses a file that would not be durable.
func openStore(ctx context.Context, dir string) (*store, error) {
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
	db.SetMaxIdleConns(connections) // each new connection reads the schema
	if err := checkDurable(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &store{DB: db}, nil
}

// checkDurable refuses a file whose commits a crash could lose.
func checkDurable(ctx context.Context, db *sql.DB) error {
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
	return nil
}

// Column is a column that tables of an older sandbox don't have: its name and type, and an UPDATE for rows that need
// more than the default.
type Column struct{ Table, Definition, Fill string }

// commonTables are the tables that belong to no protocol.
const commonTables = `CREATE TABLE IF NOT EXISTS setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);`

// prepare adds the columns that older tables don't have, and creates missing tables.
func (s *store) prepare(ctx context.Context, columns []Column, tables string) error {
	if err := s.upgrade(ctx, columns); err != nil {
		return fmt.Errorf("sandbox: upgrade: %w", err)
	}
	if _, err := s.DB.ExecContext(ctx, commonTables+tables); err != nil {
		return fmt.Errorf("sandbox: schema: %w", err)
	}
	return nil
}

func (s *store) upgrade(ctx context.Context, missing []Column) error {
	for _, one := range missing {
		name, _, _ := strings.Cut(one.Definition, " ")
		var columns, named int
		err := s.DB.QueryRowContext(ctx,
			`SELECT count(*), count(*) FILTER (WHERE name = $2) FROM pragma_table_info($1)`, one.Table, name).
			Scan(&columns, &named)
		if err != nil {
			return err
		}
		if columns == 0 || named > 0 {
			continue // the table is new, or has the column already
		}
		if err := addColumn(ctx, s.DB, "ALTER TABLE "+one.Table+" ADD COLUMN "+one.Definition, one.Fill); err != nil {
			return err
		}
	}
	return nil
}

// addColumn adds a column and its values in one transaction: a column without values would look finished.
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

// BetweenWrites runs read while no transaction writes: everything that it reads is of one instant.
func (s *store) BetweenWrites(read func() error) error {
	s.writer.Lock()
	defer s.writer.Unlock()
	return read()
}

// wakes returns a channel that receives after a write.
func (s *store) wakes() <-chan struct{} {
	wake := make(chan struct{}, 1)
	s.wrote = append(s.wrote, wake)
	return wake
}

// Querier is what a transaction and the database have in common.
type Querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Collect reads all rows of a query with scan.
func Collect[T any](ctx context.Context, q Querier, scan func(row Row) (T, error), query string, args ...any) ([]T, error) {
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

// Row is a single row, or one of many.
type Row interface{ Scan(into ...any) error }

var (
	// ErrNotFound is returned if a requested thing does not exist.
	ErrNotFound = errors.New("no such thing")
	// ErrState is returned if a thing's state does not allow the request.
	ErrState = errors.New("the state does not allow it")
)
