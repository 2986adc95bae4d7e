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
		(*int64)(&row.Lessened),
	}
}

func (row *transferRow) read() (*record, error) {
	t := row.record
	t.Amount -= t.Lessened
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
