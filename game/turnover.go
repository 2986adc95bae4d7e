package game

import (
	"time"

	"krapao/money"
)

// PlayAdded is what one commit of a report adds to a member's play at a provider. One is told per row kept, sorted by
// member, so that reports with members in common lock them in one order.
type PlayAdded struct {
	Member, Provider string
	// Counter: the provider tells totals, and the play lies anywhere between Since and BetAt. Of a round both are the
	// time of the bet.
	Counter      bool
	Since, BetAt time.Time
	// Turnover and Net (won less lost) are in satang, less what earlier versions of the row added: below zero where it was
	// corrected or is void.
	Turnover, Net money.Amount
}

// Turned is what a member turned over at one provider within a span, in satang. Its sum is made in credits, and turned
// into baht once.
type Turned struct {
	Provider string
	// Play is what it counts as: weights are by it.
	Play   PlayKind
	Amount money.Amount
}
