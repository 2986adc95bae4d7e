package slip

import (
	"time"

	"krapao/deposit"
	"krapao/fault"
)

// outcome is the result of the rules for a verified transfer.
type outcome struct {
	// end is stateCredited, stateReview or stateFailed.
	end    state
	reason fault.Code
	// to is our account that the money reached. reached: this is certain, and the account was in force.
	to      deposit.Account
	reached bool
	// already is the arrival by which another channel brought this money before.
	already string
	// awaits, if set, postpones the slip instead.
	awaits *pause
}

// pause says why and for how long a slip is postponed.
type pause struct {
	// note is what the member sees in the meantime. Empty: the slip is being checked.
	note fault.Code
	// said says who was asked and what the answer was, for operators.
	said string
	// after is the wait that the outside asked for. most limits our own pauses. 0: mostPause.
	after, most time.Duration
}
