package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/pg"
	"krapao/internal/together"
)

// Look is a read that members' calls make again and again, each for a key: a member, a session. An answer is never older than the
// call. On PostgreSQL, those that are made at the same time go in one round trip, whatever they are of. On SQLite, what was read
// is remembered as long as nothing that it was read from is written (From), so that a look costs no statement.
type Look[V any] struct {
	s    *Store
	one  func(ctx context.Context, key string) (V, error)
	many Many[V]
	from From[V]
}

// From says what the answers of a look are made of.
type From[V any] struct {
	// Rows are all rows that the answer for a key was read from, and those that would change it if they came. Nil: nobody knows,
	// so nothing is remembered.
	Rows func(key string, v V) []Origin
	// Until is when an answer changes though nothing is written. Nil, or the zero time: never.
	Until func(v V) time.Time
}

// Many is a look for many keys in one statement of PostgreSQL.
type Many[V any] struct {
	// Query finds its rows by indexes alone: its connection avoids all other plans, and plans once.
	Query string
	// Args are the query's arguments for some keys.
	Args func(keys []string) []any
	// Add adds a row to what was found for its key.
	Add func(row Row, found map[string]V) error
}

// Row is a row of a query.
type Row interface{ Scan(dest ...any) error }

// NewLook makes a look. one answers for a single key by a query that both engines know, and many by one that answers the same. A
// key that is not there is an error of one for which NotFound is true. Answers are shared, so nobody may change one.
func NewLook[V any](s *Store, one func(ctx context.Context, key string) (V, error), many Many[V]) *Look[V] {
	return &Look[V]{s: s, one: one, many: many}
}

// MadeOf says what the answers are made of, and returns the look. Call it before the first answer.
func (l *Look[V]) MadeOf(from From[V]) *Look[V] {
	l.from = from
	return l
}

// At returns what the database has for a key. Where it has nothing, NotFound is true of the error.
func (l *Look[V]) At(ctx context.Context, key string) (V, error) {
	if l.s.memory != nil && l.from.Rows != nil {
		return l.remembered(ctx, key)
	}
	if l.s.looks == nil || isTask(ctx) || connOf(ctx) != nil {
		return l.one(ctx, key)
	}
	answer, found, err := l.s.looks.group.Ask(ctx, question{l, key})
	if err == nil && !found {
		err = sql.ErrNoRows
	}
	v, _ := answer.(V) // nil where there is none
	return v, err
}

// remembered returns what is remembered, or reads it.
func (l *Look[V]) remembered(ctx context.Context, key string) (v V, err error) {
	q, m := question{l, key}, l.s.memory
	if !l.s.sure(ctx) {
		return l.one(ctx, key)
	}
	if known, holds := m.find(q, l.s.Now()); holds {
		v, _ := known.(V) // it was put there below
		return v, nil
	}
	var read *remembered
	from := m.begins()
	defer func() { m.ends(from, read) }()
	if v, err = l.one(ctx, key); err != nil {
		return v, err
	}
	read = &remembered{question: q, value: v, rows: l.from.Rows(key, v)}
	if l.from.Until != nil {
		read.until = l.from.Until(v)
	}
	return v, nil
}

// question is a key of a look.
type question struct {
	of  kind
	key string
}

// kind is a look of any type.
type kind interface {
	// put adds the look's statement to a batch. When that was sent, found has the answers.
	put(batch *pgx.Batch, keys []string, found map[question]any)
}

func (l *Look[V]) put(batch *pgx.Batch, keys []string, found map[question]any) {
	batch.Queue(l.many.Query, l.many.Args(keys)...).Query(func(rows pgx.Rows) error {
		here := make(map[string]V, len(keys))
		for rows.Next() {
			if err := l.many.Add(rows, here); err != nil {
				return err
			}
		}
		for key, v := range here {
			found[question{l, key}] = v
		}
		return rows.Err()
	})
}

const (
	// lookConnections is how many connections looks have. They need more than one only while one hangs.
	lookConnections = 4
	// mostLooked is how many keys go in one round trip at most.
	mostLooked = 256
)

// lookSettings pin the plans to the indexes and keep them: planning the home screens of many members takes longer than reading
// them. While the server does not know how large the tables are, it would rather read all accounts at games in each round trip
// than those of each member, if it might keep them (enable_material). The settings do not make the connection read-only: an
// address that asks for target_session_attrs=read-write would refuse it.
var lookSettings = map[string]string{
	"application_name": "krapao-looks", "plan_cache_mode": "force_generic_plan",
	"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off", "enable_material": "off",
}

// looks sends the looks of a store on PostgreSQL.
type looks struct {
	pool  *sql.DB
	group *together.Group[question, any]
}

func newLooks(pc *pgx.ConnConfig) *looks {
	pc = pc.Copy()
	for name, value := range lookSettings {
		pc.RuntimeParams[name] = value
	}
	l := &looks{pool: pool(pc, lookConnections)}
	l.group = together.New(mostLooked, l.ask)
	return l
}

// ask answers questions in one round trip, with a statement for each kind. Where the server closed the connection, it asks again
// on another one: reading twice does no harm.
func (l *looks) ask(ctx context.Context, questions []question) (map[question]any, error) {
	found, err := l.once(ctx, questions)
	if err = mapError(err); pgconn.SafeToRetry(err) || errors.Is(err, ErrBusy) && ctx.Err() == nil {
		found, err = l.once(ctx, questions)
	}
	return found, mapError(err)
}

func (l *looks) once(ctx context.Context, questions []question) (map[question]any, error) {
	found := make(map[question]any, len(questions))
	batch := &pgx.Batch{}
	for of, keys := range byKind(questions) {
		of.put(batch, keys, found)
	}
	conn, err := l.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	return found, conn.Raw(func(raw any) error {
		conn, ok := raw.(*pg.Conn)
		if !ok {
			return fmt.Errorf("store: %T is no connection to PostgreSQL", raw)
		}
		return conn.Ask(ctx, batch)
	})
}

// byKind returns the keys of each kind of look.
func byKind(questions []question) map[kind][]string {
	keys := map[kind][]string{}
	for _, q := range questions {
		keys[q.of] = append(keys[q.of], q.key)
	}
	return keys
}

func (l *looks) close() error {
	if l == nil {
		return nil
	}
	return l.pool.Close()
}
