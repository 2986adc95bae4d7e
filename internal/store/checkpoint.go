package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SQLite writes each commit to its log first, and copies the log's pages into the file at a checkpoint. By itself it does
// so within a commit, which then takes a hundred times as long. Here a connection of its own copies beside the commits.
// A log begins anew only when all of it is copied, which never happens while others write: so once it is long, what came
// meanwhile is copied while nobody writes.
const (
	// checkpointEvery is how often the log is looked at while somebody writes. An idle house has nothing to look at.
	checkpointEvery = 50 * time.Millisecond
	// copyAt is how many pages wait in the log before they are copied: 40 MB, among which many are the same page again.
	copyAt = 10_000
	// renewAt is how many pages the log has when it is to begin anew: 160 MB.
	renewAt = 40_000
	// autoCheckpoint is the log of a copier that fell behind, 400 MB: then a commit copies it after all.
	autoCheckpoint = 100_000
)

// copier copies the log's pages into the file.
type copier struct {
	db              *sql.DB
	copyAt, renewAt int
	// written has a token when the log may be longer than at the last look.
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
			// What fails here is tried again after the next commit, and a disk that fails is told by it.
			_ = s.copyLog(ctx)
		}
	}
}

// wrote tells the copier that there may be something to copy.
func (s *Store) wrote() {
	if s.copier == nil {
		return
	}
	select {
	case s.copier.written <- struct{}{}:
	default:
	}
}

// copyLog copies what waits in the log, if it is enough to be worth it.
func (s *Store) copyLog(ctx context.Context) error {
	logged, copied, err := s.copier.checkpoint(ctx, "NOOP")
	if err != nil || logged-copied < s.copier.copyAt {
		return err
	}
	// PASSIVE waits for nobody. What a reader still needs stays in the log until the next time.
	if logged, _, err = s.copier.checkpoint(ctx, "PASSIVE"); err != nil || logged < s.copier.renewAt {
		return err
	}
	release, err := s.takeTurn(ctx)
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
	return c.db.Close() //nolint:wrapcheck // joined with what closing the others said
}
