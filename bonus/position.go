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
	// Turned is the weighted turnover so far, of Required.
	Turned, Required money.Amount
	End              End
}
