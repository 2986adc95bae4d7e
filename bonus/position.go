package bonus

import "krapao/money"

// Position is where a condition stands (RULES.md section 7): P = Total - Own, which was Base at the grant.
type Position struct {
	// Total is T, or what the books say of it where it is only shown.
	Total money.Amount
	// Own is as of now, with what came from outside since the grant.
	Own                   money.Amount
	Base, Credit, Deposit money.Amount
	// Target and Floor are amounts of the total, so they move with Own: the target's part of the base is rounded up, the
	// floor's down.
	Target, Floor money.Amount
	// Most is the part of P that is kept at SUCCESS, rounded down; NoMost: all of it.
	Most money.Amount
	// Turned is the weighted turnover so far, of Required.
	Turned, Required money.Amount
	End              End
}

// NoMost is Position.Most where the terms bound nothing.
const NoMost money.Amount = -1

// position of a condition, by its own money and its turnover as of now, and a total.
func (c *Condition) position(own, turned, total money.Amount) Position {
	p := Position{
		Total: total, Own: own, Base: c.Base, Credit: c.Credit, Deposit: c.Deposit,
		Target: own + c.Base.PercentUp(c.Terms.PercentSuccess), Floor: own + c.Base.Percent(c.Terms.PercentFail),
		Most: NoMost, Turned: turned, Required: c.Required, End: c.Terms.End,
	}
	if c.Terms.KeepPercent > 0 {
		p.Most = c.Base.Percent(c.Terms.KeepPercent)
	}
	return p
}

// Judge tells whether the condition is at an end: SUCCESS by the least that the member has, FAILED by the most, where that
// is known. Where both hold, which only a turnover can bring about, it is SUCCESS.
func (p Position) Judge(least, most money.Amount, mostKnown bool) (State, bool) {
	switch {
	case p.succeeds(least):
		return Success, true
	case mostKnown && most <= p.Floor:
		return Failed, true
	}
	return Active, false
}

func (p Position) succeeds(least money.Amount) bool {
	reached, turned := least >= p.Target, p.Turned >= p.Required
	switch p.End {
	case EndTarget:
		return reached
	case EndTurnover:
		return turned
	case EndBoth:
		return reached && turned
	}
	return false
}

// mayEnd reports whether the condition, which t does not end, may be at an end all the same: SUCCESS where what the member has at
// most would bring it (or where it is reached, and the exact T is needed for what is kept), FAILED where nobody knows the
// most. success reports whether SUCCESS still counts. A turnover needs no total: not reached, it leaves no SUCCESS open.
func (p Position) mayEnd(t Total, success bool) bool {
	fails := !t.MostKnown && t.Least <= p.Floor
	most := max(t.Least, t.Most)
	if !t.MostKnown {
		most = max(most, p.Target)
	}
	return fails || success && p.succeeds(most)
}

// Back is what goes back to the house at expiry, and where the member gives up: never more than the credit, never of the
// deposit, and never the member's own money.
func (p Position) Back(least money.Amount) money.Amount {
	return min(p.Credit, max(0, least-p.Own-p.Deposit))
}

// Over is what goes back at SUCCESS: what P has beyond what the terms let the member keep.
func (p Position) Over(least money.Amount) money.Amount {
	if p.Most == NoMost {
		return 0
	}
	return max(0, least-p.Own-p.Most)
}

// back is what goes back by an outcome.
func (p Position) back(outcome State, least money.Amount) money.Amount {
	switch outcome {
	case Success:
		return p.Over(least)
	case Expired, GivenUp:
		return p.Back(least)
	default:
		return 0
	}
}

// certain is the most that can go back by an outcome, whatever the member has; false where nothing bounds it.
func (p Position) certain(outcome State) (money.Amount, bool) {
	switch outcome {
	case Success:
		return 0, p.Most == NoMost
	case Expired, GivenUp:
		return p.Credit, true
	default:
		return 0, true
	}
}
