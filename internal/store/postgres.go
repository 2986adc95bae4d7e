package store

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connections is the default size of the members' pool of one node. Beside it, tasks have a third of it, the ledger has a
// connection for each lane, and the bus has one.
const connections = 24

func openPostgres(ctx context.Context, cfg Config) (*Store, error) {
	pc, err := ParsePostgres(cfg.URL)
	if err != nil {
		return nil, err
	}
	if cfg.Dial != nil {
		pc.DialFunc = cfg.Dial
	}
	s := &Store{engine: Postgres, url: cfg.URL, postgres: pc, clock: cfg.shared()}
	pc.Tracer = roundTrips{&s.statements} // Postgres copies it for connections beside the pools
	most := cmp.Or(cfg.Connections, connections)
	db := DB{members: pool(pc, most), tasks: pool(pc, shareOfTasks(most))}
	if err := db.PingContext(ctx); err != nil {
		_ = db.close()
		return nil, notConnected(pc, err)
	}
	s.read = db
	return s, nil
}

func pool(pc *pgx.ConnConfig, most int) *sql.DB {
	db := stdlib.OpenDB(*pc)
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// Postgres returns how to reach the server, for a caller that needs a connection of its own beside the pool. Each call returns
// a copy.
func (s *Store) Postgres() *pgx.ConnConfig { return s.postgres.Copy() }
