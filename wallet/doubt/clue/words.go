package clue

import (
	"maps"
	"slices"
)

// Codes returns all codes, by name.
func Codes() []Code { return slices.Sorted(maps.Keys(english)) }

// english are the words of all codes. The console has its own, in its languages.
var english = map[Code]string{
	NotSent:          "the order can't be made",
	TooLate:          "it was too late to send it",
	NotAsked:         "the provider is not asked for a while",
	NoPlace:          "no place for the call came free in time",
	InPlay:           "the account is being played on",
	NotEnough:        "the account has not enough credits",
	ProviderRefused:  "the provider refused it",
	ReferenceUnknown: "the provider does not know this reference yet",
	StillProcessed:   "the provider is still processing it",
	AnswerUnclear:    "the provider's answer does not say what became of it",
	NeverHad:         "the provider never had this reference",
	AnswerDisagrees:  "the provider's answer can't be true of this transfer",
	BooksRefuse:      "the books refuse the provider's answer",

	RequestEnded:     "the request ended before the outcome was written",
	NoConnection:     "no connection to the provider is configured",
	AccountUnusable:  "the game account can't be used to ask",
	SentAgainSoon:    "it is sent again soon",
	SettledElsewhere: "somebody else settles it",
	RefusedAgain:     "refused when sent again",
	CheckFailed:      "it could not be checked",

	NoRounds:             "the provider reports no rounds, and without them its balance does not decide the transfer",
	HiddenStakes:         "the provider does not report open stakes: one may look like the transfer, or hide it",
	BalanceUnread:        "the balance can't be read",
	RoundsUnread:         "the rounds can't be read",
	BalanceWatched:       "the balance is being watched",
	MayStillApply:        "it may still be applied",
	NothingMovedYet:      "nothing moved so far",
	NothingMoved:         "decided by the balance: nothing moved",
	BalanceFitsNeither:   "the balance fits neither answer",
	StakesOpen:           "stakes lie in open rounds",
	FoundBeyondRounds:    "an amount in baht was found beyond the provider's rounds, neither 0 nor the transfer",
	FoundWithoutPlay:     "an amount in baht was found, and no play is reported",
	AnotherCause:         "another returned transfer, or a correction of a round, explains the finding as well",
	TooManyCauses:        "too many other transfers or corrections may explain what was found",
	OnlyProviderCanProve: "the provider reports neither references nor play: only its own word can prove it",

	RoundMayCome:      "a round may still be listed",
	RoundNearTransfer: "a round was played at about the time of the transfer",
	RoundNearReading:  "a round was played at about the time when the balance was read",
	RoundOpen:         "a round was open when the transfer was made: its stake had left the balance before",
	RoundOpenAtReturn: "a round was open when the transfer certainly was not applied yet",
	RoundNearReturn:   "a round was played at about the time until when the transfer certainly was not applied",
	RoundCorrected:    "a round was corrected at about that time",
	ReportBehind:      "the provider's report of play is needed up to a later time than it was read",
	ReportUnread:      "the provider's report of play is needed, and was never read",
	OnlyTotals:        "there was play, and the provider reports only totals: they don't say which part is the transfer",
	NoReport:          "the provider has no report",
	PlayUnread:        "the account's play can't be read",

	OtherAmount: "it was given back, and the provider says that it moved another amount, in credits",
	AppliedLate: "applied by the provider after it was given back",
	FoundLater:  "a later check found out",
	StillBooked: "a later check found out, and it is still being booked",
	AlikeLater:  "a later comparison found both sides alike",
	OtherCase:   "a later comparison found another difference",
}
