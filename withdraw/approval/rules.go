package approval

import (
	"time"

	"krapao/money"
	"krapao/withdraw"
)

// Facts are the inputs to the conditions of an automatic payout, gathered when a withdrawal is checked.
type Facts struct {
	Now    time.Time
	Amount money.Amount
	// TotalStable: T could be read, and no other transfer of the member was under way.
	TotalStable bool
	// asking: the bank could not say yet who holds the account.
	asking bool
	// Unplayed is U. UnplayedKnown: U could be read.
	Unplayed      money.Amount
	UnplayedKnown bool
	// Deposited is the sum of all the member's deposits.
	Deposited money.Amount
	// Owed is what the member owes after a proven reversal.
	Owed money.Amount
	// AccountVerified: money came from the account, or the bank's name inquiry matched.
	AccountVerified bool
	// PaidBefore: an earlier withdrawal was paid out.
	PaidBefore bool
	// SecuredAt is the last change of bank account, name, phone or password. Zero: never.
	SecuredAt time.Time
	// LinkedInReview: a withdrawal of a strongly linked member waits for a person.
	LinkedInReview bool
	// SharesDevice: no person has approved a withdrawal since the member came to have a device in common with another one.
	// SharesAddress: it is linked to another one by an address, and no person has approved any withdrawal.
	SharesDevice, SharesAddress bool
	// UnderReview: the house wants a person to decide about each withdrawal of the member.
	UnderReview bool
	// Won is how much more came out of games than went in, within 24 hours.
	Won money.Amount
	// AutomaticToday was paid to the member automatically today. HouseHour and HouseDay were paid to all members.
	AutomaticToday      money.Amount
	HouseHour, HouseDay money.Amount
	// AssignedLately: an operator gave money to the member within 24 hours (RULES.md section 13).
	AssignedLately bool
	// Callout is what the house's own system says of it; empty: it is not asked yet, or there is none.
	Callout Verdict
	// Stopped: automatic payouts were stopped after a break in the books.
	Stopped bool
}

// Conditions that may fail only because something could not be read.
const (
	totalNotStable     withdraw.Why = "total not stable"
	depositsNotPlayed  withdraw.Why = "deposits not played"
	accountNotVerified withdraw.Why = "account not verified"
	calloutUnanswered  withdraw.Why = "callout unanswered"
)

// passing reports whether every failed condition may hold once the missing data can be read.
func (f Facts) passing(failed []withdraw.Why) bool {
	for _, why := range failed {
		switch {
		case why == totalNotStable, why == depositsNotPlayed && !f.UnplayedKnown, why == accountNotVerified && f.asking,
			why == calloutUnanswered:
		default:
			return false
		}
	}
	return true
}

// condition is one rule of RULES.md section 5.
type condition struct {
	why   withdraw.Why
	holds func(f Facts, s withdraw.Settings) bool
}

// conditions of an automatic payout. All must hold; otherwise an operator decides.
var conditions = []condition{
	{totalNotStable, func(f Facts, _ withdraw.Settings) bool { return f.TotalStable }},
	{depositsNotPlayed, func(f Facts, s withdraw.Settings) bool {
		if s.RequiredPlayPercent == 0 {
			return true
		}
		allowed := f.Deposited.Percent(int64(100 - s.RequiredPlayPercent))
		return f.UnplayedKnown && f.Unplayed <= allowed
	}},
	{"owes after a reversal", func(f Facts, _ withdraw.Settings) bool { return f.Owed == 0 }},
	{accountNotVerified, func(f Facts, _ withdraw.Settings) bool { return f.AccountVerified }},
	{"first withdrawal", func(f Facts, s withdraw.Settings) bool { return f.PaidBefore || !s.ReviewFirst }},
	{"security change", func(f Facts, s withdraw.Settings) bool {
		return f.SecuredAt.IsZero() || f.Now.Sub(f.SecuredAt) >= s.SecurityWait
	}},
	{"linked member in review", func(f Facts, _ withdraw.Settings) bool { return !f.LinkedInReview }},
	{"shared device", func(f Facts, _ withdraw.Settings) bool { return !f.SharesDevice }},
	{"shared address", func(f Facts, _ withdraw.Settings) bool { return !f.SharesAddress }},
	{"member under review", func(f Facts, _ withdraw.Settings) bool { return !f.UnderReview }},
	{"money assigned by hand", func(f Facts, _ withdraw.Settings) bool { return !f.AssignedLately }},
	{"win of 24 h", func(f Facts, s withdraw.Settings) bool { return f.Won <= s.MaxWin }},
	{"win beside deposits", func(f Facts, s withdraw.Settings) bool {
		return f.Won <= f.Deposited*money.Amount(s.MaxWinTimes)
	}},
	{"automatic amount of the day", func(f Facts, s withdraw.Settings) bool {
		return f.AutomaticToday+f.Amount <= s.AutomaticPerDay
	}},
	{"house brake of the hour", func(f Facts, s withdraw.Settings) bool { return f.HouseHour+f.Amount <= s.HousePerHour }},
	{"house brake of the day", func(f Facts, s withdraw.Settings) bool { return f.HouseDay+f.Amount <= s.HousePerDay }},
	{"callout asks for review", func(f Facts, _ withdraw.Settings) bool { return f.Callout != Look }},
	{withdraw.CalloutRefused, func(f Facts, _ withdraw.Settings) bool { return f.Callout != Refuse }},
	{calloutUnanswered, func(f Facts, s withdraw.Settings) bool { return f.Callout != unanswered || s.CalloutOpen }},
	{"automatic payouts stopped", func(f Facts, _ withdraw.Settings) bool { return !f.Stopped }},
}

// FailedConditions returns the conditions that don't hold. None: the withdrawal is paid automatically.
func FailedConditions(f Facts, s withdraw.Settings) []withdraw.Why {
	var failed []withdraw.Why
	for _, c := range conditions {
		if !c.holds(f, s) {
			failed = append(failed, c.why)
		}
	}
	return failed
}
