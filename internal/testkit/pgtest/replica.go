package pgtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Replica makes a hot standby of the server by a base backup, and starts it. It streams, and its files are deleted with the
// server's.
func (s *Server) Replica(ctx context.Context) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(s.Dir, "standby-")
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	account, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	copied := command(account, filepath.Join(bin, "pg_basebackup"), "--dbname="+s.URL, "--pgdata="+data,
		"--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync")
	if out, err := copied.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	return run(ctx, bin, dir, data, account, nil)
}

// Follows waits until a standby has replayed all that is committed on its primary now.
func (s *Server) Follows(ctx context.Context, primary *Server) error {
	var all string
	if err := primary.Ask(ctx, "SELECT pg_current_wal_insert_lsn()::text", &all); err != nil {
		return err
	}
	for {
		var there bool
		if err := s.Ask(ctx, "SELECT pg_last_wal_replay_lsn() >= '"+all+"'::pg_lsn", &there); err != nil || there {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the standby does not follow: %w", ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Ask reads one row from the server's maintenance database, or gives it a command that has one.
func (s *Server) Ask(ctx context.Context, query string, into ...any) error {
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	return conn.QueryRow(ctx, query).Scan(into...)
}
