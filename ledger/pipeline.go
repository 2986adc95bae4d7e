package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/store"
	"krapao/ledger/internal/statement"
)

// pipeline commits batches over a PostgreSQL connection of its own: database/sql can't send several statements at once.
type pipeline struct {
	l    *Ledger
	conn *pgx.Conn
}

func newPipeline(ctx context.Context, l *Ledger) (*pipeline, error) {
	p := &pipeline{l: l}
	if err := p.connect(ctx); err != nil {
		return nil, err
	}
	p.tune(ctx)
	return p, nil
}

// tune keeps half of each page of accounts empty, so that an account's new version stays on its page and no index changes (a
// HOT update). SQLite has no such setting, so it is not in the schema. A role that may not alter the table works without it.
func (p *pipeline) tune(ctx context.Context) {
	var set bool
	err := p.conn.QueryRow(ctx, "SELECT reloptions IS NOT NULL FROM pg_class WHERE oid = 'account'::regclass").Scan(&set)
	if err == nil && !set {
		_, _ = p.conn.Exec(ctx, "ALTER TABLE account SET (fillfactor = 50)")
	}
}

func (p *pipeline) connect(ctx context.Context) error {
	if p.conn != nil && !p.conn.IsClosed() {
		return nil
	}
	config := p.l.s.Postgres()
	for name, value := range statement.WriterSettings {
		config.RuntimeParams[name] = value
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("%w: ledger: %w", store.ErrBusy, err)
	}
	p.conn = conn
	return nil
}

func (p *pipeline) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return p.conn.Close(ctx)
}

// run makes one attempt at a batch.
func (p *pipeline) run(ctx context.Context, items []*item) error {
	if err := p.connect(ctx); err != nil {
		return err
	}
	b, err := p.l.newBook(p.l.s.Now())
	if err != nil {
		return err
	}
	if err := p.load(ctx, b, items); err != nil {
		return p.abandon(ctx, err)
	}
	for _, i := range items {
		b.decide(i)
	}
	if err := b.check(); err != nil {
		return p.abandon(ctx, err)
	}
	return p.save(ctx, b)
}

// abandon rolls back after an error before the commit was sent: nothing was written.
func (p *pipeline) abandon(ctx context.Context, cause error) error {
	if _, err := p.conn.Exec(ctx, "rollback"); err != nil {
		_ = p.conn.Close(ctx)
		return fmt.Errorf("%w: ledger: %w", store.ErrBusy, cause)
	}
	return store.MapError(cause)
}

// load is the first round trip.
func (p *pipeline) load(ctx context.Context, b *book, items []*item) error {
	batch := &pgx.Batch{}
	batch.Queue("begin")
	b.queueLoad(batch, items)
	return p.conn.SendBatch(ctx, batch).Close()
}

// queueLoad adds the statements that lock and read what items name. Accounts that the book has already are locked.
func (b *book) queueLoad(batch *pgx.Batch, items []*item) {
	accounts, transfers, keys := named(items)
	accounts = slices.DeleteFunc(accounts, func(n int64) bool { return b.accounts[n] != nil })
	accountsFound := func(rows pgx.Rows) error { return scanAccounts(rows, b.accounts) }
	if len(transfers) > 0 {
		batch.Queue(statement.PgLockParties, accounts, transfers).Query(accountsFound)
		batch.Queue(statement.PgLockTransfers, transfers).Query(func(rows pgx.Rows) error {
			return scanTransfers(rows, func(t *record) { b.transfers[t.ID] = t })
		})
	} else if len(accounts) > 0 {
		batch.Queue(statement.PgLockAccounts, accounts).Query(accountsFound)
	}
	if len(keys) > 0 {
		batch.Queue(statement.PgReadByKey, keys).Query(func(rows pgx.Rows) error {
			return scanTransfers(rows, func(t *record) { b.byKey[t.Key] = t })
		})
		batch.Queue(statement.PgReadRefusals, keys).Query(b.scanRefusals)
	}
}

// named lists the account numbers, transfers to settle and keys that items name.
func named(items []*item) (accounts, transfers []int64, keys []string) {
	accounts, keys = make([]int64, 0, 2*len(items)), make([]string, 0, len(items))
	for _, i := range items {
		if i.isOrder() {
			accounts = append(accounts, i.debit, i.credit)
		} else {
			transfers = append(transfers, int64(i.settle.ID))
		}
		if key, ok := i.key(); ok {
			keys = append(keys, key.String())
		}
	}
	slices.Sort(accounts)
	return slices.Compact(accounts), transfers, keys
}

// scanned are the rows of either engine.
type scanned interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
}

func scanAccounts(rows scanned, into map[int64]*account) error {
	for rows.Next() {
		a := &account{}
		if err := rows.Scan(a.dest()...); err != nil {
			return err
		}
		if err := a.sound(); err != nil {
			return err
		}
		if into[a.number] == nil { // or it was read before, and stays as the commands have left it
			into[a.number] = a
		}
	}
	return rows.Err()
}

func scanTransfers(rows pgx.Rows, add func(*record)) error {
	for rows.Next() {
		var row transferRow
		if err := rows.Scan(row.dest()...); err != nil {
			return err
		}
		t, err := row.read()
		if err != nil {
			return err
		}
		add(t)
	}
	return rows.Err()
}

func (b *book) scanRefusals(rows pgx.Rows) error {
	for rows.Next() {
		var row refusalRow
		if err := rows.Scan(row.dest()...); err != nil {
			return err
		}
		r := row.refusal()
		b.refused[r.key] = r
	}
	return rows.Err()
}

// save is the second round trip. After an error that the server reports it is certain that the transaction is gone. After any
// other error the outcome of the commit is unknown.
func (p *pipeline) save(ctx context.Context, b *book) error {
	batch := &pgx.Batch{}
	_ = b.eachSave(func(_ bool, statement string, args ...any) error { // queueing does not fail
		batch.Queue(statement, args...)
		return nil
	})
	batch.Queue("commit")
	err := p.conn.SendBatch(ctx, batch).Close()
	if err == nil {
		return nil
	}
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code[:2] != "57" && pe.Code[:2] != "08" {
		return p.abandon(ctx, err)
	}
	_ = p.conn.Close(ctx)
	return fmt.Errorf("%w: ledger: %w", store.ErrUnknown, err)
}

// eachSave gives write the statements that write the book. unique says that a row which exists already was a race.
func (b *book) eachSave(write func(unique bool, statement string, args ...any) error) error {
	if b.empty() {
		return nil
	}
	var errs []error
	if len(b.created) > 0 {
		errs = append(errs, write(true, statement.PgAddTransfers, b.createdColumns()...))
	}
	if len(b.settled) > 0 {
		errs = append(errs, write(false, statement.PgSettleTransfers, b.settledColumns()...))
	}
	for _, t := range b.lessened {
		errs = append(errs, write(false, statement.LessenTransfer, t.lessenedArgs()...))
	}
	if len(b.entries) > 0 {
		errs = append(errs, write(false, statement.PgAddEntries, b.entryColumns()...),
			write(false, statement.PgChangeAccounts, b.accountColumns()...))
	}
	if len(b.refusals) > 0 {
		errs = append(errs, write(true, statement.PgAddRefusals, b.refusalColumns()...))
	}
	return errors.Join(append(errs, write(false, statement.AddBatch, b.batchRow()...))...)
}
