package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// DB reads outside a transaction: generated queries run on it. On SQLite it refuses to write. Members, tasks and the house's own
// people have separate connections, so that blocked tasks and long lists keep no member waiting.
type DB struct {
	members, tasks *sql.DB
	// house is for operators. Nil on SQLite: they share the members'.
	house *sql.DB
	// brief is for reads of a few pages. Nil on PostgreSQL.
	brief *sql.DB
	// isBrief: they are what this is for.
	isBrief bool
}

// task is the key of a task's contexts.
type task struct{}

// Task marks the context of work that this node does by itself: its queries use the tasks' connections.
func Task(ctx context.Context) context.Context { return context.WithValue(ctx, task{}, true) }

func isTask(ctx context.Context) bool { return ctx.Value(task{}) != nil }

// house is the key of contexts of the house's own people.
type house struct{}

// House marks the context of an operator's call: its queries use the house's connections.
func House(ctx context.Context) context.Context { return context.WithValue(ctx, house{}, true) }

func isHouse(ctx context.Context) bool { return ctx.Value(house{}) != nil }

// longestTask bounds a task's transaction that has no deadline of its own, so that its connection is free again even if commits
// hang.
const longestTask = 30 * time.Second

func taskTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ends := ctx.Deadline(); ends || !isTask(ctx) {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, longestTask)
}

// runner runs queries: a connection, a transaction, a pool.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// source is where a query outside a transaction runs: a pool, or the standby's connection.
type source interface {
	runner
	PingContext(ctx context.Context) error
}

func (d DB) of(ctx context.Context) source {
	if d.isBrief {
		return d.brief
	}
	if there := connOf(ctx); there != nil {
		return there
	}
	return d.pool(ctx)
}

// pool returns the connections to the primary.
func (d DB) pool(ctx context.Context) *sql.DB {
	switch {
	case isTask(ctx):
		return d.tasks
	case d.house != nil && isHouse(ctx):
		return d.house
	}
	return d.members
}

// during is the context of one query. A brief one is over before anybody could interrupt it. Nothing is begun for a caller that
// has left.
func (d DB) during(ctx context.Context) context.Context {
	if !d.isBrief || ctx.Err() != nil {
		return ctx
	}
	return context.Background()
}

// ExecContext runs a statement.
func (d DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return d.of(ctx).ExecContext(ctx, query, args...)
}

// QueryContext runs a query.
func (d DB) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return d.of(ctx).QueryContext(d.during(ctx), query, args...)
}

// QueryRowContext runs a query of one row.
func (d DB) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return d.of(ctx).QueryRowContext(d.during(ctx), query, args...)
}

// PrepareContext prepares a statement on the connections of members or of tasks, as ctx says.
func (d DB) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return d.of(ctx).PrepareContext(ctx, query)
}

// PingContext reports whether the database answers.
func (d DB) PingContext(ctx context.Context) error { return d.of(ctx).PingContext(ctx) }

// Pools returns the pools of connections, for metrics: the members', the tasks', on SQLite that of brief reads and the one
// writer's, on PostgreSQL the house's and that of looks, and the standby's if there is one.
func (s *Store) Pools() map[string]*sql.DB {
	pools := map[string]*sql.DB{"members": s.read.members, "tasks": s.read.tasks}
	if s.write != nil {
		pools["writer"], pools["brief"] = s.write, s.read.brief
	}
	if s.looks != nil {
		pools["looks"], pools["house"] = s.looks.pool, s.read.house
	}
	if s.standby != nil {
		pools["standby"] = s.standby.pool
	}
	return pools
}

func (d DB) close() error {
	err := errors.Join(d.members.Close(), d.tasks.Close())
	for _, one := range []*sql.DB{d.brief, d.house} {
		if one != nil {
			err = errors.Join(err, one.Close())
		}
	}
	return err
}

// shareOfTasks is how many connections tasks have, beside those of members: a third as many, but enough for a task that holds
// one and needs another. The house has as many.
func shareOfTasks(members int) int { return max(2, members/3) }
