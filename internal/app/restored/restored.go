// Package restored books what the outside lists into a restored store (RULES.md section 14): each line by the area that would
// have booked it, under the key that it would have had. It is the wiring between the quarantine and those areas.
package restored

import (
	"context"
	"strings"

	"krapao/brake"
	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/deposit/qr"
	"krapao/game/account"
	"krapao/ledger"
	"krapao/member"
	"krapao/quarantine"
	"krapao/reconcile"
	"krapao/wallet/lost"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// Books book lists. They implement quarantine.Books.
type Books struct {
	Feeds       *feed.Reader
	Arrivals    *deposit.Service
	Codes       *qr.Service
	Payouts     *payout.Service
	Withdrawals *withdraw.Service
	Ledger      *ledger.Ledger
	Members     *member.Service
	// Accounts finds whose a bank account is.
	Accounts interface {
		ByAccount(ctx context.Context, bank, number string) ([]string, error)
	}
	// Days compare with providers, Lost books what was lost there, and Games are the members' accounts there.
	Days  *reconcile.Service
	Lost  *lost.Service
	Games *account.Service
}

var _ quarantine.Books = Books{}

// Takes implements quarantine.Books.
func (Books) Takes(system string) bool {
	kind, _, _ := strings.Cut(system, ":")
	return kind == "bank" || kind == "gateway" || kind == "provider" || system == brake.Payouts
}

// Complete implements quarantine.Books.
func (b Books) Complete(ctx context.Context, system string, rows []quarantine.Row) error {
	if kind, code, _ := strings.Cut(system, ":"); kind == "provider" {
		return b.complete(ctx, code, rows)
	}
	return nil
}

// Book implements quarantine.Books.
func (b Books) Book(ctx context.Context, system string, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	kind, code, _ := strings.Cut(system, ":")
	switch kind {
	case brake.Payouts:
		return b.payout(ctx, r)
	case "gateway":
		return b.gateway(ctx, code, r)
	case "provider":
		return b.provider(ctx, code, r)
	default:
		return b.bank(ctx, code, r)
	}
}
