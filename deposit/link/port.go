package link

import (
	"context"
	"time"

	"krapao/money"
)

// Issuer is who gives out wallet links (vouchers that whoever holds the link may take into a wallet) and pays them into
// our own wallet. connect/truemoney implements it. Every call has its own deadline of at most 15 s inside ctx's.
//
// The outcomes (RULES.md section 3): nil is done; a *VoucherError is a documented, certain no, and this call moved
// nothing; any other error is unknown, and the voucher is asked about again. The issuer keeps no key of ours: what
// makes a repetition safe is that a wallet takes a voucher once.
type Issuer interface {
	// Verify tells what the issuer knows of a voucher, seen by our wallet. It changes nothing.
	Verify(ctx context.Context, code string) (Voucher, error)
	// Redeem takes our share of a voucher into our wallet. It can't be taken back. The call does not go out after sendBy.
	Redeem(ctx context.Context, code string, sendBy time.Time) (Redemption, error)
}

// VoucherState is what can still become of a voucher.
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

// Voucher is what the issuer knows of one.
type Voucher struct {
	// ID is the issuer's own number of it; empty where it tells none.
	ID    string
	State VoucherState
	// Amount is the whole voucher's, over all its shares.
	Amount money.Amount
	// Share is the least that our share can be: all of it where one person takes it, an even part where shares are even,
	// 0 where they are drawn by lot.
	Share money.Amount
	// Ours is our own share; nil where we took none. Told says whether the issuer has told everybody who took a share,
	// so that nil is a certain no.
	Ours *Redemption
	Told bool
}

// Redemption is a share that our wallet took.
type Redemption struct {
	// Voucher is the issuer's own number of the voucher; empty where it tells none.
	Voucher string
	// Amount is what our wallet got: of a voucher for several people, our share.
	Amount money.Amount
	At     time.Time
}

// VoucherRefusal is why an issuer refused for certain.
type VoucherRefusal string

// The refusals. Each says of this call alone that it moved nothing: after an earlier call without an answer, a voucher
// that is spent may have been spent by us.
const (
	// VoucherUnknown: there is no such voucher.
	VoucherUnknown VoucherRefusal = "unknown"
	// VoucherNoShare: every share is taken.
	VoucherNoShare VoucherRefusal = "no_share"
	// VoucherEnded: it has expired.
	VoucherEnded VoucherRefusal = "ended"
	// VoucherOwn: our own wallet made it, and can't take it.
	VoucherOwn VoucherRefusal = "own"
	// VoucherTaken: our wallet took its share before.
	VoucherTaken VoucherRefusal = "taken"
)

// VoucherError is a certain no of the issuer.
type VoucherError struct {
	Refusal VoucherRefusal
	// Code is the issuer's own word, for operators.
	Code string
}

func (e *VoucherError) Error() string { return "the issuer refused: " + e.Code }
