// Package balance reads the balances of game accounts into the books, and shows a member its games with their last
// confirmed balances.
package balance

import (
	"context"
	"log/slog"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Books is the part of the ledger that balances need.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	ExpectTx(ctx context.Context, tx *store.Tx, orders ...ledger.Order) error
}

// Catalogue is what balances need of the room catalogue.
type Catalogue interface {
	Games(ctx context.Context) ([]game.Game, error)
}

// Accounts is what balances need of the room account.
type Accounts interface {
	// Of returns the member's open accounts.
	Of(ctx context.Context, member string) ([]game.Account, error)
	// Player returns the account for a call to its provider.
	Player(ctx context.Context, a game.Account) (game.Player, error)
	// TakeTurnTx makes transactions of the account run one after the other, and returns it as it is then.
	TakeTurnTx(ctx context.Context, tx *store.Tx, a game.Account) (game.Account, error)
	// NoteReadingTx stores what a reading found, in the account's turn.
	NoteReadingTx(ctx context.Context, tx *store.Tx, a game.Account) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store     *store.Store
	Books     Books
	Providers *game.Providers
	Catalogue Catalogue
	Accounts  Accounts
	// Log gets the failed readings; nil is silence.
	Log *slog.Logger
}

// Service reads and shows balances.
type Service struct {
	store     *store.Store
	books     Books
	providers *game.Providers
	catalogue Catalogue
	accounts  Accounts
	log       *slog.Logger

	onChanged func(ctx context.Context, tx *store.Tx, before game.Account, change money.Amount, asked time.Time) error
}

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, books: d.Books, providers: d.Providers, catalogue: d.Catalogue, accounts: d.Accounts, log: d.Log,
	}
}

// OnChanged sets what runs in the commit that books a reading, with the change that our transfers don't explain. It is set
// once, when the program is built, before the first reading. It runs for providers that report no play. The account is as
// it was before the reading, which was asked for at asked.
func (s *Service) OnChanged(
	f func(ctx context.Context, tx *store.Tx, before game.Account, change money.Amount, asked time.Time) error,
) {
	s.onChanged = f
}

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.onChanged == nil {
		setters = append(setters, "balance.OnChanged")
	}
	return setters
}
