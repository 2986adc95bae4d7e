package bonus

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Total is T, the stable total of RULES.md section 1, as decisions about credits need it.
type Total struct {
	// Wallet is the spendable part.
	Wallet money.Amount
	// Least is what the member has for certain: it decides SUCCESS and what goes back. Most decides FAILED and losses, and
	// exists only where MostKnown.
	Least, Most money.Amount
	MostKnown   bool
	// Doubtful names the game for which T is not exact: unread, with open stakes, or with a transfer given back that may
	// prove applied. Empty: Least is T. DoubtfulName is the game's name.
	Doubtful, DoubtfulName string
	At                     time.Time
}

// Exact returns T, or TRY_AGAIN with params.game.
func (t Total) Exact() (money.Amount, error) {
	if t.Doubtful != "" {
		refused := fault.New(fault.TRY_AGAIN, "a game's balance can't be known now").With("game", t.Doubtful)
		if t.DoubtfulName != "" {
			refused = refused.With("name", t.DoubtfulName)
		}
		return 0, refused
	}
	return t.Least, nil
}

// Totals reads T under the member's hold, and decides by it.
type Totals interface {
	// Decide calls body in the transaction that ends the hold, with the member's state, the wallet and the accounts of lock
	// locked, and with a T that nothing has changed since. What T ends is ended before, and T read anew. Body calls nothing
	// outside; its error takes its transaction back.
	Decide(ctx context.Context, member string, lock []ledger.Account, body func(ctx context.Context, tx *store.Tx, t Total) error) error
	// StableTotal is Decide with nothing to decide.
	StableTotal(ctx context.Context, member string) (Total, error)
}

// Known is what is said of a member's money where nothing is decided by it. No game is asked.
type Known interface {
	// TotalTx is what the books say that the member has, with what is on its way between the wallet and games.
	TotalTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// ReadAt is when the games that hold something were last read, all of them; zero where none does.
	ReadAt(ctx context.Context, member string) (time.Time, error)
}

// Books is the part of the ledger that conditions need. Totals.Decide has locked the accounts.
type Books interface {
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	ReserveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	// OutsideTx is what has entered the wallet's available from outside games after a version, less what left, and up to
	// which version.
	OutsideTx(ctx context.Context, tx *store.Tx, member string, after int64) (flow money.Amount, upTo int64, err error)
	// FindByKeyTx finds what a key has answered.
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	// LowestSinceTx is the least that was available from a transfer on; false where the account knows no such transfer.
	LowestSinceTx(ctx context.Context, tx *store.Tx, account ledger.Account, id ledger.ID) (least money.Amount, found bool, err error)
}

// Members are whose state is locked first.
type Members interface {
	// LockTx locks the member's state and tells whether it shut itself out.
	LockTx(ctx context.Context, tx *store.Tx, member string) (excluded bool, err error)
	// SetGatesTx raises and lowers gates. It locks the wallet: LockTx of the books comes first.
	SetGatesTx(ctx context.Context, tx *store.Tx, member string, raise, lower ledger.Gate) error
}

// Latest is a member's newest deposit.
type Latest struct {
	Inflow string
	// Transfer is the one that brought it into the wallet.
	Transfer   ledger.ID
	Amount     money.Amount
	CreditedAt time.Time
}

// Deposits are what a match takes.
type Deposits interface {
	// LatestTx leaves out what was taken back.
	LatestTx(ctx context.Context, tx *store.Tx, member string) (Latest, bool, error)
	// Reversed lists the arrivals that were taken back at since or later, oldest first.
	Reversed(ctx context.Context, since time.Time) (inflows []string, err error)
}

// Turned is what was turned over at one provider, by its kind of play.
type Turned struct {
	Provider, Play string
	Amount         money.Amount
}

// Play tells what was played.
type Play interface {
	// TurnoverTx sums rounds by bet time, from and to included, and what counters grew by after the provider's lag.
	TurnoverTx(ctx context.Context, tx *store.Tx, member string, from, to time.Time, providers []string) ([]Turned, error)
	// Lag is how late a provider's report may be; ReportedUpTo is until when it was read, zero: never.
	Lag(provider string) time.Duration
	ReportedUpTo(ctx context.Context, provider string) (time.Time, error)
	// Reports tells whether the provider has a report at all.
	Reports(provider string) bool
	// Rounds tells whether the provider reports round by round: only then a turnover can be required by default.
	Rounds(provider string) bool
}

// Game is an entry of the catalogue, as far as terms name it.
type Game struct {
	Code, Provider, Category string
	// NoStakes: nothing can be open there that nobody tells. Open: money may go in.
	NoStakes, Open bool
	// Reports: its provider reports what is played, so turnover there can be counted.
	Reports bool
}

// Games are where a member's money may be.
type Games interface {
	// List is the catalogue in its order, closed games included.
	List(ctx context.Context) ([]Game, error)
	ListTx(ctx context.Context, tx *store.Tx) ([]Game, error)
	// Collect brings what the games hold to the wallet, as one operation; it may go on after it returns. Emptied tells that
	// all is done and that no game holds a whole step any more.
	Collect(ctx context.Context, member string, key ledger.Key) (emptied bool, err error)
}

// Outages tells what can't be used now: "game:{code}", "deposits".
type Outages interface {
	Now(ctx context.Context) (subjects []string, err error)
}
