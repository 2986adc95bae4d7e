// Package clue has the codes of what the product found about a transfer with a game provider: why its outcome is unknown, why
// it was not made, and how a case about it ended.
//
// Promises:
//   - What is stored is a code, or a code and its evidence: the provider's own words, an amount, a time or an error.
//   - Every code has words, here in English, and in the console in each of its languages. Its evidence is shown as it is.
//   - A text without a code, of a version before or of a person, is evidence alone.
package clue

import (
	"strings"

	"krapao/game"
)

// Code is the code of what was found. It is stored, so it keeps its meaning for ever.
type Code string

// between is what stands between a code and its evidence.
const between = ": "

// With returns what is stored of a code with its evidence.
func (c Code) With(evidence string) string {
	if evidence == "" {
		return string(c)
	}
	return string(c) + between + evidence
}

// Split returns the code of a stored text, and its evidence. A text without a known code is evidence alone.
func Split(stored string) (c Code, evidence string) {
	before, after, _ := strings.Cut(stored, between)
	if _, known := english[Code(before)]; known {
		return Code(before), after
	}
	return "", stored
}

// English returns a stored text as the shell shows it: the words of its code, then its evidence.
func English(stored string) string {
	c, evidence := Split(stored)
	switch {
	case c == "":
		return evidence
	case evidence == "":
		return english[c]
	}
	return english[c] + between + evidence
}

// Answer returns what is stored of a provider's answer to a move, or to a question about one.
func Answer(o game.Outcome) string {
	if c, ours := unsent[o.Reason]; ours {
		return string(c)
	}
	switch o.Kind {
	case game.Rejected:
		return ProviderRefused.With(o.Reason)
	case game.NotFound:
		return ReferenceUnknown.With(o.Reason)
	case game.Pending:
		return StillProcessed.With(o.Reason)
	case game.Unknown, game.Done:
	}
	return AnswerUnclear.With(o.Reason)
}

// unsent are the codes of the reasons that adapters give for a move that they did not send, or that was refused for want of
// credits.
var unsent = map[string]Code{
	game.ReasonTooLate: TooLate, game.ReasonNotEnough: NotEnough, game.ReasonBreaker: NotAsked, game.ReasonNoPlace: NoPlace,
	game.ReasonInPlay: InPlay,
}
