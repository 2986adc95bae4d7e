package feed

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
)

// Imported is what became of a line of a statement that a person brought.
type Imported int

// The outcomes.
const (
	// LineKnown: it was booked before, under this number or another identifier.
	LineKnown Imported = iota
	// LineBooked: it is booked now, as the statement's own reading does.
	LineBooked
	// LineKept: it can't be booked, and is a case for an operator.
	LineKept
)

// Import books a line of an account's statement that a person has from the bank. An account that is not read is no source of
// members' credits: its line is unmatched, until its slip comes or an operator assigns it.
func (r *Reader) Import(ctx context.Context, code string, l Line) (Imported, error) {
	if l.Odd = l.oddity(r.store.Now()); l.Odd != "" {
		return LineKept, r.keepLine(ctx, code, l)
	}
	accounts, err := r.accounts(ctx)
	if err != nil {
		return 0, err
	}
	a := account{code: code}
	if n := slices.IndexFunc(accounts, func(a account) bool { return a.code == code }); n >= 0 {
		a = accounts[n]
	}
	if l.Reverses != "" {
		return LineBooked, r.takeBackLine(ctx, a, l)
	}
	before, err := r.lineOf(ctx, code, l.ID)
	switch {
	case err != nil:
		return 0, err
	case before.ID != "" && before.Amount != l.Amount:
		l.Odd = LineTwice
		return LineKept, r.keepLine(ctx, code, l)
	case before.ID != "":
		return LineKnown, nil
	}
	if len(a.versions) > 0 && a.isTruth(l.At) {
		err = r.takeLine(ctx, a, l)
	} else {
		_, err = r.arrivals.Book(ctx, deposit.Arrival{
			Account: code, Channel: deposit.ChannelFeed,
			Payment: deposit.Payment{Source: l.ID, Also: l.Also, Amount: l.Amount, PaidAt: l.At, Payer: l.Payer},
		})
	}
	if err != nil {
		return 0, err
	}
	if now, err := r.lineOf(ctx, code, l.ID); err != nil || now.ID == "" {
		return LineKnown, err // another channel has booked it under another identifier
	}
	return LineBooked, nil
}

// lineOf is the arrival that is booked under a line's number; without an ID there is none.
func (r *Reader) lineOf(ctx context.Context, code, id string) (depositdb.Inflow, error) {
	row, err := depositdb.New(r.store.DB()).InflowBySource(ctx, code, id)
	if store.NotFound(err) {
		return depositdb.Inflow{}, nil
	}
	if err != nil {
		return row, fmt.Errorf("deposit: inflow: %w", err)
	}
	return row, nil
}

// Gives reports whether a bank itself gives the statement of an account: a node reads it.
func (r *Reader) Gives(ctx context.Context, code string) (bool, error) {
	if r.feeds[code] == nil {
		return false, nil
	}
	accounts, err := r.accounts(ctx)
	return slices.ContainsFunc(accounts, func(a account) bool { return a.code == code }), err
}

// Behind asks a bank for the lines of a statement behind a cursor, and books none. Without one it begins where the books stand.
// It is for an account that rests: its own reading goes on from there, too, once it is read again.
func (r *Reader) Behind(ctx context.Context, code, cursor string) (Page, error) {
	accounts, err := r.accounts(ctx)
	if err != nil {
		return Page{}, err
	}
	n := slices.IndexFunc(accounts, func(a account) bool { return a.code == code })
	if n < 0 {
		return Page{}, errNoFeed
	}
	if cursor == "" {
		row, err := depositdb.New(r.store.DB()).Feed(ctx, code)
		if err != nil {
			return Page{}, fmt.Errorf("deposit: feed: %w", err)
		}
		cursor = row.Position
	}
	page, err := r.page(ctx, accounts[n], cursor)
	if err == nil && page.More && page.Next == cursor {
		err = errSamePage
	}
	return page, err
}

// errSamePage: the bank says that there is more, and does not go on.
var errSamePage = errors.New("deposit: the next page of the statement is the same one")
