// Package ledger is the only writer of money: accounts, two-phase transfers and the entries that prove them.
//
// Promises (DESIGN.md section 3):
//   - Every movement debits one account and credits another by the same amount; all accounts together are zero.
//   - A member's account never goes below zero, with money under way counted as spent.
//   - A transfer is pending until it is posted or voided, once; its id and key never change. Its amount may be lessened while it
//     is pending, and never raised.
//   - An idempotency key is unique for ever: the same key and request give the same answer again, rejections too; the same key
//     with another request is IDEMPOTENCY_MISMATCH. This holds across restarts and nodes.
//   - An answer is given only after it is on disk. An error that is not a *fault.Error means "unknown": call again with the
//     same key.
//
// The transfer table is the member's statement and the outbox. A pending transfer with a due time is an intent: internal/settle
// finishes it if the process that made it does not.
//
// The proofs that the books are whole are in ledger/proof, the budgets of house accounts in ledger/budget.
package ledger

import (
	"errors"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/money"
)

// ID is a transfer's number, made by us and rising with time. On the wire it is a reference, see Reference.
type ID int64

// String is the number as text, for keys and logs.
func (id ID) String() string { return strconv.FormatInt(int64(id), 10) }

// Kind says what a movement is for, e.g. "deposit", "withdraw", "game_in". Areas define their own; the settle worker
// chooses its handler by it.
type Kind string

// State of a transfer. Pending moves once.
type State string

// The states.
const (
	Pending State = "pending"
	Posted  State = "posted"
	Voided  State = "voided"
)

// Gate is a set of bits that an area raises on a member's account in its own commit. The rule core reads them from the
// account's locked row, so an order can't race the rule that forbids it (DESIGN.md section 3).
type Gate int64

// The gates. An Order names the ones that stop it.
const (
	// GateHeld: the member's total is being read (RULES.md section 1, hold). Refused with TRY_AGAIN.
	GateHeld Gate = 1 << iota
	// GateIntoGames: money may not move into games (exclusion, break). Refused with SELF_EXCLUDED.
	GateIntoGames
	// GateWithdraw: no withdrawals while a condition is active. Refused with BONUS_REMAINING.
	GateWithdraw
	// GateCredits: no conditional credits. Refused with BONUS_ALREADY_ACTIVE.
	GateCredits
)

// ErrHeld is the cause of the refusals by GateHeld, and of an area's own refusals during a hold. A hold ends by itself within
// seconds, so a caller that has the time may wait for it.
var ErrHeld = errors.New("ledger: the member is held")

// LabelWallet stands for the wallet where money moves from or to: in calls, statements, and Detail.From and To.
const LabelWallet = "WALLET"

// Detail is what a transfer carries for people and for the outside. It is stored as JSON; add fields, never change one.
type Detail struct {
	// From and To are the statement's labels: WALLET, a game code, a bank or gateway code, BONUS.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Reason is a code of the catalogue that says why a transfer waits, failed or differs.
	Reason fault.Code `json:"reason,omitempty"`
	// Outside is the other side's own identifier, once known.
	Outside string `json:"outside,omitempty"`
	// Note is for operators, in English.
	Note string `json:"note,omitempty"`
	// Account is the provider's user name, a bank account's masked number or the like.
	Account string `json:"account,omitempty"`
	// Parent is the operation of several legs that this transfer belongs to.
	Parent string `json:"parent,omitempty"`
	// Of is the transfer that this one corrects or completes (a surplus, a reversal).
	Of ID `json:"of,omitempty"`
}

// Order asks for money to move from Debit to Credit.
type Order struct {
	Key    Key
	Kind   Kind
	Debit  Account
	Credit Account
	// Amount is in satang and positive.
	Amount money.Amount
	// Member is the one whose statement lists the transfer; empty for the house's own.
	Member string
	Detail Detail
	// DueAt makes a reserved transfer an intent: from then on the settle worker may claim it. Zero: it never does.
	DueAt time.Time
	// Gates stop the order where any of them is raised on either account.
	Gates Gate
}

// Settlement resolves a pending transfer.
type Settlement struct {
	ID ID
	// Amount is the amount that the outside says it moved; 0 means all that was reserved. If it is less, the rest is voided in
	// the same commit; if it is more, see Surplus.
	Amount money.Amount
	// Surplus allows an Amount above the reserved one: the difference becomes a linked transfer between the same accounts in the
	// same commit. Without it a surplus is refused. So it is for payouts and transfers into games, where a surplus is an error
	// of the outside and never the member's money (RULES.md section 2).
	Surplus bool
	// Fence is the fencing token that Claim gave; 0 is the request that made the transfer. A settlement with an older token than
	// the transfer's is refused with ErrFenced, so that a paused worker can't settle.
	Fence int64
	// Detail's non-empty fields replace the transfer's.
	Detail Detail
}

// Transfer is a movement of money as it stands.
type Transfer struct {
	ID     ID
	Key    Key
	Kind   Kind
	Debit  Account
	Credit Account
	// Amount was reserved, less what was given back since (Lessened); Moved was posted (0 while pending and when voided).
	Amount   money.Amount
	Lessened money.Amount
	Moved    money.Amount
	State    State
	Member   string
	Detail   Detail
	// CreatedAt, SettledAt and DueAt are UTC; the latter two are zero where there is none.
	CreatedAt time.Time
	SettledAt time.Time
	DueAt     time.Time
	// Fence is the fencing token of the newest lease that Claim gave, Attempts is how many leases it gave.
	Fence    int64
	Attempts int
}

// Result is the answer to an order or a settlement.
type Result struct {
	Transfer Transfer
	// Replayed reports whether the key was known, so that nothing moved this time.
	Replayed bool
}

// Balance of an account in satang.
type Balance struct {
	// Posted is credits less debits.
	Posted money.Amount
	// Reserved is under way out of the account, Incoming under way into it.
	Reserved money.Amount
	Incoming money.Amount
	Gates    Gate
	Version  int64
}

// Available is the amount that may be spent: posted less reserved.
func (b Balance) Available() money.Amount { return b.Posted - b.Reserved }
