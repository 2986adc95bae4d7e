// Package cause decides whether a move is what changed a game account between two readings of it.
package cause

import (
	"strconv"

	"krapao/game"
	"krapao/money"
	"krapao/wallet/doubt/clue"
)

// Change is what happened to an account between two readings, beyond the transfers in the books.
type Change struct {
	// Found is what the readings say.
	Found money.Amount
	// Certain is what certainly happened in between, Possible what may have happened.
	Certain  money.Credits
	Possible []money.Credits
}

// mostPossible limits how many possible causes are tried in all combinations.
const mostPossible = 12

// Decide decides whether a move happened between the readings. It is Done if only the move explains what was found,
// NotFound if only its absence does, otherwise Unknown: then its reason is a text of clue.
func (x Change) Decide(move money.Credits, f money.Factor) game.Outcome {
	if len(x.Possible) > mostPossible {
		return game.Outcome{Reason: clue.TooManyCauses.With(strconv.Itoa(len(x.Possible)))}
	}
	with, without := x.explainedBy(move, f), x.explainedBy(0, f)
	switch {
	case with && without:
		return game.Outcome{Reason: string(clue.AnotherCause)}
	case with:
		return game.Outcome{Kind: game.Done, Moved: move}
	case without:
		return game.Outcome{Kind: game.NotFound}
	}
	beyond := x.Found - x.Certain.Baht(f)
	return game.Outcome{Reason: clue.FoundBeyondRounds.With(beyond.String())}
}

// explainedBy reports whether what was found is the sum of what certainly happened, the move, and some of the possible
// causes. Each reading is rounded down to the satang, so two of them may be one satang off.
func (x Change) explainedBy(move money.Credits, f money.Factor) bool {
	for some := range 1 << len(x.Possible) {
		sum := x.Certain + move
		for i, one := range x.Possible {
			if some&(1<<i) != 0 {
				sum += one
			}
		}
		if off := x.Found - sum.Baht(f); max(off, -off) <= 1 {
			return true
		}
	}
	return false
}
