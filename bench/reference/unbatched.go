package reference

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
)

// Unbatched is the same transfer on the same schema without the ledger's queue: each caller runs the statements one by
// one, prepared, and commits for itself. On SQLite, which has one writer, callers take turns.
func Unbatched(s *store.Store, callers int) func(context.Context, time.Duration) (Figures, error) {
	return func(ctx context.Context, length time.Duration) (Figures, error) {
		u, err := newLoop(ctx, s, callers)
		if err != nil {
			return Figures{}, err
		}
		defer u.close()
		return Drive(ctx, callers, false, length, u.move)
	}
}

type loop struct {
	db     *sql.DB
	lite   bool
	mu     sync.Mutex // SQLite's turn
	ids    atomic.Int64
	conns  []*prepared
	number map[ledger.Account]int64
}

// prepared is one caller's connection with its statements.
type prepared struct {
	conn *sql.Conn
	stmt map[string]*sql.Stmt
}

func (p *prepared) exec(ctx context.Context, text string, args ...any) error {
	st, err := p.get(ctx, text) //nolint:sqlclosecheck // kept for the whole run; close ends it
	if err != nil {
		return err
	}
	_, err = st.ExecContext(ctx, args...)
	return err
}

func (p *prepared) row(ctx context.Context, text string, dest []any, args ...any) error {
	st, err := p.get(ctx, text) //nolint:sqlclosecheck // kept for the whole run; close ends it
	if err != nil {
		return err
	}
	return st.QueryRowContext(ctx, args...).Scan(dest...)
}

func (p *prepared) get(ctx context.Context, text string) (*sql.Stmt, error) {
	if st, ok := p.stmt[text]; ok {
		return st, nil
	}
	st, err := p.conn.PrepareContext(ctx, text)
	if err == nil {
		p.stmt[text] = st
	}
	return st, err
}

func newLoop(ctx context.Context, s *store.Store, callers int) (*loop, error) {
	l := &loop{lite: s.Engine() == store.SQLite, number: map[ledger.Account]int64{}}
	l.ids.Store(time.Now().UnixNano())
	driver, source, conns := "pgx", s.URL(), callers
	if l.lite {
		driver, conns = "sqlite", 1
		source = "file:" + s.URL()[len("sqlite:"):] + "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)" +
			"&_pragma=synchronous(FULL)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-65536)"
	}
	var err error
	if l.db, err = sql.Open(driver, source); err != nil {
		return nil, err
	}
	for range conns {
		conn, err := l.db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		l.conns = append(l.conns, &prepared{conn, map[string]*sql.Stmt{}})
	}
	rows, err := l.db.QueryContext(ctx, "SELECT name, number FROM account")
	if l.lite {
		rows, err = s.DB().QueryContext(ctx, "SELECT name, number FROM account")
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		var number int64
		if err := rows.Scan(&name, &number); err != nil {
			return nil, err
		}
		l.number[ledger.Account(name)] = number
	}
	return l, rows.Err()
}

func (l *loop) close() {
	for _, p := range l.conns {
		for _, st := range p.stmt {
			_ = st.Close()
		}
		_ = p.conn.Close()
	}
	_ = l.db.Close()
}

func (l *loop) move(ctx context.Context, caller int, o ledger.Order) error {
	if l.lite {
		l.mu.Lock()
		defer l.mu.Unlock()
		caller = 0
	}
	p := l.conns[caller]
	begin := "BEGIN"
	if l.lite {
		begin = "BEGIN IMMEDIATE"
	}
	// BEGIN and COMMIT are no statements to prepare on PostgreSQL, but cheap ones.
	if _, err := p.conn.ExecContext(ctx, begin); err != nil {
		return err
	}
	if err := l.transfer(ctx, p, o); err != nil {
		_, rollback := p.conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, rollback)
	}
	_, err := p.conn.ExecContext(ctx, "COMMIT")
	return err
}

type row struct{ number, floor, gates, dp, d, cp, c, version int64 }

func (l *loop) transfer(ctx context.Context, p *prepared, o ledger.Order) error {
	var debit, credit row
	first, second := &debit, &credit
	debit.number, credit.number = l.number[o.Debit], l.number[o.Credit]
	if debit.number > credit.number {
		first, second = second, first
	}
	read := "SELECT floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version" +
		" FROM account WHERE number = $1"
	if !l.lite {
		read += " FOR NO KEY UPDATE"
	}
	for _, a := range []*row{first, second} {
		if err := p.row(ctx, read, []any{&a.floor, &a.gates, &a.dp, &a.d, &a.cp, &a.c, &a.version}, a.number); err != nil {
			return err
		}
	}
	var id int64
	if err := p.row(ctx, "SELECT id FROM transfer WHERE key = $1", []any{&id}, o.Key.String()); !errors.Is(err, sql.ErrNoRows) {
		return err // nil: sent before, answered again
	}
	var code string
	if err := p.row(ctx, "SELECT code FROM refusal WHERE key = $1", []any{&code}, o.Key.String()); !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	now, batch := int64(clock.MicrosOf(time.Now())), l.ids.Add(1)
	if debit.c-debit.d-debit.dp-int64(o.Amount) < debit.floor {
		if err := p.exec(ctx, "INSERT INTO refusal (key, request, code, detail, params, batch, created_at)"+
			" VALUES ($1, $2, $3, $4, $5, $6, $7)",
			o.Key.String(), 1, "MONEY_NOT_ENOUGH", "", "", batch, now); err != nil {
			return err
		}
		return p.exec(ctx, addBatch, batch, "unbatched", 0, 1, now)
	}
	id = l.ids.Add(1)
	debit.d, credit.c = debit.d+int64(o.Amount), credit.c+int64(o.Amount)
	if err := p.exec(ctx, `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, wallet,
		detail, created_at, settled_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		id, o.Key.String(), 1, string(o.Kind), debit.number, credit.number, int64(o.Amount), int64(o.Amount), "posted", o.Member,
		debit.c-debit.d-debit.dp, `{"from":"WALLET","to":"JOKER"}`, now, now, nil); err != nil {
		return err
	}
	for n, a := range []*row{&debit, &credit} {
		a.version++
		if err := p.exec(ctx, `INSERT INTO entry (batch, account, version, transfer, step, debit, pending, posted, balance,
			reserved, incoming) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			batch, a.number, a.version, id, "move", n == 0, 0, int64(o.Amount), a.c-a.d, a.dp, a.cp); err != nil {
			return err
		}
		if err := p.exec(ctx, `UPDATE account SET debits_pending = $1, debits_posted = $2, credits_pending = $3,
			credits_posted = $4, version = $5 WHERE number = $6`, a.dp, a.d, a.cp, a.c, a.version, a.number); err != nil {
			return err
		}
	}
	return p.exec(ctx, addBatch, batch, "unbatched", 2, 0, now)
}

const addBatch = "INSERT INTO batch (id, digest, entries, refusals, created_at) VALUES ($1, $2, $3, $4, $5)"
