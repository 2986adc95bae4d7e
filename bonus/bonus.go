// Package bonus keeps conditional credits: bonuses, promotions, and what invitations, refunds and coupons add to a wallet
// (RULES.md section 7). One engine serves all five. What the house offers is in package campaign, which has this one grant it;
// the outages that conditions wait for are in package outage. Service grants and ends conditions by the calls of members and by
// every stable total, Jobs end those that no call ends, and Records answer what was granted.
//
// Promises:
//   - A member has at most one condition, by a unique index. A condition that is still ending counts.
//   - Terms are frozen at the grant: later changes of the content change no condition.
//   - The member's own money is not tracked change by change. It is what the member had at the grant, plus what has entered the
//     wallet from outside games since. That sum comes from the ledger's entries, which commit with the money, so no code path
//     can forget to update it.
//   - A condition ends only by a stable total, in the transaction that releases the hold under which the total was read, and
//     once. SUCCESS is decided by the least that the member has, FAILED by the most.
//   - The member's own money never goes back to the house. At expiry, and when the member gives up, at most the credit goes
//     back; at SUCCESS, only the part beyond what the terms let the member keep.
//   - The credit, the gates and the row are one commit. So are the money that goes back, the gates and the end.
//   - What was granted, less what was given back, is what the house accounts paid.
package bonus

import (
	"time"

	"krapao/ledger"
	"krapao/money"
)

// Source says what a conditional credit is for, in the wire's words.
type Source string

// The sources.
const (
	SourceBonus     Source = "bonus"
	SourcePromotion Source = "promotion"
	SourceInvite    Source = "invite"
	SourceRefund    Source = "refund"
	SourceCoupon    Source = "luckydraw"
)

// State is the state of a condition. All but the first two are ends.
type State string

// The states of a condition.
const (
	Active State = "active"
	// Ending: the outcome is decided, but the money that goes back must come from the games first. The gates stay shut.
	Ending   State = "ending"
	Success  State = "success"
	Failed   State = "failed"
	Expired  State = "expired"
	GivenUp  State = "given_up"
	Reversed State = "reversed" // the matched deposit was taken back
	Free     State = "free"     // the credit was too small for a condition: it ended as it was granted
)

// Credit is a request for a conditional credit.
type Credit struct {
	Member string
	// Operation is the call's idempotency key: the same key gets the same condition, for ever.
	Operation ledger.Key
	Source    Source
	// Campaign is its code, or the coupon's id; empty for an invitation and a refund.
	Campaign string
	// From is the account that pays: a house account, a purse or ledger.Coupons.
	From ledger.Account
	// Amount is the credit. With Match it is calculated from the deposit instead.
	Amount money.Amount
	// Terms that name no games are frozen with all games that the default may name.
	Terms Terms
	Match *Match
}

// Match is a credit in proportion to the member's latest deposit.
type Match struct {
	// Percent of the deposit is the credit, rounded down and at most Cap.
	Percent int64
	Cap     money.Amount
	// Minimum is the smallest deposit that is matched, Window how long after its arrival it can be.
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
	// Matched is the id of the matched arrival, empty if there is none; Deposit is its amount, D.
	Matched string
	Deposit money.Amount
	// Base is D plus the credit.
	Base money.Amount
	// Own is T before the credit, less D. What enters the wallet from outside after its version WalletAt is added to it.
	Own      money.Amount
	WalletAt int64
	// Required is the weighted turnover that the condition requires; 0: none.
	Required money.Amount
	// While the state is Ending, Outcome is the state it will end in, and Due the most that goes back.
	Outcome State
	Due     money.Amount
	// Returned is what went back to the house.
	Returned money.Amount
	// Granted and Finished are the ledger's transfers of the grant and of the end; Finished is 0 until the end.
	Granted, Finished ledger.ID
	GrantedAt         time.Time
	// ExpiresAt does not include outages; deadline adds them.
	ExpiresAt time.Time
	// EndedAt and UndoneAt are zero until it ended, or was undone.
	EndedAt, UndoneAt time.Time
}
