package bonus

import (
	"time"

	"krapao/fault"
	"krapao/money"
)

// View is an active condition as its member sees it.
type View struct {
	Condition Condition
	Position  Position
	// At is when the games of Position.Total were last read.
	At time.Time
	// ExpiresAt has the outages so far added.
	ExpiresAt time.Time
	// Reason is why it is ending; empty while it is active.
	Reason fault.Code
	GiveUp GiveUp
}

// GiveUp is what giving up now would give back to the house, and what stays the member's.
type GiveUp struct{ Returned, Kept money.Amount }

// Ended is what became of a condition that was asked to end.
type Ended struct {
	Condition Condition
	// InProgress: the games are still being emptied, and the gates are shut.
	InProgress bool
}

// Described is what a statement's row of a grant, or of an end, shows.
type Described struct {
	Source      Source
	Description Text
	// Finish: the row is the condition's end, with State and Returned. Its transfer may be a void one of one satang.
	Finish   bool
	State    State
	Returned money.Amount
}
