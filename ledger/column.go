package ledger

import (
	"database/sql"
	"time"

	"krapao/internal/clock"
)

// The rows of a book as columns, which the set-based statements take.

func (b *book) createdColumns() []any {
	n := len(b.created)
	ids, requests, debits, credits := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	amounts, moved, created := make([]int64, n), make([]int64, n), make([]int64, n)
	keys, kinds, states := make([]string, n), make([]string, n), make([]string, n)
	members, details := make([]string, n), make([]string, n)
	wallets, settled, due := make([]*int64, n), make([]*int64, n), make([]*int64, n)
	for i, t := range b.created {
		ids[i], keys[i], requests[i], kinds[i] = int64(t.ID), t.Key.String(), t.request, string(t.Kind)
		debits[i], credits[i], amounts[i], moved[i] = t.debit, t.credit, int64(t.Amount), int64(t.Moved)
		states[i], members[i], wallets[i], details[i] = string(t.State), t.Member, (*int64)(t.wallet), t.Detail.text()
		created[i], settled[i], due[i] = micros(t.CreatedAt), optionalMicros(t.SettledAt), optionalMicros(t.DueAt)
	}
	return []any{
		ids, keys, requests, kinds, debits, credits, amounts, moved, states, members, wallets, details, created, settled, due,
	}
}

func (b *book) settledColumns() []any {
	n := len(b.settled)
	ids, moved, settled := make([]int64, n), make([]int64, n), make([]int64, n)
	states, details, wallets := make([]string, n), make([]string, n), make([]*int64, n)
	for i, t := range b.settled {
		ids[i], moved[i], states[i], wallets[i] = int64(t.ID), int64(t.Moved), string(t.State), (*int64)(t.wallet)
		details[i], settled[i] = t.Detail.text(), micros(t.SettledAt)
	}
	return []any{ids, moved, states, wallets, details, settled}
}

func (b *book) entryColumns() []any {
	n := len(b.entries)
	accounts, versions, transfers := make([]int64, n), make([]int64, n), make([]int64, n)
	pending, posted := make([]int64, n), make([]int64, n)
	balances, reserved, incoming := make([]int64, n), make([]int64, n), make([]int64, n)
	steps, debits := make([]string, n), make([]bool, n)
	for i := range b.entries {
		e := &b.entries[i]
		accounts[i], versions[i], transfers[i] = e.account, e.version, int64(e.transfer.ID)
		steps[i], debits[i], pending[i], posted[i] = string(e.step), e.debit, int64(e.pending), int64(e.posted)
		balances[i], reserved[i], incoming[i] = int64(e.after.Posted), int64(e.after.Reserved), int64(e.after.Incoming)
	}
	return []any{int64(b.batch), accounts, versions, transfers, steps, debits, pending, posted, balances, reserved, incoming}
}

func (b *book) accountColumns() []any {
	var numbers, dp, d, cp, c, versions []int64
	for _, a := range b.accounts {
		if a.touched {
			numbers, versions = append(numbers, a.number), append(versions, a.version)
			dp, d = append(dp, int64(a.debitsPending)), append(d, int64(a.debitsPosted))
			cp, c = append(cp, int64(a.creditsPending)), append(c, int64(a.creditsPosted))
		}
	}
	return []any{numbers, dp, d, cp, c, versions}
}

func (b *book) refusalColumns() []any {
	var keys, codes, details, params []string
	var requests []int64
	for _, f := range b.refusals {
		keys, requests, codes = append(keys, f.key.String()), append(requests, f.request), append(codes, string(f.err.Code))
		details, params = append(details, f.err.Detail), append(params, paramsText(f.err.Params))
	}
	return []any{keys, requests, codes, details, params, int64(b.batch), micros(b.now)}
}

func (b *book) batchRow() []any {
	return []any{int64(b.batch), b.digest(), int64(len(b.entries)), int64(len(b.refusals)), micros(b.now)}
}

// micros is the stored form of a time.
func micros(t time.Time) int64 { return int64(clock.MicrosOf(t)) }

// optionalMicros is the stored form of a time that may be absent: NULL for the zero time.
func optionalMicros(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	n := micros(t)
	return &n
}

// nullMicros is optionalMicros for the generated queries.
func nullMicros(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: micros(t), Valid: !t.IsZero()}
}
