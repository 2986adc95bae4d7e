package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"krapao/internal/lite"
	"krapao/internal/store/filelock"
)

// File is the SQLite file's name in the data directory.
const File = "krapao.db"

// ErrSecondNode is returned when another process has the SQLite file open: SQLite has one writer, and two nodes would
// starve each other (research/reliability.md section 2.3).
var ErrSecondNode = errors.New("another krapao process uses this data directory; a second node needs PostgreSQL")

// SQLite returns the SQLite file that the configuration means; false if it means another engine.
func (c Config) SQLite() (path string, yes bool) {
	path, yes = strings.CutPrefix(c.URL, "sqlite:")
	if path == "" {
		path = filepath.Join(c.Dir, File)
	}
	return path, yes || c.URL == ""
}

func openSQLite(ctx context.Context, cfg Config, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("store: the data directory cannot be made: %w", err)
	}
	lock, err := filelock.Take(path + ".lock")
	if errors.Is(err, filelock.ErrHeld) {
		return nil, ErrSecondNode
	}
	if err != nil {
		return nil, fmt.Errorf("store: the data directory cannot be written: %w", err)
	}
	if err := private(path); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	s := &Store{engine: SQLite, url: "sqlite:" + path, clock: cfg.shared(), activity: newActivity(), lock: lock, memory: newMemory()}
	if err := s.connectSQLite(ctx, path, cmp.Or(cfg.Connections, 4*runtime.GOMAXPROCS(0))); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return s, nil
}

// private creates a missing file, and lets only its owner read it and its log: phones, names and password hashes are in it in
// plain form. SQLite gives the files that it creates beside a file the mode of that file.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("store: the database file %s cannot be opened: %w", path, withoutPath(err))
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err == nil {
			err = os.Chmod(name, 0o600)
		}
		if err != nil {
			return fmt.Errorf("store: %s is not its owner's alone, and cannot be made so: %w", name, withoutPath(err))
		}
	}
	return nil
}

// withoutPath is the system's own error; the message names the file already.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

func (s *Store) connectSQLite(ctx context.Context, path string, readers int) (err error) {
	settings := fmt.Sprintf("&_pragma=cache_size(-262144)&_pragma=wal_autocheckpoint(%d)", autoCheckpoint)
	if s.write, err = lite.OpenWatched(sqliteDSN(path, "immediate", settings), &s.statements, s.memory.watch()); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.write.SetMaxOpenConns(1)
	if err := s.write.PingContext(ctx); err != nil {
		_ = s.write.Close()
		return fmt.Errorf("store: the database file %s cannot be opened: %w", path, err)
	}
	if s.read.members, err = s.openReaders(path, readers); err != nil {
		return errors.Join(err, s.write.Close())
	}
	if s.read.tasks, err = s.openReaders(path, shareOfTasks(readers)); err != nil {
		return errors.Join(err, s.read.members.Close(), s.write.Close())
	}
	if s.read.brief, err = s.openReaders(path, briefReaders()); err != nil {
		return errors.Join(err, s.read.members.Close(), s.read.tasks.Close(), s.write.Close())
	}
	if err := s.startCopier(path, copyAt, renewAt); err != nil {
		return errors.Join(err, s.read.close(), s.write.Close())
	}
	return nil
}

// briefReaders is how many connections brief reads have. Each keeps a processor busy, and is free again at once.
func briefReaders() int { return 2 * runtime.GOMAXPROCS(0) }

func (s *Store) openReaders(path string, most int) (*sql.DB, error) {
	db, err := lite.OpenCounted(sqliteDSN(path, "deferred", "&_pragma=cache_size(-16384)&_pragma=query_only(1)"), &s.statements)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db, nil
}

// sqliteDSN sets the busy timeout first, because switching to WAL may have to wait. FULL costs nothing once commits are
// batched, and NORMAL loses acknowledged money in a power cut (research/reliability.md section 0).
func sqliteDSN(path, txlock, more string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?_txlock=" + txlock +
		"&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" +
		"&_pragma=temp_store(MEMORY)" + more
}
