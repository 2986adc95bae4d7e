package link

import (
	"context"
	"time"

	"krapao/money"
)

// Issuer issues wallet links (vouchers that anybody who has the link may take into a wallet) and pays them into our own
// wallet. connect/truemoney implements it. Every call has its own deadline of at most 15 s within that of ctx.
//
// The outcomes (RULES.md section 3): nil is done. A *VoucherError is a documented, definitive rejection, and this call moved
// nothing. Any other error is unknown, and the voucher is asked about again. The issuer has no idempotency key. A repetition
// is safe because a wallet can take a voucher only once.
type Issuer interface {
	// Verify returns what the issuer knows of a voucher, as seen by our wallet. It changes nothing.
	Verify(ctx context.Context, code string) (Voucher, error)
	// Redeem takes our share of a voucher into our wallet. It can't be undone. The call is not sent after sendBy.
	Redeem(ctx context.Context, code string, sendBy time.Time) (Redemption, error)
}

// VoucherState says whether shares of a voucher can still be taken.
type VoucherState string

// The states of a voucher.
const (
	// VoucherOpen: there is a share left.
	VoucherOpen VoucherState = "open"
	// VoucherSpent: every share is taken.
	VoucherSpent VoucherState = "spent"
	// VoucherExpired: nobody can take a share any more.
	VoucherExpired VoucherState = "expired"
)

// Voucher is what the issuer knows of a voucher.
type Voucher struct {
	// ID is the issuer's number of it, or empty if the issuer gives none.
	ID    string
	State VoucherState
	// Amount is the total of all shares.
	Amount money.Amount
	// Share is the least that our share can be: all of it if one person takes it, an equal part if the shares are equal,
	// 0 if they are random.
	Share money.Amount
	// Ours is our own share, or nil if we took none. Told reports whether the issuer listed everybody who took a share,
	// so that nil is certain.
	Ours *Redemption
	Told bool
}

// Redemption is a share that our wallet took.
type Redemption struct {
	// Voucher is the issuer's number of the voucher, or empty if the issuer gives none.
	Voucher string
	// Amount is the amount that our wallet got: our share, if the voucher was for several people.
	Amount money.Amount
	At     time.Time
}

// VoucherRefusal is the reason of a definitive rejection.
type VoucherRefusal string

// The refusals. Each says only that this call moved nothing. If an earlier call got no answer, a voucher that is
// spent may have been spent by us.
const (
	// VoucherUnknown: there is no such voucher.
	VoucherUnknown VoucherRefusal = "unknown"
	// VoucherNoShare: every share is taken.
	VoucherNoShare VoucherRefusal = "no_share"
	// VoucherEnded: it has expired.
	VoucherEnded VoucherRefusal = "ended"
	// VoucherOwn: our own wallet made it and can't take it.
	VoucherOwn VoucherRefusal = "own"
	// VoucherTaken: our wallet took its share before.
	VoucherTaken VoucherRefusal = "taken"
)

// VoucherError is a definitive rejection by the issuer.
type VoucherError struct {
	Refusal VoucherRefusal
	// Code is the issuer's own code, for operators.
	Code string
}

func (e *VoucherError) Error() string { return "the issuer refused: " + e.Code }
