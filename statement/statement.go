// Package statement is the member's history of the wallet, read from the ledger: a row is a transfer that touched the
// wallet, as it stands now.
//
// Promises (API.md, Statement):
//   - Rows are listed newest first.
//   - A transfer that was reserved and then voided is FAILED. One that was refused before it was reserved is not listed.
//   - A member that reads page after page sees each row once, though rows are added meanwhile and another node may answer:
//     page 1 fixes, for its session, which rows the later pages are of.
package statement

import (
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/statement/internal/statementdb"
)

// Type is the kind of a row on the wire. The amount is always positive; the type gives its sign.
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

// Row is one transfer that touched the wallet.
type Row struct {
	// Reference is the transfer's own (CONTEXT.md), which the outside knows too.
	Reference string
	Type      Type
	// From and To: WALLET, a game code, a bank or gateway code, TRUEMONEY, BONUS.
	From, To string
	Status   Status
	// Reason is why the row waits, failed or differs in its amount; empty otherwise.
	Reason fault.Code
	// Amount is what was moved, in satang. Where nothing was moved, it is what was reserved.
	Amount money.Amount
	// Balance is what was available in the wallet after the last step of the transfer, in satang.
	Balance              money.Amount
	CreatedAt, UpdatedAt time.Time
}

// List is a part of a statement.
type List struct {
	// Total is the number of rows of the whole statement, as it was at page 1.
	Total int
	Rows  []Row
}

// Settled reports whether no row can change any more. A condition's grant and end are shown as the condition is, so they can.
func (l List) Settled() bool {
	return !slices.ContainsFunc(l.Rows, func(r Row) bool {
		return r.Status == InProgress || r.Type == Bonus || r.Type == FinishBonus
	})
}

// Service reads statements.
type Service struct {
	store   *store.Store
	ledger  *ledger.Ledger
	anchors *store.Look[statementdb.AnchorRow]
}

// New makes the service.
func New(s *store.Store, l *ledger.Ledger) *Service { return &Service{s, l, anchorLook(s)} }
