package doubt

import (
	"fmt"

	"krapao/game"
	"krapao/money"
)

// change is what happened to an account between two readings, beyond the transfers in the books.
type change struct {
	// found is what the readings say.
	found money.Amount
	// certain is what certainly happened in between, possible what may have happened.
	certain  money.Credits
	possible []money.Credits
}

// mostPossible limits how many possible causes are tried in all combinations.
const mostPossible = 12

// decide decides whether a move happened between the readings. It is Done if only the move explains what was found,
// NotFound if only its absence does, otherwise Unknown.
func (x change) decide(move money.Credits, f money.Factor) game.Outcome {
	if len(x.possible) > mostPossible {
		return game.Outcome{Reason: fmt.Sprintf("%d other transfers or corrections may explain what was found", len(x.possible))}
	}
	with, without := x.explainedBy(move, f), x.explainedBy(0, f)
	switch {
	case with && without:
		return game.Outcome{Reason: "another returned transfer, or a correction of a round, explains the finding as well"}
	case with:
		return game.Outcome{Kind: game.Done, Moved: move}
	case without:
		return game.Outcome{Kind: game.NotFound}
	}
	beyond := x.found - x.certain.Baht(f)
	return game.Outcome{Reason: fmt.Sprintf("%s baht were found beyond the provider's rounds: neither 0 nor the transfer", beyond)}
}

// explainedBy reports whether what was found is the sum of what certainly happened, the move, and some of the possible
// causes. Each reading is rounded down to the satang, so two of them may be one satang off.
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
