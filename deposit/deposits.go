package deposit

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// What other areas ask about a member's deposits. An arrival counts from the moment it became the member's, until it
// is taken back.

// Latest is a member's newest deposit.
type Latest struct {
	Inflow string
	// Transfer brought it into the wallet. For money that was held, this is its release.
	Transfer   ledger.ID
	Amount     money.Amount
	CreditedAt time.Time
}

// LatestTx returns a member's newest deposit that was not taken back. It returns false if there is none.
func (s *Service) LatestTx(ctx context.Context, tx *store.Tx, member string) (Latest, bool, error) {
	row, err := depositdb.New(tx).LatestCredit(ctx, member)
	if store.NotFound(err) {
		return Latest{}, false, nil
	}
	if err != nil {
		return Latest{}, false, fmt.Errorf("deposit: latest: %w", err)
	}
	latest := Latest{Inflow: row.Inflow, Transfer: ledger.ID(row.Transfer), Amount: row.Amount, CreditedAt: row.CreditedAt.Time()}
	if State(row.State) == Released {
		release, found, err := s.books.FindByKeyTx(ctx, tx, heldKey(row.Inflow))
		switch {
		case err != nil:
			return Latest{}, false, fmt.Errorf("deposit: release of %s: %w", row.Inflow, err)
		case !found:
			return Latest{}, false, fmt.Errorf("deposit: inflow %s is released, but the ledger has no transfer of its release", row.Inflow)
		}
		latest.Transfer = release.ID
	}
	return latest, true, nil
}

// Reversed lists the arrivals that were taken back at or after since, oldest first.
func (s *Service) Reversed(ctx context.Context, since time.Time) (inflows []string, err error) {
	inflows, err = depositdb.New(s.store.DB()).ReversedSince(ctx, clock.MicrosOf(since))
	if err != nil {
		return nil, fmt.Errorf("deposit: reversed: %w", err)
	}
	return inflows, nil
}

// Lifetime is the sum of a member's deposits over its life, without those that were taken back.
type Lifetime struct {
	Total money.Amount
	// Undone is the sum of those that were taken back.
	Undone money.Amount
	// ProvenAt is the time of the first deposit of at least the given amount whose payer is known to be the member, or
	// zero. If content says that a payment without a named payer proves the account, such a payment counts.
	ProvenAt time.Time
}

// LifetimeTx sums a member's deposits. The wallet and these deposits change in the same commit.
func (s *Service) LifetimeTx(ctx context.Context, tx *store.Tx, member string, least money.Amount) (Lifetime, error) {
	q := depositdb.New(tx)
	row, err := q.CreditsOf(ctx, least, member)
	if err != nil {
		return Lifetime{}, fmt.Errorf("deposit: deposits of a lifetime: %w", err)
	}
	settings, err := settingsOf(ctx, tx)
	if err != nil {
		return Lifetime{}, err
	}
	proven := row.FirstNamedAt
	if settings.UnnamedVerifies {
		proven = row.FirstAt
	}
	return Lifetime{Total: money.Amount(row.Total), Undone: money.Amount(row.Undone), ProvenAt: clock.Micros(proven).Time()}, nil
}
