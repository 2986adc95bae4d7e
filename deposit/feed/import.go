package feed

import (
	"context"
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
		l.Odd = "another line with another amount has the same number"
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
