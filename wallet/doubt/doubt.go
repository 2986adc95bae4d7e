// Package doubt finds out what became of transfers with an unknown outcome, and corrects transfers that were booked
// wrongly.
//
// Promises (RULES.md sections 2 and 3):
//   - Without a definite answer of the provider the outcome is "unknown": the transfer stays pending. It is asked about
//     by reference, by sending the same reference again, or by the balance. Nothing is given back on a guess.
//   - A transfer that was given back because the provider did not know it is asked about again. If it turns out to be
//     applied after all, linked transfers book the truth.
//   - A transfer that nothing can decide is an operator's case. The operator's decision is booked once.
//   - No provider is called inside a transaction.
//
// Package wallet makes the transfers, and package reconcile compares whole days. Both import this package, not the other
// way round.
package doubt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"krapao/game"
	"krapao/game/account"
	"krapao/game/balance"
	"krapao/game/catalogue"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// Books is the part of the ledger that this package needs.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	Move(ctx context.Context, order ledger.Order) (ledger.Result, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	Post(ctx context.Context, settlement ledger.Settlement) (ledger.Result, error)
	Void(ctx context.Context, settlement ledger.Settlement) (ledger.Result, error)
	PostTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
	FindTx(ctx context.Context, tx *store.Tx, id ledger.ID) (ledger.Transfer, error)
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	Reference(id ledger.ID) string
	ParseReference(text string) (ledger.ID, bool)
}

// Transfers is what this package needs from the package that makes transfers.
type Transfers interface {
	// Follow continues the operation of several legs that a settled transfer belongs to.
	Follow(ctx context.Context, t ledger.Transfer)
	// HastenTx makes that operation due at the next sweep.
	HastenTx(ctx context.Context, tx *store.Tx, t ledger.Transfer) error
	// TakeBack moves money out of a game into the wallet, as far as it is there. It returns the zero transfer if it moved
	// nothing. A *fault.Error other than TRY_AGAIN refuses it for good.
	TakeBack(ctx context.Context, b TakingBack) (ledger.Transfer, error)
}

// TakingBack is an order to bring money that is in a game by mistake into the wallet.
type TakingBack struct {
	Member string
	Key    ledger.Key
	// Game is the game's code, Most the largest amount.
	Game    string
	Account game.Account
	Most    money.Amount
}

// Settings are the numbers of this package. A zero field takes the default in brackets, which is the strict one.
type Settings struct {
	// SendBy is how long after its intent a request may still go on the wire (10 s).
	SendBy time.Duration
	// NotFoundWindow is how long after the last possible moment of sending "no such reference" is not believed (10 min).
	// A provider may declare its own.
	NotFoundWindow time.Duration
	// NotFoundAnswers is how many such answers in a row it takes (3).
	NotFoundAnswers int
	// Idle is how long an account of an unverifiable provider must not have been played on before a transfer (60 s).
	// Still is how far apart the two readings are that decide an unknown one (30 s).
	Idle, Still time.Duration
	// Rechecks is when a returned transfer is asked about again (1 h, 24 h, 72 h).
	Rechecks []time.Duration
	// CaseAfter is the age from which an unknown outcome is an operator's case (24 h).
	CaseAfter time.Duration
	// UnprovedAfter is how long after the last of Rechecks a returned transfer without proof becomes an operator's case
	// (CaseAfter).
	UnprovedAfter time.Duration
	// FirstAsk is how soon after an unknown answer the provider is asked, NextAsk the longest pause between two questions
	// (1 s, 15 s).
	FirstAsk, NextAsk time.Duration
	// ReplayAfter is how long after the last possible moment of the first sending, and its call, the same reference is
	// sent again to a provider that applies it once (5 s).
	ReplayAfter time.Duration
	// PerProvider is how many transfers of one provider are asked about at once (8), MaxConcurrent how many in all (64).
	PerProvider, MaxConcurrent int
	Log                        *slog.Logger
}

// WithDefaults returns the settings with defaults for all fields that are not set.
func (s Settings) WithDefaults() Settings {
	s.SendBy = cmp.Or(max(s.SendBy, 0), 10*time.Second)
	s.NotFoundWindow = cmp.Or(max(s.NotFoundWindow, 0), 10*time.Minute)
	s.NotFoundAnswers = cmp.Or(max(s.NotFoundAnswers, 0), 3)
	s.Idle = cmp.Or(max(s.Idle, 0), time.Minute)
	s.Still = cmp.Or(max(s.Still, 0), 30*time.Second)
	s.CaseAfter = cmp.Or(max(s.CaseAfter, 0), 24*time.Hour)
	s.UnprovedAfter = cmp.Or(max(s.UnprovedAfter, 0), s.CaseAfter)
	s.FirstAsk = cmp.Or(max(s.FirstAsk, 0), time.Second)
	s.NextAsk = cmp.Or(max(s.NextAsk, 0), 15*time.Second)
	s.ReplayAfter = cmp.Or(max(s.ReplayAfter, 0), 5*time.Second)
	s.PerProvider = cmp.Or(max(s.PerProvider, 0), 8)
	s.MaxConcurrent = cmp.Or(max(s.MaxConcurrent, 0), 64)
	if s.Rechecks == nil {
		s.Rechecks = []time.Duration{time.Hour, 24 * time.Hour, 72 * time.Hour}
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

// Games are what transfers with games need of the area game.
type Games struct {
	*game.Providers
	Catalogue *catalogue.Service
	Accounts  *account.Service
	Balances  *balance.Service
	Reports   *report.Service
}

// Service finds out what became of transfers.
type Service struct {
	store       *store.Store
	books       Books
	games       Games
	transfers   Transfers
	settings    Settings
	plays       plays
	corrections corrections
	cases       *Cases
	// settling limits Settle, rechecking limits Recheck.
	settling, rechecking *sweep.Places
}

// New makes the service.
func New(s *store.Store, books Books, games Games, transfers Transfers, settings Settings) *Service {
	settings = settings.WithDefaults()
	c := corrections{store: s, books: books, games: games, transfers: transfers, log: settings.Log}
	places := func() *sweep.Places { return sweep.NewPlaces(settings.PerProvider, settings.MaxConcurrent) }
	return &Service{
		store: s, books: books, games: games, transfers: transfers, settings: settings,
		plays: plays{s, games, settings}, corrections: c,
		cases:    &Cases{store: s, books: books, games: games, corrections: c, booking: places(), log: settings.Log},
		settling: places(), rechecking: places(),
	}
}

// Cases returns the records of differences between providers and us.
func (s *Service) Cases() *Cases { return s.cases }

// Record is the stored doubt about a transfer whose outcome is or was unknown.
type Record = walletdb.GameDoubt

// The states of a doubt. An open one has none of these; stateCase waits for an operator, the others are final.
const (
	stateCase    = "case"
	stateApplied = "applied"
	// StateReturned: the money went back because the provider did not do the transfer.
	StateReturned = "returned"
	// StateLate: the money went back, and the transfer turned out to be applied.
	StateLate = "late"
)

// Move returns the order that the provider gets for a transfer of the ledger.
func (s *Service) Move(a game.Account, player game.Player, t ledger.Transfer) (game.Move, error) {
	credits, exact := money.CreditsOf(t.Amount, a.Factor)
	if !exact {
		return game.Move{}, errors.New("the amount is not a whole number of credits")
	}
	if t.Kind == game.KindOut {
		credits = -credits
	}
	return game.Move{
		Reference: s.books.Reference(t.ID), Player: player, Credits: credits,
		At: t.CreatedAt, SendBy: t.CreatedAt.Add(s.settings.SendBy),
	}, nil
}

// accountOf returns the game account that a transfer touches.
func accountOf(ctx context.Context, games Games, t ledger.Transfer) (game.Account, error) {
	provider, username, err := namedBy(t)
	if err != nil {
		return game.Account{}, err
	}
	return games.Accounts.Named(ctx, provider, username)
}

// accountOfTx is accountOf in a transaction.
func accountOfTx(ctx context.Context, tx *store.Tx, games Games, t ledger.Transfer) (game.Account, error) {
	provider, username, err := namedBy(t)
	if err != nil {
		return game.Account{}, err
	}
	return games.Accounts.NamedTx(ctx, tx, provider, username)
}

func namedBy(t ledger.Transfer) (provider, username string, err error) {
	provider, username, ok := game.AccountOf(t)
	if !ok {
		err = fmt.Errorf("wallet: transfer %d from %s to %s touches no game account", t.ID, t.Debit, t.Credit)
	}
	return provider, username, err
}
