package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SQLite writes each commit to its log first, and copies the log's pages into the file at a checkpoint. By itself it does
// that inside a commit, which then takes a hundred times as long. A connection of its own copies most of them beside the
// commits; what little is left when the log has grown to autoCheckpoint pages a commit copies, and the log begins anew.
const (
	// autoCheckpoint is 16 MB of pages.
	autoCheckpoint = 8000
	// checkpointEvery is how often the pages of the log are copied.
	checkpointEvery = 100 * time.Millisecond
)

// startCheckpoints copies the log's pages until the store closes.
func (s *Store) startCheckpoints(path string) error {
	db, err := sql.Open("sqlite", sqliteDSN(path, "deferred", "&_pragma=wal_autocheckpoint(0)"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	db.SetMaxOpenConns(1)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.stopCheckpoints = func() error {
		stop()
		<-done
		return db.Close()
	}
	go func() {
		defer close(done)
		tick := time.NewTicker(checkpointEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				// PASSIVE waits for nobody; what it can't copy now it copies the next time.
				_, _ = db.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
			}
		}
	}()
	return nil
}
