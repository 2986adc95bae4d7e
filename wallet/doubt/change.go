package doubt

import (
	"fmt"

	"krapao/game"
	"krapao/money"
)

// change is what happened to an account between two readings, beyond the transfers that the books know.
type change struct {
	// found is what the readings say.
	found money.Amount
	// certain is what certainly happened between them, perhaps what may have.
	certain  money.Credits
	possible []money.Credits
}

// mostPossible bounds what is tried in all combinations.
const mostPossible = 12

// decide decides whether a move happened between the readings: Done where only it explains what was found, NotFound where only
// its absence does, otherwise Unknown.
func (x change) decide(move money.Credits, f money.Factor) game.Outcome {
	if len(x.possible) > mostPossible {
		return game.Outcome{Reason: fmt.Sprintf("%d other transfers or corrections may explain what was found", len(x.possible))}
	}
	with, without := x.explainedBy(move, f), x.explainedBy(0, f)
	switch {
	case with && without:
		return game.Outcome{Reason: "another returned transfer, or a correction of a round, explains what was found as well"}
	case with:
		return game.Outcome{Kind: game.Done, Moved: move}
	case without:
		return game.Outcome{Kind: game.NotFound}
	}
	return game.Outcome{Reason: fmt.Sprintf("%s baht were found beyond the provider's rounds: neither nothing nor the transfer", x.found-x.certain.Baht(f))}
}

// explainedBy reports whether what was found is the sum of what certainly happened, the move, and some of what may have
// happened. Each reading is rounded down to the satang, so that two may be one satang off.
func (x change) explainedBy(move money.Credits, f money.Factor) bool {
	for some := range 1 << len(x.possible) {
		sum := x.certain + move
		for i, one := range x.possible {
			if some&(1<<i) != 0 {
				sum += one
			}
		}
		if size(x.found-sum.Baht(f)) <= 1 {
			return true
		}
	}
	return false
}
