// Package restored books what the outside lists into a restored store (RULES.md section 14): each line by the area that would
// have booked it, under the key that it would have had. It is the wiring between the quarantine and those areas.
package restored

import (
	"context"
	"strings"

	"krapao/brake"
	"krapao/deposit/feed"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member"
	"krapao/quarantine"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// Books book lists. They implement quarantine.Books.
type Books struct {
	Feeds       *feed.Reader
	Codes       *qr.Service
	Payouts     *payout.Service
	Withdrawals *withdraw.Service
	Ledger      *ledger.Ledger
	Members     *member.Service
	// Accounts finds whose a bank account is.
	Accounts interface {
		ByAccount(ctx context.Context, bank, number string) ([]string, error)
	}
}

var _ quarantine.Books = Books{}

// Takes implements quarantine.Books.
func (Books) Takes(system string) bool {
	kind, _, _ := strings.Cut(system, ":")
	return kind == "bank" || kind == "gateway" || system == brake.Payouts
}

// Book implements quarantine.Books.
func (b Books) Book(ctx context.Context, system string, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	kind, code, _ := strings.Cut(system, ":")
	switch kind {
	case brake.Payouts:
		return b.payout(ctx, r)
	case "gateway":
		return b.gateway(ctx, code, r)
	default:
		return b.bank(ctx, code, r)
	}
}

// Effect implements quarantine.Books.
func (b Books) Effect(ctx context.Context, c quarantine.Case, d quarantine.Decided) (effect quarantine.Effect, err error) {
	if d.Books == quarantine.Nothing {
		return effect, nil
	}
	if !bookable(c.Kind, d.Books) {
		return effect, fault.New(fault.INVALID_INPUT, "a case of the kind %s books no %s", c.Kind, d.Books)
	}
	if _, err := b.Members.ByID(ctx, d.Member); err != nil {
		return effect, fault.Wrap(err, fault.INVALID_INPUT, "there is no member %q", d.Member)
	}
	if reserved, err := b.reserved(ctx, c); reserved || err != nil {
		return effect, err
	}
	wallet, err := b.Ledger.Balance(ctx, ledger.Wallet(d.Member))
	effect.Wallet = min(max(wallet.Available(), 0), c.Amount)
	effect.Owed = c.Amount - effect.Wallet
	return effect, err
}

// DecideTx implements quarantine.Books.
func (b Books) DecideTx(ctx context.Context, tx *store.Tx, c quarantine.Case, d quarantine.Decided) error {
	if !bookable(c.Kind, d.Books) {
		return fault.New(fault.INVALID_INPUT, "a case of the kind %s books no %s", c.Kind, d.Books)
	}
	return b.lostPayoutTx(ctx, tx, c, d)
}

// bookable reports whether a case of a kind can be decided to be something.
func bookable(kind quarantine.CaseKind, as quarantine.Booking) bool {
	switch kind {
	case quarantine.LostPayout, quarantine.ContestedPayout:
		return as == quarantine.Withdrawal
	default:
		return false
	}
}
