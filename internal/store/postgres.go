package store

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connections is the default size of one node's pool. Beside it, the ledger has a connection for each lane, and the bus has one.
const connections = 24

func openPostgres(ctx context.Context, cfg Config) (*Store, error) {
	pc, err := ParsePostgres(cfg.URL)
	if err != nil {
		return nil, err
	}
	if cfg.Dial != nil {
		pc.DialFunc = cfg.Dial
	}
	db := stdlib.OpenDB(*pc)
	most := cmp.Or(cfg.Connections, connections)
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, notConnected(pc, err)
	}
	return &Store{engine: Postgres, url: cfg.URL, postgres: pc, clock: cfg.Clock, read: db, write: db}, nil
}

// Postgres tells how to reach the server, for who needs a connection of its own beside the pool; each call returns a copy.
func (s *Store) Postgres() *pgx.ConnConfig { return s.postgres.Copy() }
