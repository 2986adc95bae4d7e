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

// What other areas ask about a member's deposits: an arrival counts from when it became the member's, and until it is taken
// back.

// Latest is a member's newest deposit.
type Latest struct {
	Inflow string
	// Transfer is the one that brought it into the wallet. Of money that was held that is its release.
	Transfer   ledger.ID
	Amount     money.Amount
	CreditedAt time.Time
}

// LatestTx returns a member's newest deposit that was not taken back; false where there is none.
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
			return Latest{}, false, fmt.Errorf("deposit: %s is released, and the books know of no release", row.Inflow)
		}
		latest.Transfer = release.ID
	}
	return latest, true, nil
}

// Reversed lists the arrivals that were taken back at since or later, oldest first.
func (s *Service) Reversed(ctx context.Context, since time.Time) (inflows []string, err error) {
	inflows, err = depositdb.New(s.store.DB()).ReversedSince(ctx, clock.MicrosOf(since))
	if err != nil {
		return nil, fmt.Errorf("deposit: reversed: %w", err)
	}
	return inflows, nil
}

// Own is what a member deposited over its life, without what was taken back.
type Own struct {
	Total money.Amount
	// Undone is what was taken back.
	Undone money.Amount
	// ProvenAt is when the first deposit of at least the amount asked about came whose payer is known to be the member;
	// zero where none did. Where content says that a payment without a named payer proves its account, such a one counts.
	ProvenAt time.Time
}

// OwnTx sums a member's deposits. A deposit in its wallet is a deposit here: both are one commit.
func (s *Service) OwnTx(ctx context.Context, tx *store.Tx, member string, least money.Amount) (Own, error) {
	q := depositdb.New(tx)
	row, err := q.CreditsOf(ctx, least, member)
	if err != nil {
		return Own{}, fmt.Errorf("deposit: own: %w", err)
	}
	settings, err := settingsOf(ctx, tx)
	if err != nil {
		return Own{}, err
	}
	proven := row.FirstNamedAt
	if settings.UnnamedVerifies {
		proven = row.FirstAt
	}
	return Own{Total: money.Amount(row.Total), Undone: money.Amount(row.Undone), ProvenAt: clock.Micros(proven).Time()}, nil
}
