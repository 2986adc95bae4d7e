package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/pg"
)

// connections is the default size of the members' pool of one node. Beside it, tasks have a third of it, the ledger has a
// connection for each lane, looks have one, and the bus has one.
const connections = 24

func openPostgres(ctx context.Context, cfg Config) (*Store, error) {
	pc, err := ParsePostgres(cfg.URL)
	if err != nil {
		return nil, err
	}
	if cfg.Dial != nil {
		pc.DialFunc = cfg.Dial
	}
	s := &Store{engine: Postgres, url: cfg.URL, postgres: pc, clock: cfg.shared(), activity: newActivity()}
	pg.ShortStatements(pc)
	ranges := pc.Copy()
	pg.PlanOnce(pc)
	pc.Tracer = roundTrips{&s.statements, cfg.Trace} // Postgres copies it for connections beside the pools
	ranges.Tracer = pc.Tracer
	most := cmp.Or(cfg.Connections, connections)
	few := shareOfTasks(most)
	// Tasks and operators read ranges, and their connections plan for the arguments.
	s.read = DB{members: pool(pc, most), tasks: pool(ranges, few), house: pool(ranges, few)}
	s.looks, s.joints = newLooks(pc), newJoints(s)
	if err := s.read.PingContext(ctx); err != nil {
		_ = s.Close()
		return nil, notConnected(pc, err)
	}
	if cfg.Standby != "" {
		if err := s.openStandby(ctx, cfg.Standby, most); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// pool returns a pool of so many connections.
func pool(pc *pgx.ConnConfig, most int) *sql.DB {
	db := pg.Open(pc)
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// Postgres returns how to reach the server, for a caller that needs a connection of its own beside the pool. Each call returns
// a copy.
func (s *Store) Postgres() *pgx.ConnConfig { return s.postgres.Copy() }
