package deposit

import (
	"context"
	"log/slog"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
)

// Books is what this area needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	// Reference is asked for the store's epoch, the first two characters of every reference of ours.
	Reference(id ledger.ID) string
}

// Members is what this area needs to know of a member.
type Members interface {
	// RegisteredAccount returns the member's own bank account; its fields are empty where there is none.
	RegisteredAccount(ctx context.Context, member string) (Payer, error)
}

// Deps are what the service is made of.
type Deps struct {
	Store   *store.Store
	Books   Books
	Members Members
	Box     *secret.Box
	// Holders link members by their registered accounts; nil: nobody is linked so.
	Holders Holders
	// Play and Coins may be nil: then nobody keeps how much of a deposit is played, and it earns no coins.
	Play  Play
	Coins Coins
	// Gate tells which members are shut out of play; nil: none.
	Gate Gate
	// Connected reports whether a QR panel's gateway is there: members are shown no other panels. nil: none is.
	Connected func(account string) bool
	// Changed hints that what a member sees of slips and transfers changed; nil tells nobody.
	Changed func(member string)
	Log     *slog.Logger
}

// Service is where money arrives: the accounts that members pay into, and every arrival.
type Service struct {
	Directory
	store   *store.Store
	books   Books
	members Members
	box     *secret.Box
	holders Holders
	limits  Limits
	gate    Gate
	play    Play
	coins   Coins
	changed func(member string)
	log     *slog.Logger
	ways    Ways
}

// New makes the service. Before it books anything, Wire names the ways in.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Changed == nil {
		d.Changed = func(string) {}
	}
	if d.Connected == nil {
		d.Connected = func(string) bool { return false }
	}
	return &Service{
		Directory: Directory{store: d.Store, members: d.Members, connected: d.Connected},
		store:     d.Store, books: d.Books, members: d.Members, box: d.Box, holders: d.Holders, gate: d.Gate, play: d.Play,
		coins: d.Coins, changed: d.Changed, log: d.Log,
	}
}
