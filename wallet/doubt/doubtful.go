package doubt

import (
	"context"
	"fmt"

	"krapao/game"
	"krapao/internal/store"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Doubtful is how far the books may be wrong about a member: returned transfers may turn out to be applied, and cases are
// open.
type Doubtful struct {
	// MaybeIn is what the member may have twice, MaybeOut what may be missing.
	MaybeIn, MaybeOut money.Amount
	// Providers has the provider of each of these.
	Providers []string
}

// DoubtfulTx adds up the member's returned transfers and its open cases.
func (s *Service) DoubtfulTx(ctx context.Context, tx *store.Tx, member string) (x Doubtful, err error) {
	returned, err := walletdb.New(tx).ReturnedOf(ctx, member)
	if err != nil {
		return x, fmt.Errorf("wallet: read returned transfers: %w", err)
	}
	for _, row := range returned {
		x.Providers = append(x.Providers, row.Provider)
		if row.Kind == string(game.KindIn) {
			x.MaybeIn += row.Amount
		} else {
			x.MaybeOut += row.Amount
		}
	}
	cases, err := walletdb.New(tx).LiveCasesOf(ctx, member)
	if err != nil {
		return x, fmt.Errorf("wallet: read the cases of a member: %w", err)
	}
	for _, row := range cases {
		more := beyond(row)
		x.MaybeIn += max(0, more)
		x.MaybeOut += max(0, -more)
		x.Providers = append(x.Providers, row.Provider)
	}
	return x, nil
}

// beyond returns what the provider may hold beyond the books because of a case: positive where the member may have it
// twice.
func beyond(c walletdb.ReconcileCase) money.Amount {
	switch {
	case c.State == string(CaseBooking):
		return money.Amount(c.Booking)
	case c.Kind == string(AnotherAccount): // on the member's own account nothing happened
		return money.Amount(-c.Ours)
	default:
		return money.Amount(c.Theirs - c.Ours)
	}
}
