// Package bonus keeps conditional credits: bonuses, promotions, and what invitations, refunds and coupons add to a wallet
// (RULES.md section 7). One engine for all five.
//
// Promises:
//   - A member has at most one condition; a unique index says so, and one that is still ending counts.
//   - Terms are frozen at the grant: content that changes later changes no condition.
//   - own is not stored change by change. It is what the member had at the grant, and what has entered the wallet from
//     outside games since, summed from the ledger's entries: those are the same commit as the money, so nobody can forget.
//   - A condition ends by a stable total only, in the transaction that releases the hold under which it was read, and once.
//     SUCCESS is decided by the least that the member has, FAILED by the most.
//   - What goes back is never the member's own money. At expiry, and where the member gives up, it is never more than the
//     credit; at SUCCESS only what is beyond the part that the terms let it keep.
//   - The credit, the gates and the row are one commit; so are the money that goes back, the gates and the end.
//   - What was granted less what was given back is what the house accounts paid.
package bonus

import (
	"time"

	"krapao/ledger"
	"krapao/money"
)

// Source is what a conditional credit is for, as the wire says it.
type Source string

// The sources.
const (
	SourceBonus     Source = "bonus"
	SourcePromotion Source = "promotion"
	SourceInvite    Source = "invite"
	SourceRefund    Source = "refund"
	SourceCoupon    Source = "luckydraw"
)

// State of a condition. All but the first two are its end.
type State string

// The states of a condition.
const (
	Active State = "active"
	// Ending: it is decided, and what goes back has to be brought from the games first. The gates stay shut.
	Ending   State = "ending"
	Success  State = "success"
	Failed   State = "failed"
	Expired  State = "expired"
	GivenUp  State = "given_up"
	Reversed State = "reversed" // the deposit that it matched was taken back
	Free     State = "free"     // so small a credit that it carries no condition: it ended as it was granted
)

// Credit asks for a conditional credit.
type Credit struct {
	Member string
	// Operation is the call's key: the same one gets the same condition, for ever.
	Operation ledger.Key
	Source    Source
	// Campaign is its code, or the coupon's id; empty for an invitation and a refund.
	Campaign string
	// From pays: a house account, a purse or ledger.Coupons.
	From ledger.Account
	// Amount is the credit; where Match is set it is found from the deposit.
	Amount money.Amount
	// Terms may name no games: then all that terms may name by default are frozen into the condition.
	Terms Terms
	Match *Match
}

// Match is a credit in proportion to the member's latest deposit.
type Match struct {
	// Percent of the deposit is the credit, at most Cap, rounded down.
	Percent int64
	Cap     money.Amount
	// Minimum is the least deposit that is matched, Window how long after it was credited.
	Minimum money.Amount
	Window  time.Duration
}

// Condition is a conditional credit as it was granted, and its end.
type Condition struct {
	ID       string
	Member   string
	Source   Source
	Campaign string
	State    State
	Terms    Terms
	Credit   money.Amount
	// Matched is the arrival that it matched, empty without; Deposit is its amount, D.
	Matched string
	Deposit money.Amount
	// Base is D and the credit.
	Base money.Amount
	// Own is T before the credit, less D. What entered the wallet from outside after its version WalletAt adds to it.
	Own      money.Amount
	WalletAt int64
	// Required is the weighted turnover to be made; 0: none.
	Required money.Amount
	// Outcome is what it ends as, and Due what is to go back at most, while it is Ending.
	Outcome State
	Due     money.Amount
	// Returned is what went back to the house.
	Returned money.Amount
	// Granted and Finished are the ledger's transfers; Finished is 0 until then.
	Granted, Finished ledger.ID
	GrantedAt         time.Time
	// ExpiresAt is without outages, which are added.
	ExpiresAt time.Time
	// EndedAt and UndoneAt are zero until then.
	EndedAt, UndoneAt time.Time
}
