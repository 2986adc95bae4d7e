package withdraw

import (
	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
)

// demand is a member's request.
type demand struct {
	member string
	amount money.Amount
	key    ledger.Key
	// withGames: the games are not emptied yet, so the wallet's balance decides nothing.
	withGames bool
	// emptied: the games were emptied, and the condition was checked before that.
	emptied bool
	// closing: the account is being closed, and any amount of at least one baht is paid.
	closing bool
	// gates are the member's, once its state is locked.
	gates ledger.Gate
	// undecided is why nobody can see now whether the member's condition is over. Nil: that is known.
	undecided *fault.Error
}
