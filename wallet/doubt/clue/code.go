package clue

// Why a transfer was not made, or what its provider says of it.
const (
	// NotSent: the order can't be made; the evidence is the error.
	NotSent Code = "not_sent"
	// TooLate, NotAsked and NoPlace: the adapter did not send it (game.Reason…). InPlay: the balance changed meanwhile.
	TooLate  Code = "too_late"
	NotAsked Code = "not_asked"
	NoPlace  Code = "no_place"
	InPlay   Code = "in_play"
	// NotEnough: the game account has fewer credits.
	NotEnough Code = "not_enough"
	// ProviderRefused, ReferenceUnknown, StillProcessed and AnswerUnclear are a provider's answers; the evidence is its words.
	ProviderRefused  Code = "provider_refused"
	ReferenceUnknown Code = "reference_unknown"
	StillProcessed   Code = "still_processed"
	AnswerUnclear    Code = "answer_unclear"
	// NeverHad: it said often and late enough that it does not know the reference.
	NeverHad Code = "never_had"
	// AnswerDisagrees: its answer can't be true of the order. BooksRefuse: the books refuse it. The evidence is the error.
	AnswerDisagrees Code = "answer_disagrees"
	BooksRefuse     Code = "books_refuse"
)

// Why nobody was asked, or nothing was sent again.
const (
	// RequestEnded: the request that made the transfer ended before it wrote what it knew.
	RequestEnded Code = "request_ended"
	NoConnection Code = "no_connection"
	// AccountUnusable: the account has no password that is known to be in force; the evidence is the error.
	AccountUnusable Code = "account_unusable"
	// SentAgainSoon: the first sending may still leave.
	SentAgainSoon    Code = "sent_again_soon"
	SettledElsewhere Code = "settled_elsewhere"
	// RefusedAgain: it was refused when it was sent again, too early to be believed; the evidence is the provider's words.
	RefusedAgain Code = "refused_again"
	// CheckFailed: a re-check could not be made; the evidence is the error.
	CheckFailed Code = "check_failed"
)

// What a balance says.
const (
	// NoRounds: without rounds no balance decides. HiddenStakes: nor where stakes are not reported.
	NoRounds     Code = "no_rounds"
	HiddenStakes Code = "hidden_stakes"
	// BalanceUnread and RoundsUnread: the evidence is the error.
	BalanceUnread  Code = "balance_unread"
	RoundsUnread   Code = "rounds_unread"
	BalanceWatched Code = "balance_watched"
	// MayStillApply and NothingMovedYet: the provider's window is not over.
	MayStillApply   Code = "may_still_apply"
	NothingMovedYet Code = "nothing_moved_yet"
	// NothingMoved: the balance decided it.
	NothingMoved         Code = "nothing_moved"
	BalanceFitsNeither   Code = "balance_fits_neither"
	StakesOpen           Code = "stakes_open"
	FoundBeyondRounds    Code = "found_beyond_rounds" // the evidence is the amount in baht
	FoundWithoutPlay     Code = "found_without_play"  // likewise
	AnotherCause         Code = "another_cause"
	TooManyCauses        Code = "too_many_causes" // the evidence is how many
	OnlyProviderCanProve Code = "only_provider_can_prove"
)

// What is known of the rounds. Where times are the evidence, they are in UTC.
const (
	// RoundMayCome: a round may still be listed, until the time of the evidence.
	RoundMayCome Code = "round_may_come"
	// RoundNearTransfer and RoundNearReading: the evidence is the time of the transfer, or of the readings.
	RoundNearTransfer Code = "round_near_transfer"
	RoundNearReading  Code = "round_near_reading"
	RoundOpen         Code = "round_open"
	// RoundOpenAtReturn: the evidence is when the transfer certainly was not applied yet. RoundNearReturn: likewise.
	RoundOpenAtReturn Code = "round_open_at_return"
	RoundNearReturn   Code = "round_near_return"
	RoundCorrected    Code = "round_corrected"
	// ReportBehind: the evidence is until when the report is needed, and until when it was read.
	ReportBehind Code = "report_behind"
	// ReportUnread: it was never read; the evidence is until when it is needed.
	ReportUnread Code = "report_unread"
	OnlyTotals   Code = "only_totals"
	NoReport     Code = "no_report"
	PlayUnread   Code = "play_unread" // the evidence is the error
)

// What became of a transfer that was given back, and of cases.
const (
	// OtherAmount: the provider says that it moved it, and another amount; the evidence is that, in credits.
	OtherAmount Code = "other_amount"
	// AppliedLate: the provider applied it after it was given back.
	AppliedLate Code = "applied_late"
	// FoundLater: a later check found out. StillBooked: it did, and the money is not booked yet.
	FoundLater  Code = "found_later"
	StillBooked Code = "still_booked"
	// AlikeLater: a later comparison found both sides alike. OtherCase: it found another difference, which has its own case.
	AlikeLater Code = "alike_later"
	OtherCase  Code = "other_case"
)
