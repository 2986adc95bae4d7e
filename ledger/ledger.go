// Package ledger is the only writer of money: accounts, two-phase transfers and the entries that prove them.
//
// Promises (DESIGN.md section 3):
//   - Every movement debits one account and credits another by the same amount; all accounts together are zero.
//   - A member's account never goes below zero, money under way counted.
//   - A transfer is pending until it is posted or voided, once; its id, key and amount never change.
//   - A key is unique for ever: the same key and request give the same answer again, rejections too; the same key with
//     another request is IDEMPOTENCY_MISMATCH. This holds across restarts and nodes.
//   - What was answered is on disk. An error that is not a *fault.Error means "unknown": ask again with the same key.
//
// The transfer table is the member's statement and the outbox: a pending transfer with a due time is the intent that
// internal/settle finishes if whoever made it does not.
package ledger

import (
	"errors"
	"time"

	"krapao/fault"
	"krapao/money"
)

// ID is a transfer's number, made by us and rising with time. On the wire it is a reference, see Reference.
type ID int64

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

// Gate is a set of bits that an area raises on a member's account in its own commit, and that the rule core obeys on the
// account's row: an order can't race the rule that shuts it out (DESIGN.md section 3).
type Gate int64

// The gates. An Order names the ones that stop it.
const (
	// GateHeld: the member's total is being read (RULES.md section 1, hold). Refused with TRY_AGAIN.
	GateHeld Gate = 1 << iota
	// GateIntoGames: money may not move into games (exclusion, break). Refused with SELF_EXCLUDED.
	GateIntoGames
	// GateWithdraw: withdrawals are shut while a condition is active. Refused with BONUS_REMAINING.
	GateWithdraw
	// GateCredits: conditional credits are shut. Refused with BONUS_ALREADY_ACTIVE.
	GateCredits
)

// ErrHeld is the cause of the refusals by GateHeld, and of an area's own while the hold lasts: it ends by itself within seconds,
// so whoever has the time may wait for it.
var ErrHeld = errors.New("ledger: the member is held")

// LabelWallet is the wallet as a place that money moves from and to: in calls, statements, and Detail.From and To.
const LabelWallet = "WALLET"

// Detail is what a transfer carries for people and for the outside; it is stored as JSON and grows by fields.
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
	// Member is whose statement lists the movement; empty for the house's own.
	Member string
	Detail Detail
	// DueAt makes a reserved transfer an intent: from then on the settle worker may pick it up. Zero: nobody does.
	DueAt time.Time
	// Gates stop the order where any of them is raised on either account.
	Gates Gate
}

// Settlement resolves a pending transfer.
type Settlement struct {
	ID ID
	// Amount is what the outside says it moved; 0 means all that was reserved. Less: the rest is voided in the same
	// commit. More: see Surplus.
	Amount money.Amount
	// Surplus allows Amount above what was reserved: the difference becomes a linked transfer between the same accounts
	// in the same commit. Without it a surplus is refused, as for payouts and transfers into games, where it is a
	// break and never the member's (RULES.md section 2).
	Surplus bool
	// Fence is the lease number that Claim gave; 0 is the request that made the transfer. A settlement with an older
	// number than the transfer's is refused with ErrFenced, so that a paused worker can't settle.
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
	// Amount is what was reserved; Moved what was posted (0 while pending and when voided).
	Amount money.Amount
	Moved  money.Amount
	State  State
	Member string
	Detail Detail
	// CreatedAt, SettledAt and DueAt are UTC; the latter two are zero where there is none.
	CreatedAt time.Time
	SettledAt time.Time
	DueAt     time.Time
	// Fence is the number of the newest lease that Claim gave, Attempts how many it gave.
	Fence    int64
	Attempts int
}

// Result is the answer to an order or a settlement.
type Result struct {
	Transfer Transfer
	// Replayed tells that the key was known and nothing moved this time.
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

// Available is what may be spent: posted less reserved.
func (b Balance) Available() money.Amount { return b.Posted - b.Reserved }
