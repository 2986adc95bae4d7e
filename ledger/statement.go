package ledger

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/money"
)

// The statements of a batch, for one row each, as SQLite runs them. Their set-based form for PostgreSQL is in pipeline.go.
const (
	accountColumns = `number, name, floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version`

	// transferColumns are those of the table t, with the accounts' names from d and c.
	transferColumns = `t.id, t.key, t.request, t.kind, t.debit, t.credit, d.name, c.name, t.amount, t.moved, t.state,
	t.member, t.wallet, t.detail, t.created_at, t.settled_at, t.due_at, t.fence, t.attempts`
	debitColumns = `d.number, d.name, d.floor, d.gates, d.debits_pending, d.debits_posted, d.credits_pending, d.credits_posted,
	d.version`
	creditColumns = `c.number, c.name, c.floor, c.gates, c.debits_pending, c.debits_posted, c.credits_pending, c.credits_posted,
	c.version`
	transferTables = ` FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit `

	readNamed         = `SELECT ` + accountColumns + ` FROM account WHERE name = $1`
	readTransfer      = `SELECT ` + transferColumns + transferTables + `WHERE t.id = $1`
	readTransferByKey = `SELECT ` + transferColumns + transferTables + `WHERE t.key = $1`
	readRefusal       = `SELECT key, request, code, detail, params FROM refusal WHERE key = $1`
	keyUsed           = `EXISTS (SELECT 1 FROM transfer WHERE key = $1), EXISTS (SELECT 1 FROM refusal WHERE key = $1)`
	readKey           = `SELECT ` + keyUsed
	// readOrder reads the accounts of an order, and whether its key was used.
	readOrder = `SELECT ` + accountColumns + `, ` + keyUsed + ` FROM account WHERE number IN ($2, $3)`
	// readSettled reads a transfer with its accounts, and whether the key of its surplus was used.
	readSettled = `SELECT ` + transferColumns + `, ` + debitColumns + `, ` + creditColumns +
		`, EXISTS (SELECT 1 FROM transfer WHERE key = $2)` + transferTables + `WHERE t.id = $1`

	addTransfer = `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, wallet,
	detail, created_at, settled_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
	ON CONFLICT (key) DO NOTHING`
	settleTransfer = `UPDATE transfer SET moved = $1, state = $2, wallet = $3, detail = $4, settled_at = $5, due_at = NULL
	WHERE id = $6 AND state = 'pending'`
	// addEntries adds the two entries of a step.
	addEntries = `INSERT INTO entry (batch, account, version, transfer, step, debit, pending, posted, balance, reserved,
	incoming) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11),
	($12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`
	changeAccount = `UPDATE account SET debits_pending = $1, debits_posted = $2, credits_pending = $3, credits_posted = $4,
	version = $5 WHERE number = $6`
	addRefusal = `INSERT INTO refusal (key, request, code, detail, params, batch, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING`
	addBatch = `INSERT INTO batch (id, digest, entries, refusals, created_at) VALUES ($1, $2, $3, $4, $5)`
)

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
