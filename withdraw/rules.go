package withdraw

import (
	"time"

	"krapao/money"
)

// Facts are what the conditions of an automatic payout look at, gathered when a request is judged.
type Facts struct {
	Now    time.Time
	Amount money.Amount
	// TotalStable: T could be read, with no other transfer of the member under way.
	TotalStable bool
	// asking: the bank could not say yet whose the account is.
	asking bool
	// Unplayed is U; UnplayedKnown whether anything tells it.
	Unplayed      money.Amount
	UnplayedKnown bool
	// Deposited is the sum of all the member's deposits.
	Deposited money.Amount
	// Owed is what the member owes after a proven reversal.
	Owed money.Amount
	// AccountVerified: money came from the account, or the bank's name inquiry agreed.
	AccountVerified bool
	// PaidBefore: an earlier withdrawal was paid.
	PaidBefore bool
	// SecuredAt is the last change of bank, name, phone or password; zero: never.
	SecuredAt time.Time
	// LinkedInReview: a linked member is under review.
	LinkedInReview bool
	// Won is what games gave back in 24 h beyond what went in.
	Won money.Amount
	// AutomaticToday is what was paid to the member automatically today; HouseHour and HouseDay to all members.
	AutomaticToday      money.Amount
	HouseHour, HouseDay money.Amount
	// AssignedLately: money was given to the member by hand within 24 hours (RULES.md section 13).
	AssignedLately bool
	// Stopped: the brake was pulled after a break.
	Stopped bool
}

// Why names a condition of an automatic payout that does not hold: what an operator reads beside a withdrawal.
type Why string

// What may be so only because something could not be read.
const (
	totalNotStable     Why = "total not stable"
	depositsNotPlayed  Why = "deposits not played"
	accountNotVerified Why = "account not verified"
)

// passing reports whether all that fails may hold as soon as what could not be read can be.
func (f Facts) passing(failed []Why) bool {
	for _, why := range failed {
		switch {
		case why == totalNotStable, why == depositsNotPlayed && !f.UnplayedKnown, why == accountNotVerified && f.asking:
		default:
			return false
		}
	}
	return true
}

// condition is one line of RULES.md section 5.
type condition struct {
	why   Why
	holds func(f Facts, s Settings) bool
}

// conditions of an automatic payout; all must hold, else a person decides.
var conditions = []condition{
	{totalNotStable, func(f Facts, _ Settings) bool { return f.TotalStable }},
	{depositsNotPlayed, func(f Facts, s Settings) bool {
		if s.RequiredPlayPercent == 0 {
			return true
		}
		allowed := f.Deposited.Percent(int64(100 - s.RequiredPlayPercent))
		return f.UnplayedKnown && f.Unplayed <= allowed
	}},
	{"owes after a reversal", func(f Facts, _ Settings) bool { return f.Owed == 0 }},
	{accountNotVerified, func(f Facts, _ Settings) bool { return f.AccountVerified }},
	{"first withdrawal", func(f Facts, s Settings) bool { return f.PaidBefore || !s.ReviewFirst }},
	{"security change", func(f Facts, s Settings) bool {
		return f.SecuredAt.IsZero() || f.Now.Sub(f.SecuredAt) >= s.SecurityWait
	}},
	{"linked member in review", func(f Facts, _ Settings) bool { return !f.LinkedInReview }},
	{"money assigned by hand", func(f Facts, _ Settings) bool { return !f.AssignedLately }},
	{"win of 24 h", func(f Facts, s Settings) bool { return f.Won <= s.MaxWin }},
	{"win beside deposits", func(f Facts, s Settings) bool {
		return f.Won <= f.Deposited*money.Amount(s.MaxWinTimes)
	}},
	{"automatic amount of the day", func(f Facts, s Settings) bool { return f.AutomaticToday+f.Amount <= s.AutomaticPerDay }},
	{"house brake of the hour", func(f Facts, s Settings) bool { return f.HouseHour+f.Amount <= s.HousePerHour }},
	{"house brake of the day", func(f Facts, s Settings) bool { return f.HouseDay+f.Amount <= s.HousePerDay }},
	{"automatic payouts stopped", func(f Facts, _ Settings) bool { return !f.Stopped }},
}

// Judge returns the conditions that don't hold; none: the withdrawal is paid automatically.
func Judge(f Facts, s Settings) []Why {
	var failed []Why
	for _, c := range conditions {
		if !c.holds(f, s) {
			failed = append(failed, c.why)
		}
	}
	return failed
}
