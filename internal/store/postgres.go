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

// onePlan has each of the members' connections plan a statement once, for arguments that it does not know. Otherwise the server
// plans those of the ledger anew each time, since a plan for two known numbers of accounts looks better than one for any array.
// Planning them took longer than running them.
//
// Tasks and the house's own people read spans: what came since, a month, a page. The server takes a span that it does not know
// for a large part of the table. In a house with 50 million transfers it then read all of them for those of a minute. So their
// connections plan for what is asked.
const onePlan = "force_generic_plan"

// small is how statements run: each reads a page or less, and there are many at once. In a large house the server takes them for
// large ones. It compiles them and starts processes for them, each time: a list of 50 of 50 million transfers took 300 ms for 3.
var small = map[string]string{"jit": "off", "max_parallel_workers_per_gather": "0"}

// plan sets settings of a connection that the address does not set.
func plan(pc *pgx.ConnConfig, settings map[string]string) {
	for name, value := range settings {
		if pc.RuntimeParams[name] == "" {
			pc.RuntimeParams[name] = value
		}
	}
}

func openPostgres(ctx context.Context, cfg Config) (*Store, error) {
	pc, err := ParsePostgres(cfg.URL)
	if err != nil {
		return nil, err
	}
	if cfg.Dial != nil {
		pc.DialFunc = cfg.Dial
	}
	s := &Store{engine: Postgres, url: cfg.URL, postgres: pc, clock: cfg.shared(), activity: newActivity()}
	plan(pc, small)
	spans := pc.Copy()
	plan(pc, map[string]string{"plan_cache_mode": onePlan})
	pc.Tracer = roundTrips{&s.statements, cfg.Trace} // Postgres copies it for connections beside the pools
	spans.Tracer = pc.Tracer
	most := cmp.Or(cfg.Connections, connections)
	few := shareOfTasks(most)
	s.read = DB{members: pool(pc, most), tasks: pool(spans, few), house: pool(spans, few)}
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
