package browse

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Entry is what a step of a transfer did to one of its two accounts.
type Entry struct {
	Batch    ledger.ID
	Account  ledger.Account
	Version  int64
	Transfer ledger.ID
	// Step is reserve, move, post or void.
	Step  string
	Debit bool
	// Pending and Posted are the changes of this side's counters.
	Pending, Posted money.Amount
	// After is the account after it.
	After ledger.Balance
	At    time.Time
}

// Line is an entry in the list of its account, with what its transfer is.
type Line struct {
	Entry
	Kind   ledger.Kind
	Member string
	State  ledger.State
	// Other is the transfer's other side.
	Other ledger.Account
}

// EntriesOf lists an account's entries. The span's ends are found before.
type EntriesOf struct {
	r             *Reader
	name          ledger.Account
	number        int64
	first, before int64
	span          Span
}

// Entries makes the list of an account's entries. false: there is no such account.
func (r *Reader) Entries(ctx context.Context, name ledger.Account, s Span) (*EntriesOf, bool, error) {
	a, found, err := r.Account(ctx, name)
	if err != nil || !found {
		return nil, false, err
	}
	l := &EntriesOf{r: r, name: name, number: a.Number, span: s}
	l.first, l.before, err = r.versions(ctx, a.Number, a.Version, s)
	return l, true, err
}

// Before lists the entries before a version (0: from the newest), newest first.
func (l *EntriesOf) Before(ctx context.Context, version int64, most int) ([]Line, error) {
	if version == 0 {
		version = l.before
	}
	version = min(version, l.before)
	l.r.readAhead(ctx, l.number, l.first, version, most)
	rows, err := l.r.q().EntriesBefore(ctx, ledgerdb.EntriesBeforeParams{
		Account: l.number, First: l.first, Before: version, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: entries of %s: %w", l.name, store.MapError(err))
	}
	list := make([]Line, len(rows))
	for n, e := range rows {
		list[n] = Line{
			Entry: Entry{
				Batch: ledger.ID(e.Batch), Account: l.name, Version: e.Version, Transfer: ledger.ID(e.Transfer), Step: e.Step, Debit: e.Debit,
				Pending: money.Amount(e.Pending), Posted: money.Amount(e.Posted),
				After: after(e.Balance, e.Reserved, e.Incoming, e.Version), At: e.CreatedAt.Time(),
			},
			Kind: ledger.Kind(e.Kind), Member: e.Member, State: ledger.State(e.State), Other: ledger.Account(e.Other),
		}
	}
	return list, nil
}

// Has reports whether an entry is of the list's span: a page may have some that are not.
func (l *EntriesOf) Has(e Line) bool { return l.span.Has(e.At) }

func after(posted, reserved, incoming, version int64) ledger.Balance {
	return ledger.Balance{
		Posted: money.Amount(posted), Reserved: money.Amount(reserved), Incoming: money.Amount(incoming), Version: version,
	}
}

// PostedAt returns what an account had at a moment, with what was posted at that very moment. 0: it was not there yet.
func (r *Reader) PostedAt(ctx context.Context, name ledger.Account, at time.Time) (money.Amount, error) {
	list, found, err := r.Entries(ctx, name, Span{To: at.Add(time.Microsecond)})
	if err != nil || !found {
		return 0, err
	}
	const page = 100
	for version := int64(0); ; {
		lines, err := list.Before(ctx, version, page)
		if err != nil {
			return 0, err
		}
		for _, e := range lines {
			if list.Has(e) {
				return e.After.Posted, nil
			}
			version = e.Version
		}
		if len(lines) < page {
			return 0, nil
		}
	}
}
