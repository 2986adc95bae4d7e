// Package visit has what a member does to play: it opens an account at a game, signs in there, and opens the game's page.
package visit

import (
	"context"
	"log/slog"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
)

// Books is the part of the ledger that visits need.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
}

// Catalogue is what visits need of the room catalogue.
type Catalogue interface {
	Games(ctx context.Context) ([]game.Game, error)
	// Find returns the game with this code; NO_GAME if it is closed or never existed.
	Find(ctx context.Context, code string) (game.Game, error)
}

// Accounts is what visits need of the room account.
type Accounts interface {
	// Open opens the member's account for a game.
	Open(ctx context.Context, member string, g game.Game) error
	// For returns the member's open account for a game; SLOT_NO_ACCOUNT where there is none.
	For(ctx context.Context, member string, g game.Game) (game.Account, error)
	// Of returns the member's open accounts.
	Of(ctx context.Context, member string) ([]game.Account, error)
	// Password returns the password to show; empty while nobody knows which of two is valid.
	Password(ctx context.Context, a game.Account) (string, error)
	ResetPassword(ctx context.Context, g game.Game, a game.Account) error
	// Player returns the account for a call to its provider.
	Player(ctx context.Context, a game.Account) (game.Player, error)
	// TakeTurnTx makes transactions of the account run one after the other.
	TakeTurnTx(ctx context.Context, tx *store.Tx, a game.Account) (game.Account, error)
	NoteLaunchTx(ctx context.Context, tx *store.Tx, a game.Account) error
}

// Balances is what visits need of the room balance.
type Balances interface {
	Confirm(ctx context.Context, a game.Account) (game.Confirmed, error)
	Slots(ctx context.Context, member string) ([]game.Slot, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store     *store.Store
	Books     Books
	Providers *game.Providers
	Catalogue Catalogue
	Accounts  Accounts
	Balances  Balances
	// Playing, if set, refuses a member that is shut out of play with SELF_EXCLUDED: no account is opened for it, no
	// credentials are shown or changed at its request, and no game is opened.
	Playing func(ctx context.Context, member string) error
	// Log gets the failed calls of providers; nil is silence.
	Log *slog.Logger
}

// Service has the members' visits to games.
type Service struct {
	store     *store.Store
	books     Books
	providers *game.Providers
	catalogue Catalogue
	accounts  Accounts
	balances  Balances
	shutOut   func(ctx context.Context, member string) error
	log       *slog.Logger
}

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, books: d.Books, providers: d.Providers, catalogue: d.Catalogue, accounts: d.Accounts,
		balances: d.Balances, shutOut: d.Playing, log: d.Log,
	}
}

// playing refuses a member that is shut out.
func (s *Service) playing(ctx context.Context, member string) error {
	if s.shutOut == nil {
		return nil
	}
	return s.shutOut(ctx, member)
}
