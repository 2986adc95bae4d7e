package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"krapao/internal/config"
	"krapao/internal/pgtool"
	"krapao/internal/store"
	"krapao/ledger"
)

type migrateCommand struct{ config.Database }

// Run migrates.
func (c migrateCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	s, err := openStore(ctx, c.Database)
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	fmt.Println("the schema is this program's")
	return nil
}

type backupCommand struct {
	config.Database
	File string `arg:"" name:"FILE" help:"The file to write; it must not exist."`
}

// Run copies the database as it is at one moment. Nodes go on working.
func (c backupCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	if _, err := os.Stat(c.File); err == nil {
		return fmt.Errorf("%s exists already; a backup overwrites nothing", c.File)
	}
	var err error
	if file, yes := where(c.Database).SQLite(); yes {
		err = copySQLite(ctx, file, c.File)
	} else {
		_, err = pgtool.Run(ctx, c.DatabaseURL, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file="+c.File)
	}
	if err != nil {
		return errors.Join(err, removed(c.File))
	}
	if err := os.Chmod(c.File, 0o600); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	fmt.Printf("%s is written. The master key is not in it: keep that elsewhere, without it sealed data stays sealed.\n", c.File)
	return nil
}

func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// there refuses a path without a database. Whoever only reads must not make one: the empty books of a mistyped directory
// are whole, and the backup of them is worth nothing.
func there(file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("there is no database in %s", filepath.Dir(file))
	}
	return nil
}

// copySQLite writes a consistent copy beside a running node, through a reader's connection.
func copySQLite(ctx context.Context, from, to string) error {
	if err := there(from); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: from}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	f, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return errors.Join(f.Sync(), f.Close())
}

type restoreCommand struct {
	config.Database
	File string `arg:"" name:"FILE" type:"existingfile" help:"A backup of the same kind of database."`
}

// Run fills an empty database. References given out from then on are of a new epoch, so that none meets one that the
// original gave out after the backup (RULES.md section 3).
func (c restoreCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	var err error
	if target, yes := where(c.Database).SQLite(); yes {
		err = c.restoreSQLite(ctx, target)
	} else {
		err = c.restorePostgres(ctx)
	}
	if err != nil {
		return err
	}
	s, err := openStore(ctx, c.Database)
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	books, err := ledger.Open(ctx, s)
	if err != nil {
		return err
	}
	if err := errors.Join(books.RenewEpoch(ctx), books.Close()); err != nil {
		return err
	}
	fmt.Println("restored; run krapao verify before you start a node")
	return nil
}

func (c restoreCommand) restoreSQLite(ctx context.Context, target string) error {
	dir := filepath.Dir(target)
	for _, name := range []string{target, target + "-wal"} {
		if _, err := os.Stat(name); err == nil {
			return fmt.Errorf("refused: %s is not empty", dir)
		}
	}
	if err := writable(dir); err != nil {
		return err
	}
	raw, err := os.ReadFile(c.File)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if !strings.HasPrefix(string(raw[:min(16, len(raw))]), "SQLite format 3") {
		return fmt.Errorf("%s is not a backup of an SQLite database", c.File)
	}
	part := target + ".part"
	if err := os.WriteFile(part, raw, 0o600); err != nil { //nolint:gosec // the operator's own data directory
		return fmt.Errorf("restore: %w", err)
	}
	if err := whole(ctx, part); err != nil {
		return errors.Join(fmt.Errorf("%s is damaged, nothing was restored: %w", c.File, err), removed(part))
	}
	if err := os.Rename(part, target); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// whole reads an SQLite file from end to end: a copy that was cut short must not take the place of a database.
func whole(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return errors.New(found)
	}
	return nil
}

func (c restoreCommand) restorePostgres(ctx context.Context) error {
	s, err := store.Open(ctx, where(c.Database))
	if err != nil {
		return err
	}
	var tables int
	err = s.DB().QueryRowContext(ctx, "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')").Scan(&tables)
	if err := errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if tables > 0 {
		return errors.New("refused: the database is not empty")
	}
	_, err = pgtool.Run(ctx, c.DatabaseURL, "pg_restore", "--dbname="+pgtool.Database, "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", c.File)
	return err
}

// reader opens the database for looking at. Where a node runs on the SQLite file, it is a copy of this moment.
func reader(ctx context.Context, db config.Database) (*store.Store, func(), error) {
	file, yes := where(db).SQLite()
	if yes {
		if err := there(file); err != nil {
			return nil, nil, err
		}
	}
	s, err := store.Open(ctx, where(db))
	if err == nil {
		return s, func() { closing("store", s.Close) }, nil
	}
	if !errors.Is(err, store.ErrSecondNode) {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "krapao-verify-*")
	if err != nil {
		return nil, nil, err
	}
	drop := func() { _ = os.RemoveAll(dir) } // a copy in the system's own temporary directory
	if err := copySQLite(ctx, file, filepath.Join(dir, store.File)); err != nil {
		drop()
		return nil, nil, err
	}
	if s, err = store.Open(ctx, store.Config{Dir: dir}); err != nil {
		drop()
		return nil, nil, err
	}
	return s, func() { closing("store", s.Close); drop() }, nil
}
