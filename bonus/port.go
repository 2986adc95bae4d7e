package bonus

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Total is T, the stable total of RULES.md section 1, in the form that decisions about credits need.
type Total struct {
	// Wallet is the spendable part.
	Wallet money.Amount
	// Least is what the member has for certain: it decides SUCCESS and what goes back. Most decides FAILED and losses; it is
	// only valid if MostKnown.
	Least, Most money.Amount
	MostKnown   bool
	// Doubtful is the code of the game that makes T inexact: it was not read, it may have open stakes, or a transfer that was
	// given back may turn out to be applied. Empty: Least is T. DoubtfulName is the game's name.
	Doubtful, DoubtfulName string
	At                     time.Time
}

// Exact returns T. If a game makes it inexact, it returns TRY_AGAIN with params.game.
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

// Totals reads T under the member's hold, and lets others decide by it.
type Totals interface {
	// Decide calls body in the transaction that ends the hold. The member's state, the wallet and the accounts of lock are
	// locked, and nothing has changed T since it was read. If T ends a condition, that happens first, and T is read again.
	// Body must not call the outside; if it returns an error, its transaction is rolled back.
	Decide(
		ctx context.Context, member string, lock []ledger.Account,
		body func(ctx context.Context, tx *store.Tx, t Total) error,
	) error
	// StableTotal reads T without deciding anything.
	StableTotal(ctx context.Context, member string) (Total, error)
}

// Known is what the books know of a member's money: to show it, not to decide by it. No game is asked.
type Known interface {
	// TotalTx is what the member has according to the books, with what is on its way between the wallet and games.
	TotalTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
	// ReadAt is the time by which all games that hold money had been read; zero if no game holds any.
	ReadAt(ctx context.Context, member string) (time.Time, error)
}

// Books is the part of the ledger that conditions need. Totals.Decide has locked the accounts.
type Books interface {
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	ReserveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	// FindByKeyTx finds the transfer of a key.
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
}

// Figures are what the books say about a wallet (ledger/figures).
type Figures interface {
	// OutsideTx is what entered the wallet's available balance from outside games after a version, less what left it, and the
	// version up to which it counts.
	OutsideTx(ctx context.Context, tx *store.Tx, member string, after int64) (flow money.Amount, upTo int64, err error)
	// LowestSinceTx is the lowest available balance since a transfer; false if the account knows no such transfer.
	LowestSinceTx(
		ctx context.Context, tx *store.Tx, account ledger.Account, id ledger.ID,
	) (least money.Amount, found bool, err error)
}

// Members is the part of the members' state that conditions need.
type Members interface {
	// LockTx locks the member's state, before anything else, and reports whether the member has shut itself out.
	LockTx(ctx context.Context, tx *store.Tx, member string) (excluded bool, err error)
	// SetGatesTx raises and lowers gates. It locks the wallet, so call Books.LockTx first.
	SetGatesTx(ctx context.Context, tx *store.Tx, member string, raise, lower ledger.Gate) error
}

// Latest is a member's newest deposit.
type Latest struct {
	Inflow string
	// Transfer is the ledger's transfer that brought it into the wallet.
	Transfer   ledger.ID
	Amount     money.Amount
	CreditedAt time.Time
}

// Deposits finds the deposits that credits match.
type Deposits interface {
	// LatestTx returns the newest deposit that was not taken back; false if there is none.
	LatestTx(ctx context.Context, tx *store.Tx, member string) (Latest, bool, error)
	// Reversed lists the arrivals that were taken back since a time, oldest first.
	Reversed(ctx context.Context, since time.Time) (inflows []string, err error)
}

// Turned is the turnover at one provider in one kind of play.
type Turned struct {
	Provider, Play string
	Amount         money.Amount
}

// Play reads what was played.
type Play interface {
	// TurnoverTx sums the rounds by the time of their bet, from and to included, and the growth of counters after the
	// provider's lag.
	TurnoverTx(ctx context.Context, tx *store.Tx, member string, from, to time.Time, providers []string) ([]Turned, error)
	// Lag is how late a provider's report may be. ReportedUpTo is the time up to which it was read; zero: never.
	Lag(provider string) time.Duration
	ReportedUpTo(ctx context.Context, provider string) (time.Time, error)
	// Reports reports whether the provider has a report at all.
	Reports(provider string) bool
	// Rounds reports whether the provider reports round by round: only then can turnover be required by default.
	Rounds(provider string) bool
}

// Game is an entry of the catalogue, with what terms need of it.
type Game struct {
	Code, Provider, Category string
	// NoStakes: the game can't have open stakes that its provider does not report. Open: money may go in.
	NoStakes, Open bool
	// Reports: its provider reports what is played, so turnover can be counted.
	Reports bool
}

// Games are the games of the catalogue, which may hold a member's money.
type Games interface {
	// List returns the catalogue in its order, closed games included.
	List(ctx context.Context) ([]Game, error)
	ListTx(ctx context.Context, tx *store.Tx) ([]Game, error)
	// Collect brings what the games hold to the wallet, as one operation that may go on after the call returns. emptied: it
	// is done, and no game holds as much as one step of its amounts.
	Collect(ctx context.Context, member string, key ledger.Key) (emptied bool, err error)
}

// Budgets are what campaigns may still grant. Package campaign implements it.
type Budgets interface {
	// GiveBackTx returns what came back of a credit to its campaign's budget, so that it can be granted again.
	GiveBackTx(ctx context.Context, tx *store.Tx, source Source, code string, back money.Amount) error
}
