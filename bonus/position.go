package bonus

import "krapao/money"

// Position is how far a condition has come (RULES.md section 7): P = Total - Own, which was Base at the grant.
type Position struct {
	// Total is T, or the total by the books if the position is only shown.
	Total money.Amount
	// Own is the member's own money now, with what came from outside since the grant.
	Own                   money.Amount
	Base, Credit, Deposit money.Amount
	// Target and Floor are values of the total, so they move with Own. The target's part of the base is rounded up, the
	// floor's part down.
	Target, Floor money.Amount
	// Most is the part of P that the member keeps at SUCCESS, rounded down; NoMost: all of it.
	Most money.Amount
	// Turned is the weighted turnover so far, of Required.
	Turned, Required money.Amount
	End              End
}

// NoMost is Position.Most if the terms set no bound.
const NoMost money.Amount = -1

// position returns the position of a condition, by the own money, the turnover and the total of now.
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

// Outcome reports whether the condition has reached an end, and which: SUCCESS by the least that the member has, FAILED by the
// most, if that is known. If both are reached, which only a turnover can bring about, it is SUCCESS.
func (p Position) Outcome(least, most money.Amount, mostKnown bool) (State, bool) {
	switch {
	case p.succeeds(least):
		return Success, true
	case mostKnown && most <= p.Floor:
		return Failed, true
	}
	return Active, false
}

// succeeds reports whether the condition has reached its end with success.
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

// mayEnd reports whether a condition that t does not end may have reached an end nevertheless.
//   - SUCCESS, if the most that the member may have would reach it. Or it is reached, but the exact T is needed to know how much
//     the member keeps. success: SUCCESS still counts. A turnover needs no total: if it is not reached, SUCCESS is out.
//   - FAILED, if the least is at the floor and the most is unknown.
func (p Position) mayEnd(t Total, success bool) bool {
	fails := !t.MostKnown && t.Least <= p.Floor
	most := max(t.Least, t.Most)
	if !t.MostKnown {
		most = max(most, p.Target)
	}
	return fails || success && p.succeeds(most)
}

// Back is what goes back to the house at expiry, and when the member gives up: at most the credit, never a part of the
// deposit, never the member's own money.
func (p Position) Back(least money.Amount) money.Amount {
	return min(p.Credit, max(0, least-p.Own-p.Deposit))
}

// Over is what goes back at SUCCESS: the part of P beyond what the terms let the member keep.
func (p Position) Over(least money.Amount) money.Amount {
	if p.Most == NoMost {
		return 0
	}
	return max(0, least-p.Own-p.Most)
}

// back is what goes back at an outcome.
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

// mostBack is the most that can go back at an outcome, however much the member has; false if there is no bound.
func (p Position) mostBack(outcome State) (money.Amount, bool) {
	switch outcome {
	case Success:
		return 0, p.Most == NoMost
	case Expired, GivenUp:
		return p.Credit, true
	default:
		return 0, true
	}
}
