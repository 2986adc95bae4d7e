package slip

import (
	"time"

	"krapao/deposit"
	"krapao/fault"
)

// outcome is what the rules make of a verified transfer.
type outcome struct {
	// end is stateCredited, stateReview or stateFailed.
	end    state
	reason fault.Code
	// to is the account of ours that the money reached; reached tells that it verifiably did.
	to      deposit.Account
	reached bool
	// already is the arrival that brought this money into the member's wallet before, by another channel.
	already string
	// awaits, where it is set, puts the slip off instead.
	awaits *pause
}

// pause is why and how long a slip is put off.
type pause struct {
	// note is what the member is told meanwhile; empty: that the slip is being checked.
	note fault.Code
	// said is who was asked and what it said, for operators.
	said string
	// after is what the outside asked for; most bounds our own pauses, 0: mostPause.
	after, most time.Duration
}
