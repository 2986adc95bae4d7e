package slip

import (
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/money"
)

// state is the state of a slip.
type state string

const (
	stateReceived state = "received" // stored; to be read next
	stateClaimed  state = "claimed"  // read, and has the claim of its transfer; a verifier is asked next
	stateVerified state = "verified" // the bank reported the transfer; to be booked next
	stateReview   state = "review"   // an operator decides
	stateCredited state = "credited"
	stateFailed   state = "failed"
)

// Slip is an uploaded picture of a transfer, and its result.
type Slip struct {
	// Reference is our own id of the slip.
	Reference  string
	UploadedAt time.Time
	// Amount is 0 until the bank reports it. If it is above 0 on a failed slip, the money has reached us and an operator
	// is assigning it. A duplicate and a transfer to an account that is not ours are exceptions.
	Amount   money.Amount
	Progress deposit.Progress
	// Note says why it failed, or what an operator looks at. Empty if there is nothing to say.
	Note fault.Code
	// Already is the deposit that brought this money before, if Note is SLIP_ALREADY_CREDITED.
	Already *Already
}

// Already is the member's deposit that a slip turned out to be about.
type Already struct {
	// Reference is that of the deposit in the member's statement.
	Reference string
	Amount    money.Amount
	At        time.Time
}

// slipOf returns a row as its member sees it.
func slipOf(row depositdb.Slip) Slip {
	v := Slip{
		Reference: row.ID, UploadedAt: row.UploadedAt.Time(), Amount: row.Amount,
		Progress: deposit.InProgress, Note: fault.Code(row.Reason),
	}
	switch state(row.State) {
	case stateCredited:
		v.Progress = deposit.Succeeded
	case stateFailed:
		v.Progress = deposit.Failed
	case stateReceived, stateClaimed, stateVerified, stateReview:
	}
	return v
}
