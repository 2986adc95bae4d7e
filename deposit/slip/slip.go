package slip

import (
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/money"
)

// state is how far a slip has come.
type state string

const (
	stateReceived state = "received" // stored; to be read
	stateClaimed  state = "claimed"  // read, and the transfer is being decided for it; a verifier is to be asked
	stateVerified state = "verified" // the bank told the transfer; to be booked
	stateReview   state = "review"   // an operator decides
	stateCredited state = "credited"
	stateFailed   state = "failed"
)

// Slip is an uploaded picture of a transfer, and what became of it.
type Slip struct {
	// Reference is our own id of it.
	Reference  string
	UploadedAt time.Time
	// Amount is 0 until the bank told it. Above 0 on a slip that failed, unless it is a duplicate or went to an account that
	// is not ours, the money has reached us and is being assigned by the operator.
	Amount   money.Amount
	Progress deposit.Progress
	// Note is why it failed, or what an operator looks at; empty where there is nothing to say.
	Note fault.Code
	// Already is the deposit that brought this money before, where Note is SLIP_ALREADY_CREDITED.
	Already *Already
}

// Already is a deposit of the member's that a slip turned out to be about.
type Already struct {
	// Reference is the statement's of the deposit.
	Reference string
	Amount    money.Amount
	At        time.Time
}

// slipOf is a row as its member sees it.
func slipOf(row depositdb.Slip) Slip {
	v := Slip{
		Reference: row.ID, UploadedAt: row.UploadedAt.Time(), Amount: row.Amount, Progress: deposit.InProgress, Note: fault.Code(row.Reason),
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
