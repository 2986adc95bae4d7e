package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"krapao/internal/config"
	"krapao/internal/pgtool"
	"krapao/internal/store"
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
	newer, err := newerSchema(ctx, s)
	if err != nil {
		return err
	}
	if newer != "" {
		fmt.Println(newer + "; nothing of it was changed")
		return nil
	}
	there, _, err := s.SchemaVersions(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("the schema is this program's, version %d\n", there)
	return nil
}

type backupCommand struct {
	config.Database
	config.Blobs
	File string `arg:"" name:"FILE" help:"The file to write; it must not exist."`
}

// Run copies the database as it is at one moment. Nodes may run meanwhile.
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
	if c.BlobDir != "" || c.BlobURL != "" {
		fmt.Println("Uploaded files outside the database are not in it: copy their folder or bucket now, within a day.")
	}
	return nil
}

func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// there refuses a path without a database. A command that only reads must not make one: in a mistyped directory it would
// find empty books without a fault, or back up nothing.
func there(file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("there is no database in %s", filepath.Dir(file))
	}
	return nil
}

// copySQLite writes a consistent copy through a reader's connection. A node may run meanwhile.
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

// reader opens the database to read it. Where a node runs on the SQLite file, it opens a copy.
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
	drop := func() { _ = os.RemoveAll(dir) } // the copy is in the system's temporary directory
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
