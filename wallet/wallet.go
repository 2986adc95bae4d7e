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
//
// Package doubt, below this one, finds out about transfers whose outcome is not known.
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
	doubt.Books
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	ReserveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
	Pending(ctx context.Context, member string) ([]ledger.Transfer, error)
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
	// Settings are those of doubts. SendBy, Idle, FirstAsk, PerProvider, MaxConcurrent and Log hold for transfers as well.
	doubt.Settings
	// IdleWait is how much of Idle a request waits for by itself; more is TRY_AGAIN (3 s).
	IdleWait time.Duration
	// FinishWithin is how long after its start an interrupted operation of several legs is still finished; later it is
	// stopped and the money stays in the wallet (5 min).
	FinishWithin time.Duration
	// BeginBy is how long after its start the last of several legs is still begun by whoever began the first (14 s), if the
	// request has the time for it. Later the sweep begins it, and the member is told that it is under way.
	BeginBy time.Duration
}

func (s Settings) withDefaults() Settings {
	s.Settings = s.WithDefaults()
	s.IdleWait = cmp.Or(max(s.IdleWait, 0), 3*time.Second)
	s.FinishWithin = cmp.Or(max(s.FinishWithin, 0), 5*time.Minute)
	s.BeginBy = cmp.Or(max(s.BeginBy, 0), 14*time.Second)
	return s
}

// Service is this area's use cases.
type Service struct {
	store     *store.Store
	books     Books
	games     *game.Service
	doubts    *doubt.Service
	holder    Holder
	rules     Rules
	settings  Settings
	observers []TotalObserver
	// sweeping are the places of Sweep.
	sweeping *sweep.Places
}

// New makes the service. rules may be nil: then nothing but the ledger's gates stops a transfer into a game.
func New(st *store.Store, books Books, games *game.Service, holder Holder, rules Rules, settings Settings) *Service {
	settings = settings.withDefaults()
	s := &Service{
		store: st, books: books, games: games, holder: holder, rules: rules, settings: settings,
		sweeping: sweep.NewPlaces(settings.PerProvider, settings.MaxConcurrent),
	}
	s.doubts = doubt.New(st, books, games, transfers{s}, settings.Settings)
	return s
}

// Doubts finds out about the transfers whose outcome is not known.
func (s *Service) Doubts() *doubt.Service { return s.doubts }

// Answer is what a member is told about a transfer or a movement.
type Answer struct {
	// Code is SUCCESS or TRANSFER_PENDING; a refusal is an error.
	Code      fault.Code
	Status    Status
	Reference string
}
