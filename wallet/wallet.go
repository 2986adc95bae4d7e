// Package wallet shows members their money, and transfers it between the wallet and games.
//
// Promises (RULES.md sections 1, 2, 3, 5 and 6):
//   - A transfer is reserved in the ledger before the provider is called, and posted or voided by the provider's answer.
//     Without an answer the outcome is "unknown": the transfer stays pending, the member sees since when, and the settle
//     worker finds out. Nothing is given back on a guess.
//   - Transfers of one game account run one at a time, on all nodes: the pending transfer is the lock.
//   - An amount that is not a whole number of the provider's steps is refused, never changed. "All" takes the largest
//     whole amount.
//   - An operation of several transfers (game to game, all to one place) is checked before anything moves. Each of its
//     legs is a transfer of its own, and after a crash between two legs the sweep finishes or stops it.
//   - No provider is called inside a transaction.
//
// Package doubt finds out what became of transfers with an unknown outcome. Package reconcile compares whole days.
package wallet

import (
	"cmp"
	"context"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// Minimum is the smallest transfer that a member may make.
const Minimum = money.Baht

// Status of a transfer or a movement, in the words of the wire.
type Status string

// The statuses.
const (
	InProgress Status = "IN_PROGRESS"
	Success    Status = "SUCCESS"
	Failed     Status = "FAILED"
)

// Books is the part of the ledger that this area needs.
type Books interface {
	doubt.Books
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	ReserveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
	Pending(ctx context.Context, member string) ([]ledger.Transfer, error)
}

// Rules are what other areas decide about a transfer into a game; SetRules sets them.
type Rules interface {
	// IntoGameTx is called inside the transaction that reserves the money. A *fault.Error refuses the transfer:
	// BONUS_GAME, LIMIT_REACHED, SELF_EXCLUDED.
	IntoGameTx(ctx context.Context, tx *store.Tx, in Entering) error
}

// Entering describes money that is about to go into a game.
type Entering struct {
	Member string
	Game   game.Game
	Amount money.Amount
	// Leaving is what the same operation takes out of games first: the check is made before any of it moves.
	Leaving money.Amount
}

// Holder puts a member's money on hold while its total is read (RULES.md section 1).
type Holder interface {
	// Hold refuses with TRY_AGAIN if the member is on hold already. The hold ends by itself after at most 15 seconds.
	Hold(ctx context.Context, member string) (Hold, error)
}

// Settings are the numbers of this area. A zero field takes the default in brackets, which is the strict one.
type Settings struct {
	// Settings are those of doubts. SendBy, Idle, FirstAsk, PerProvider, MaxConcurrent and Log apply to transfers too.
	doubt.Settings
	// IdleWait is how much of Idle a request waits for; if more is left, it answers TRY_AGAIN (3 s).
	IdleWait time.Duration
	// FinishWithin is how long after its start an interrupted operation of several legs is still finished. Later it is
	// stopped, and the money stays in the wallet (5 min).
	FinishWithin time.Duration
	// BeginBy is how long after the start of an operation its own request may still begin the last leg (14 s), if the
	// request has time left. Later the sweep begins it, and the member is told that it is in progress.
	BeginBy time.Duration
}

func (s Settings) withDefaults() Settings {
	s.Settings = s.WithDefaults()
	s.IdleWait = cmp.Or(max(s.IdleWait, 0), 3*time.Second)
	s.FinishWithin = cmp.Or(max(s.FinishWithin, 0), 5*time.Minute)
	s.BeginBy = cmp.Or(max(s.BeginBy, 0), 14*time.Second)
	return s
}

// Service has this area's use cases.
type Service struct {
	store     *store.Store
	books     Books
	games     doubt.Games
	doubts    *doubt.Service
	holder    Holder
	rules     Rules
	settings  Settings
	observers []TotalObserver
	starts    *store.Look[[]walletdb.StartRow]
	// sweeping limits Sweep.
	sweeping *sweep.Places
}

// New makes the service. Without SetRules only the ledger's gates stop a transfer into a game.
func New(st *store.Store, books Books, games doubt.Games, holder Holder, settings Settings) *Service {
	settings = settings.withDefaults()
	s := &Service{
		store: st, books: books, games: games, holder: holder, settings: settings, starts: startLook(st),
		sweeping: sweep.NewPlaces(settings.PerProvider, settings.MaxConcurrent),
	}
	s.doubts = doubt.New(st, books, games, transfers{s}, settings.Settings)
	return s
}

// SetRules sets the other areas' rules, once, when the program is built, before the first transfer.
func (s *Service) SetRules(r Rules) { s.rules = r }

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.rules == nil {
		setters = append(setters, "wallet.SetRules")
	}
	if len(s.observers) == 0 {
		setters = append(setters, "wallet.AddTotalObservers")
	}
	return setters
}

// Doubts returns the service that finds out about transfers with an unknown outcome.
func (s *Service) Doubts() *doubt.Service { return s.doubts }

// Answer is the answer to a member about a transfer or a movement.
type Answer struct {
	// Code is SUCCESS or TRANSFER_PENDING; a refusal is an error.
	Code      fault.Code
	Status    Status
	Reference string
	// Replayed: the key was used before, and this is what became of that call. It is set beside an error, too.
	Replayed bool
}
