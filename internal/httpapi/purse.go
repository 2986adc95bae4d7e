package httpapi

import (
	"context"

	"krapao/bonus"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
)

// Paid is an amount that came out of a purse, or into it.
type Paid struct {
	Message string     `json:"message" enum:"REFUND_SUCCESS,INVITE_BONUS_SUCCESS"`
	Amount  wire.Money `json:"amount"`
}

const (
	refundPaid = "REFUND_SUCCESS"
	invitePaid = "INVITE_BONUS_SUCCESS"
)

// purse is what refunds and invite bonuses share: they wait in a purse until they are taken into the wallet.
type purse struct {
	ledger  *ledger.Ledger
	bonuses *bonus.Service
}

// stands reports whether the effect of a call that emptied a purse still stands. It does not once new money is in the purse:
// that money can be taken.
func (p purse) stands(account func(member string) ledger.Account) httpx.Stands {
	return func(ctx context.Context, member string, key ledger.Key) (bool, error) {
		b, err := p.ledger.Balance(ctx, account(member))
		if err != nil || b.Available() > 0 {
			return false, err //nolint:wrapcheck // translated like a call's own
		}
		return p.bonuses.GrantStands(ctx, member, key) //nolint:wrapcheck // translated like a call's own
	}
}
