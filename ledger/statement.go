package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// The statements of a batch, for one row each. The transaction path runs them on both engines, the batched path on SQLite. Their
// set-based form for PostgreSQL is in pipeline.go.
const (
	accountColumns = `number, name, floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version`

	// transferColumns are those of the table t, with the accounts' names from d and c.
	transferColumns = `t.id, t.key, t.request, t.kind, t.debit, t.credit, d.name, c.name, t.amount, t.moved, t.state,
	t.member, t.wallet, t.detail, t.created_at, t.settled_at, t.due_at, t.fence, t.attempts`
	transferTables = ` FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit `

	readAccount       = `SELECT ` + accountColumns + ` FROM account WHERE number = $1`
	readParties       = `SELECT debit, credit FROM transfer WHERE id = $1`
	readTransfer      = `SELECT ` + transferColumns + transferTables + `WHERE t.id = $1`
	readTransferByKey = `SELECT ` + transferColumns + transferTables + `WHERE t.key = $1`
	readRefusal       = `SELECT key, request, code, detail, params FROM refusal WHERE key = $1`

	addTransfer = `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, wallet,
	detail, created_at, settled_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
	ON CONFLICT (key) DO NOTHING`
	settleTransfer = `UPDATE transfer SET moved = $1, state = $2, wallet = $3, detail = $4, settled_at = $5, due_at = NULL
	WHERE id = $6 AND state = 'pending'`
	addEntry = `INSERT INTO entry (batch, account, version, transfer, step, debit, pending, posted, balance, reserved,
	incoming) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	changeAccount = `UPDATE account SET debits_pending = $1, debits_posted = $2, credits_pending = $3, credits_posted = $4,
	version = $5 WHERE number = $6`
	addRefusal = `INSERT INTO refusal (key, request, code, detail, params, batch, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING`
	addBatch = `INSERT INTO batch (id, digest, entries, refusals, created_at) VALUES ($1, $2, $3, $4, $5)`
)

// runner runs the statements above: in an area's transaction, or on the connection that writes SQLite.
type runner interface {
	// exec returns the number of rows changed.
	exec(ctx context.Context, statement string, args ...any) (int64, error)
	// row scans the first row; sql.ErrNoRows where there is none.
	row(ctx context.Context, statement string, dest []any, args ...any) error
	// locking is the end of a reading statement that locks its rows. SQLite has one writer and needs none.
	locking(table string) string
}

// load reads what items name into the book. Accounts are locked first, in the order of their numbers, then transfers in the
// order of their ids. Every path does so, so no two can deadlock.
func (b *book) load(ctx context.Context, r runner, items []*item) error {
	accounts, transfers, err := wanted(ctx, r, items)
	if err != nil {
		return err
	}
	for _, number := range accounts {
		if b.accounts[number], err = loadAccount(ctx, r, number); err != nil {
			return fmt.Errorf("ledger: account %d: %w", number, err)
		}
	}
	for _, id := range transfers {
		t, err := loadTransfer(ctx, r, readTransfer+r.locking("t"), int64(id))
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		b.transfers[id] = t
	}
	for _, i := range items {
		if err := b.loadKey(ctx, r, i); err != nil {
			return err
		}
	}
	return nil
}

// wanted lists the accounts and transfers that items name, sorted.
func wanted(ctx context.Context, r runner, items []*item) (accounts []int64, transfers []ID, err error) {
	for _, i := range items {
		if i.isOrder() {
			accounts = append(accounts, i.debit, i.credit)
			continue
		}
		var debit, credit int64
		err := r.row(ctx, readParties, []any{&debit, &credit}, int64(i.settle.ID))
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		accounts, transfers = append(accounts, debit, credit), append(transfers, i.settle.ID)
	}
	slices.Sort(accounts)
	slices.Sort(transfers)
	return slices.Compact(accounts), slices.Compact(transfers), nil
}

// key returns the key whose answer a command depends on, if it has one.
func (i *item) key() (Key, bool) {
	if i.isOrder() {
		return i.order.Key, true
	}
	return surplusKey(i.settle.ID), i.settle.Surplus
}

func (b *book) loadKey(ctx context.Context, r runner, i *item) error {
	key, ok := i.key()
	if !ok {
		return nil
	}
	t, err := loadTransfer(ctx, r, readTransferByKey, key.String())
	if err == nil {
		b.byKey[key] = t
		return nil
	}
	if !store.NotFound(err) || !i.isOrder() {
		return ignoreNotFound(err)
	}
	var row refusalRow
	if err := r.row(ctx, readRefusal, row.dest(), key.String()); err != nil {
		return ignoreNotFound(err)
	}
	b.refused[key] = row.refusal()
	return nil
}

func ignoreNotFound(err error) error {
	if store.NotFound(err) {
		return nil
	}
	return err
}

func loadAccount(ctx context.Context, r runner, number int64) (*account, error) {
	a := &account{}
	if err := r.row(ctx, readAccount+r.locking("account"), a.dest(), number); err != nil {
		return nil, err
	}
	return a, a.sound()
}

func (a *account) dest() []any {
	return []any{
		&a.number, (*string)(&a.name), (*int64)(&a.floor), (*int64)(&a.gates), (*int64)(&a.debitsPending),
		(*int64)(&a.debitsPosted), (*int64)(&a.creditsPending), (*int64)(&a.creditsPosted), &a.version,
	}
}

func loadTransfer(ctx context.Context, r runner, statement string, arg any) (*record, error) {
	var row transferRow
	if err := r.row(ctx, statement, row.dest(), arg); err != nil {
		return nil, err
	}
	return row.read()
}

// save writes the decisions of the book.
func (b *book) save(ctx context.Context, r runner) error {
	if b.empty() {
		return nil
	}
	if err := b.check(); err != nil {
		return err
	}
	for _, t := range b.created {
		if n, err := r.exec(ctx, addTransfer, t.args()...); err != nil {
			return err
		} else if n == 0 {
			return store.ErrConflict // another node used the key meanwhile: decide again
		}
	}
	for _, t := range b.settled {
		if n, err := r.exec(ctx, settleTransfer, int64(t.Moved), string(t.State), null(t.wallet), t.Detail.text(),
			micros(t.SettledAt), int64(t.ID)); err != nil {
			return err
		} else if n == 0 {
			return store.ErrConflict
		}
	}
	for n := range b.entries {
		if _, err := r.exec(ctx, addEntry, b.entries[n].args(b.batch)...); err != nil {
			return err
		}
	}
	for _, a := range b.accounts {
		if !a.touched {
			continue
		}
		if _, err := r.exec(ctx, changeAccount, int64(a.debitsPending), int64(a.debitsPosted), int64(a.creditsPending),
			int64(a.creditsPosted), a.version, a.number); err != nil {
			return err
		}
	}
	for _, f := range b.refusals {
		if n, err := r.exec(ctx, addRefusal, f.args(b.batch, b.now)...); err != nil {
			return err
		} else if n == 0 {
			return store.ErrConflict
		}
	}
	_, err := r.exec(ctx, addBatch, b.batchRow()...)
	return err
}

// args are the values of addTransfer.
func (t *record) args() []any {
	return []any{
		int64(t.ID), t.Key.String(), t.request, string(t.Kind), t.debit, t.credit, int64(t.Amount), int64(t.Moved),
		string(t.State), t.Member, null(t.wallet), t.Detail.text(), micros(t.CreatedAt), optional(t.SettledAt), optional(t.DueAt),
	}
}

func (e *entry) args(batch ID) []any {
	return []any{
		int64(batch), e.account, e.version, int64(e.transfer.ID), string(e.step), e.debit, int64(e.pending),
		int64(e.posted), int64(e.after.Posted), int64(e.after.Reserved), int64(e.after.Incoming),
	}
}

func (f *refusal) args(batch ID, now time.Time) []any {
	return []any{
		f.key.String(), f.request, string(f.err.Code), f.err.Detail, paramsText(f.err.Params), int64(batch), micros(now),
	}
}

// transferRow is a transfer as the database holds it.
type transferRow struct {
	record
	key                       string
	detail                    string
	created                   clock.Micros
	settled, due, walletAfter sql.NullInt64
}

func (row *transferRow) dest() []any {
	return []any{
		(*int64)(&row.ID), &row.key, &row.request, (*string)(&row.Kind), &row.debit, &row.credit, (*string)(&row.Debit),
		(*string)(&row.Credit), (*int64)(&row.Amount), (*int64)(&row.Moved), (*string)(&row.State), &row.Member,
		&row.walletAfter, &row.detail, (*int64)(&row.created), &row.settled, &row.due, &row.Fence, &row.Attempts,
	}
}

func (row *transferRow) read() (*record, error) {
	t := row.record
	var ok bool
	if t.Key, ok = parseKey(row.key); !ok {
		return nil, fmt.Errorf("ledger: transfer %d has an unreadable key", t.ID)
	}
	if err := json.Unmarshal([]byte(row.detail), &t.Detail); err != nil {
		return nil, fmt.Errorf("ledger: transfer %d has an unreadable detail: %w", t.ID, err)
	}
	if row.walletAfter.Valid {
		after := money.Amount(row.walletAfter.Int64)
		t.wallet = &after
	}
	t.CreatedAt, t.SettledAt, t.DueAt = row.created.Time(), instant(row.settled), instant(row.due)
	return &t, t.sound()
}

type refusalRow struct {
	key, code, detail, params string
	request                   int64
}

func (row *refusalRow) dest() []any {
	return []any{&row.key, &row.request, &row.code, &row.detail, &row.params}
}

func (row *refusalRow) refusal() refusal {
	key, _ := parseKey(row.key)
	e := &fault.Error{Code: fault.Code(row.code), Detail: row.detail}
	if row.params != "" {
		_ = json.Unmarshal([]byte(row.params), &e.Params) // we wrote it; without it the refusal is still valid
	}
	return refusal{key, row.request, e}
}

func paramsText(params map[string]any) string {
	if len(params) == 0 {
		return ""
	}
	text, _ := json.Marshal(params)
	return string(text)
}

// text is the detail as stored.
func (d Detail) text() string {
	if d == (Detail{}) {
		return "{}"
	}
	text, _ := json.Marshal(d) // texts and a number: it cannot fail
	return string(text)
}

func null(a *money.Amount) any {
	if a == nil {
		return nil
	}
	return int64(*a)
}

// optional is optionalMicros as an argument of a statement.
func optional(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return micros(t)
}

// instant is the time of a column that may be NULL.
func instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return clock.Micros(n.Int64).Time()
}
