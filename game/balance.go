package game

import (
	"errors"
	"time"

	"krapao/ledger"
	"krapao/money"
)

// Slot is a game as one member sees it (SPEC.md's word on the wire).
type Slot struct {
	Game Game
	// Step is the provider's smallest step in baht. It is whole satang, since no other factor is accepted.
	Step money.Amount
	// Active reports whether the member has an account there; all fields below are empty otherwise.
	Active   bool
	Username string
	// Credits is the last confirmed balance in the provider's credits, Value the same in baht.
	Credits money.Credits
	Value   money.Amount
	// ReadAt is when that balance was last confirmed by the provider; zero: never.
	ReadAt           time.Time
	CanResetPassword bool
}

// Holding is a game account with its memo balance.
type Holding struct {
	Account Account
	Memo    ledger.Balance
}

// Credits returns the memo balance in the provider's credits, including what whole satang can't express.
func (h Holding) Credits() money.Credits {
	credits, _ := money.CreditsOf(h.Memo.Posted, h.Account.Factor)
	return credits + h.Account.Residue
}

// Confirmed is a reading that the books agree with.
type Confirmed struct {
	Account Account
	Reading Reading
	// Memo is the account's balance in the ledger after the reading: the reading in whole satang.
	Memo money.Amount
}

// ErrMoving means that a transfer of the account is under way, so a reading of it can't be confirmed.
var ErrMoving = errors.New("game: a transfer of the account is under way")
