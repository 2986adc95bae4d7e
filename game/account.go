package game

import (
	"time"

	"krapao/ledger"
	"krapao/money"
)

// Account is a member's account at a provider.
type Account struct {
	ID       string
	Member   string
	Provider string
	Username string
	// Factor is baht per credit, frozen when the account was opened.
	Factor money.Factor
	// Residue is the part of the last reading that whole satang can't express.
	Residue money.Credits
	// Outstanding is what was in open rounds at the last reading.
	Outstanding money.Credits
	// Result is all that readings ever found beyond our transfers: won less lost.
	Result money.Amount
	// OpenedAt is when the account was opened, UsedAt when it was last launched, moved to or from, or found changed.
	OpenedAt, UsedAt time.Time
	// ReadAt is when the last confirmed reading was requested, ChangedAt the last reading that our transfers did not
	// explain, FellAt the last of these that was a fall, LaunchedAt when a page was last opened. Zero: never.
	ReadAt, ChangedAt, FellAt, LaunchedAt time.Time
	// CheckedSince is since when its provider is stopped, as it was at the account's turn. Zero: it was not.
	CheckedSince time.Time
}

// Ledger is the account's name in the ledger.
func (a Account) Ledger() ledger.Account { return ledger.Game(a.Provider, a.Username) }

// The ledger's kinds of transfers between a wallet and a game account.
const (
	KindIn  ledger.Kind = "game_in"
	KindOut ledger.Kind = "game_out"
)

// KindResult is the ledger's kind of transfer for what a confirmed reading found beyond our transfers.
const KindResult ledger.Kind = "game_result"

// AccountOf returns the provider and the user name of a transfer between a wallet and a game.
func AccountOf(t ledger.Transfer) (provider, username string, ok bool) {
	if t.Kind == KindOut {
		return t.Debit.Game()
	}
	return t.Credit.Game()
}

// Moving reports whether a transfer of the account with this memo balance is not settled.
func Moving(memo ledger.Balance) bool { return memo.Reserved != 0 || memo.Incoming != 0 }
