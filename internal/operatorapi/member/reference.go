package member

import (
	"context"
	"errors"
	"strings"

	"krapao/ledger"
)

// Whose a reference is, by what gave it out. "" or NO_DATA: it gave out no such one, or it is nobody's.

// ofTransfer is for the ledger's transfers: withdrawals, deposits that were booked, movements with games.
func (f *finder) ofTransfer(ctx context.Context, reference string) (string, error) {
	number, ok := f.Books.ParseReference(strings.ToLower(reference))
	if !ok {
		return "", nil
	}
	t, err := f.Books.Find(ctx, number)
	if errors.Is(err, ledger.ErrNoTransfer) {
		return "", nil
	}
	return t.Member, err
}

// ofDeposit is for codes, links, declared transfers and slips, and the IDs of arrivals.
func (f *finder) ofDeposit(ctx context.Context, reference string) (string, error) {
	return f.Records.MemberOf(ctx, reference)
}
