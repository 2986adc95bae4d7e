// Package statement is the member's history of the wallet, read from the ledger: a row is a transfer that touched the
// wallet, as it stands now.
//
// Promises (API.md, Statement): newest first; what was reserved and then voided is FAILED, what was refused before that
// is not listed; a member that pages through sees each row once, though rows are added meanwhile and whichever node
// answers, because page 1 fixes where the reading of its session began.
package statement

import (
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Type is what a row is called on the wire. The amount is always positive; the sign is by type.
type Type string

// The types.
const (
	Deposit     Type = "deposit"
	Bonus       Type = "bonus"
	FinishBonus Type = "finish_bonus"
	Withdraw    Type = "withdraw"
	Transfer    Type = "transfer"
)

// Status of a row.
type Status string

// The statuses: reserved, posted, voided.
const (
	InProgress Status = "IN_PROGRESS"
	Success    Status = "SUCCESS"
	Failed     Status = "FAILED"
)

// Row is one movement of the wallet.
type Row struct {
	// Reference is our own id of the movement, the one that the outside knows too.
	Reference string
	Type      Type
	// From and To: WALLET, a game code, a bank or gateway code, TRUEMONEY, BONUS.
	From, To string
	Status   Status
	// Reason says why it waits, failed or differs; empty where there is nothing to say.
	Reason fault.Code
	// Amount is what was moved, or, where nothing was, what was reserved.
	Amount money.Amount
	// Balance is what the wallet had available after the movement's last step.
	Balance              money.Amount
	CreatedAt, UpdatedAt time.Time
}

// List is a part of a statement.
type List struct {
	// Total is the number of rows of the whole statement, as it was at page 1.
	Total int
	Rows  []Row
}

// Service reads statements.
type Service struct {
	store  *store.Store
	ledger *ledger.Ledger
}

// New makes the service.
func New(s *store.Store, l *ledger.Ledger) *Service { return &Service{store: s, ledger: l} }
