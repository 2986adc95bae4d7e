package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SQLite writes each commit to its log first, and copies the log's pages into the file at a checkpoint. By default it does so
// within a commit, which then takes a hundred times as long. Here a separate connection copies beside the commits. A log starts
// again only when all of it is copied, which never happens while others write. So once it is long, the rest is copied while
// nobody writes.
const (
	// checkpointEvery is how often the log is checked while there are writes. Without writes it is not checked.
	checkpointEvery = 50 * time.Millisecond
	// copyAt is how many pages wait in the log before they are copied: 40 MB, many of which are the same page again.
	copyAt = 10_000
	// renewAt is how many pages the log has when it should start again: 160 MB.
	renewAt = 40_000
	// autoCheckpoint is the length of the log, 400 MB, at which a commit copies it after all because the copier fell behind.
	autoCheckpoint = 100_000
)

// copier copies the log's pages into the file.
type copier struct {
	db              *sql.DB
	copyAt, renewAt int
	// written has a token when the log may be longer than at the last check.
	written chan struct{}
	stop    func()
	done    chan struct{}
}

func (s *Store) startCopier(path string, copyAt, renewAt int) error {
	db, err := sql.Open("sqlite", sqliteDSN(path, "deferred", "&_pragma=wal_autocheckpoint(0)"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	db.SetMaxOpenConns(1)
	ctx, stop := context.WithCancel(context.Background())
	s.copier = &copier{
		db: db, copyAt: copyAt, renewAt: renewAt, written: make(chan struct{}, 1), stop: stop, done: make(chan struct{}),
	}
	go s.keepCopying(ctx)
	return nil
}

func (s *Store) keepCopying(ctx context.Context) {
	defer close(s.copier.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.copier.written:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkpointEvery):
			// A failure is tried again after the next commit, which itself reports a failing disk.
			_ = s.copyLog(ctx)
		}
	}
}

// wrote wakes the copier, because there may be something to copy.
func (s *Store) wrote() {
	if s.copier == nil {
		return
	}
	select {
	case s.copier.written <- struct{}{}:
	default:
	}
}

// copyLog copies the waiting pages of the log, if they are enough.
func (s *Store) copyLog(ctx context.Context) error {
	logged, copied, err := s.copier.checkpoint(ctx, "NOOP")
	if err != nil || logged-copied < s.copier.copyAt {
		return err
	}
	// PASSIVE waits for nobody. Pages that a reader still needs stay in the log until the next time.
	if logged, _, err = s.copier.checkpoint(ctx, "PASSIVE"); err != nil || logged < s.copier.renewAt {
		return err
	}
	release, err := s.alone(ctx)
	if err != nil {
		return err
	}
	defer release()
	_, _, err = s.copier.checkpoint(ctx, "PASSIVE")
	return err
}

// checkpoint returns how many pages the log has and how many of them are in the file.
func (c *copier) checkpoint(ctx context.Context, mode string) (logged, copied int, err error) {
	var busy bool
	if err := c.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &logged, &copied); err != nil {
		return 0, 0, fmt.Errorf("store: checkpoint: %w", err)
	}
	return logged, copied, nil
}

func (c *copier) close() error {
	if c == nil {
		return nil
	}
	c.stop()
	<-c.done
	return c.db.Close() //nolint:wrapcheck // joined with the errors of closing the others
}
