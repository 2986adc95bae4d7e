package clue

import (
	"regexp"
	"strings"
	"testing"

	"krapao/game"
)

// A stored text is split into what it was made of. What has no code of ours is evidence, whatever is in it.
func TestSplitIsTheOppositeOfWith(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		stored, evidence string
		code             Code
		english          string
	}{
		"a code":              {stored: string(NoReport), code: NoReport, english: "the provider has no report"},
		"a code and an error": {BalanceUnread.With("EOF"), "EOF", BalanceUnread, "the balance can't be read: EOF"},
		"words with a colon": {
			ProviderRefused.With("joker: 7: not now"), "joker: 7: not now", ProviderRefused, "the provider refused it: joker: 7: not now",
		},
		"words that are a code": {
			AnswerUnclear.With("no_report: x"), "no_report: x", AnswerUnclear,
			"the provider's answer does not say what became of it: no_report: x",
		},
		"words that begin with a colon": {AnswerUnclear.With(": x"), ": x", AnswerUnclear, english[AnswerUnclear] + ": : x"},
		"nothing":                       {},
		"of before":                     {"it is being watched", "it is being watched", "", "it is being watched"},
		"of before, with a colon": {
			"the rounds can't be read: EOF", "the rounds can't be read: EOF", "", "the rounds can't be read: EOF",
		},
		"a code of a newer version": {"read_in_tea: leaves", "read_in_tea: leaves", "", "read_in_tea: leaves"},
		"a person's":                {"no_report means: wait", "no_report means: wait", "", "no_report means: wait"},
	} {
		code, evidence := Split(x.stored)
		if code != x.code || evidence != x.evidence || English(x.stored) != x.english {
			t.Errorf("%s: %q, %q, %q", name, code, evidence, English(x.stored))
		}
		if code != "" && code.With(evidence) != x.stored {
			t.Errorf("%s: %q is stored as %q", name, x.stored, code.With(evidence))
		}
	}
}

// What a person writes does not begin with a code by chance, and what is stored has room for the evidence.
func TestCodesLookLikeNothingElse(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile(`^[a-z]+(_[a-z]+)+$`)
	for c, words := range english {
		if !code.MatchString(string(c)) || len(c) > 30 || strings.TrimSpace(words) == "" {
			t.Errorf("%q: %q", c, words)
		}
	}
}

// An adapter's answer has the code of what it says, and of why it was not sent.
func TestAnswer(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]game.Outcome{
		"provider_refused: 7: no":     {Kind: game.Rejected, Reason: "7: no"},
		"reference_unknown: 404":      {Kind: game.NotFound, Reason: "404"},
		"still_processed":             {Kind: game.Pending},
		"answer_unclear: no_report":   {Reason: "no_report"},
		"answer_unclear: HTTP 502: x": {Reason: "HTTP 502: x"},
		"too_late":                    {Kind: game.Rejected, Reason: game.ReasonTooLate},
		"not_enough":                  {Kind: game.Rejected, Reason: game.ReasonNotEnough},
		"no_place":                    {Kind: game.Rejected, Reason: game.ReasonNoPlace},
		"in_play":                     {Kind: game.Rejected, Reason: game.ReasonInPlay},
		"not_asked":                   {Reason: game.ReasonBreaker},
	} {
		if got := Answer(o); got != want {
			t.Errorf("%+v is %q, want %q", o, got, want)
		}
	}
}
