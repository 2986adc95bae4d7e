// Package wallet is the member's dashboard and the transfers of money between the wallet and games.
//
// Promises (RULES.md sections 1, 2, 3, 5 and 6):
//   - A transfer is reserved in the ledger before the provider is asked, and posted or voided by what the provider says.
//     What the provider did not say is "unknown": the transfer stays pending, the member sees since when, and the settle
//     worker finds out. Nothing is given back on a guess.
//   - Transfers of one game account run one at a time, on all nodes: a pending transfer is the lock.
//   - An amount that is not whole steps of the provider is refused, never changed; taking all takes the largest whole
//     amount.
//   - An operation of several transfers (game to game, all to one place) is checked before anything moves, each of its
//     legs is a transfer of its own, and a crash between two legs is finished or stopped by the sweep.
//   - No provider is asked inside a transaction.
package wallet

import (
	"context"
	"log/slog"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The ledger's kinds of transfers between the wallet and a game account.
const (
	KindIn  ledger.Kind = "game_in"
	KindOut ledger.Kind = "game_out"
)

// Minimum is the smallest transfer that a member may ask for.
const Minimum = money.Baht

// Status of a transfer or a movement, as the wire says it.
type Status string

// The statuses.
const (
	InProgress Status = "IN_PROGRESS"
	Success    Status = "SUCCESS"
	Failed     Status = "FAILED"
)

// Books is the part of the ledger that this area needs.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	ReserveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	Move(ctx context.Context, order ledger.Order) (ledger.Result, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	Post(ctx context.Context, settlement ledger.Settlement) (ledger.Result, error)
	Void(ctx context.Context, settlement ledger.Settlement) (ledger.Result, error)
	PostTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	VoidTx(ctx context.Context, tx *store.Tx, settlement ledger.Settlement) (ledger.Result, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	Pending(ctx context.Context, member string) ([]ledger.Transfer, error)
	Reference(id ledger.ID) string
	ParseReference(text string) (ledger.ID, bool)
}

// Rules is what other areas have to say about a transfer into a game; wired in cmd/krapao.
type Rules interface {
	// IntoGameTx is asked inside the transaction that reserves the money. A *fault.Error refuses the transfer:
	// BONUS_GAME, LIMIT_REACHED, SELF_EXCLUDED.
	IntoGameTx(ctx context.Context, tx *store.Tx, in Entering) error
}

// Entering is money that is about to go into a game.
type Entering struct {
	Member string
	Game   game.Game
	Amount money.Amount
	// Leaving is what the same operation takes out of games before: it is asked about all of it beforehand.
	Leaving money.Amount
}

// Holder puts a member's money on hold while its total is read (RULES.md section 1).
type Holder interface {
	// Hold refuses with TRY_AGAIN where the member is held already. The hold ends by itself after at most 15 seconds.
	Hold(ctx context.Context, member string) (Hold, error)
}

// Settings are the numbers of this area; a zero field takes the default named, which is the strict one.
type Settings struct {
	// SendBy is how long after its intent a request may still go on the wire (10 s).
	SendBy time.Duration
	// NotFoundWindow is how long after the last moment of sending "no such reference" is not believed (10 min); a
	// provider may declare its own.
	NotFoundWindow time.Duration
	// NotFoundAnswers is how many of these answers it takes (3).
	NotFoundAnswers int
	// Idle is how long an account of a provider without references must not have been played on before a transfer
	// (60 s), Still how far apart the two readings are that judge an unknown one (30 s).
	Idle, Still time.Duration
	// IdleWait is how much of Idle a request waits for by itself; more is TRY_AGAIN (3 s).
	IdleWait time.Duration
	// Rechecks is when a returned transfer is asked about again (1 h, 24 h, 72 h).
	Rechecks []time.Duration
	// CaseAfter is the age from which an unknown outcome is an operator's case (24 h).
	CaseAfter time.Duration
	// UnprovedAfter is how long after the last of Rechecks, when its answer should have been there, a returned transfer that
	// nothing proves is an operator's case (CaseAfter).
	UnprovedAfter time.Duration
	// FinishWithin is how long after its start an interrupted operation of several legs is still finished; later it is
	// stopped and the money stays in the wallet (5 min).
	FinishWithin time.Duration
	// BeginBy is how long after its start the last of several legs is still begun by whoever began the first (14 s), if the
	// request has the time for it. Later the sweep begins it, and the member is told that it is under way.
	BeginBy time.Duration
	// FirstAsk is how soon after an unknown answer the outcome is asked for, NextAsk the longest pause between two
	// questions (1 s, 15 s).
	FirstAsk, NextAsk time.Duration
	// ReplayAfter is how long after the last moment of the first sending and its call's time the same reference is sent
	// again, where the provider applies it once (5 s).
	ReplayAfter time.Duration
	// PerProvider is how many transfers of one provider are asked about at once (8), AtOnce how many of all (64).
	PerProvider, AtOnce int
	Log                 *slog.Logger
}

func (s Settings) withDefaults() Settings {
	set(&s.SendBy, 10*time.Second)
	set(&s.NotFoundWindow, 10*time.Minute)
	set(&s.NotFoundAnswers, 3)
	set(&s.Idle, time.Minute)
	set(&s.Still, 30*time.Second)
	set(&s.IdleWait, 3*time.Second)
	set(&s.CaseAfter, 24*time.Hour)
	set(&s.UnprovedAfter, s.CaseAfter)
	set(&s.FinishWithin, 5*time.Minute)
	set(&s.BeginBy, 14*time.Second)
	set(&s.FirstAsk, time.Second)
	set(&s.NextAsk, 15*time.Second)
	set(&s.ReplayAfter, 5*time.Second)
	set(&s.PerProvider, 8)
	set(&s.AtOnce, 64)
	if s.Rechecks == nil {
		s.Rechecks = []time.Duration{time.Hour, 24 * time.Hour, 72 * time.Hour}
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

func set[T ~int | ~int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// Service is this area's use cases.
type Service struct {
	store    *store.Store
	books    Books
	games    *game.Service
	holder   Holder
	rules    Rules
	settings Settings
	observers     []TotalObserver
	// settling are the places of Settle, sweeping those of Sweep and rechecking those of Recheck.
	settling, sweeping, rechecking *places
}

// New makes the service. rules may be nil: then nothing but the ledger's gates stops a transfer into a game.
func New(s *store.Store, books Books, games *game.Service, holder Holder, rules Rules, settings Settings) *Service {
	settings = settings.withDefaults()
	return &Service{
		store: s, books: books, games: games, holder: holder, rules: rules, settings: settings,
		settling: newPlaces(settings.PerProvider, settings.AtOnce), sweeping: newPlaces(settings.PerProvider, settings.AtOnce),
		rechecking: newPlaces(settings.PerProvider, settings.AtOnce),
	}
}

// Answer is what a member is told about a transfer or a movement.
type Answer struct {
	// Code is SUCCESS or TRANSFER_PENDING; a refusal is an error.
	Code      fault.Code
	Status    Status
	Reference string
}
