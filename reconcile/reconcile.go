// Package reconcile compares each day (Asia/Bangkok) of each provider with our own transfers of that day.
//
// Promises:
//   - It compares with the provider's list of transfers, if there is one. Otherwise it asks by reference about every
//     transfer of the day that was ever in doubt, and about a random sample of the others. A provider that supports
//     neither is shown as not comparable.
//   - A difference becomes a case for an operator, once, with all that is needed to decide it. A comparison books nothing
//     but what RULES.md section 3 books anyway: a returned transfer that turns out to be applied.
//   - A case is closed automatically when the next comparison finds no difference.
//   - A provider that can't be asked is asked again later, and the reason is kept. It delays no other provider's day.
//
// Package doubt stores the cases and decides them. Package wallet makes the transfers.
package reconcile

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/doubt"
)

// Books is the part of the ledger that comparisons need.
type Books interface {
	Created(ctx context.Context, r ledger.CreatedRequest) ([]ledger.Transfer, error)
	SurplusOf(ctx context.Context, ids ...ledger.ID) (map[ledger.ID]money.Amount, error)
	Find(ctx context.Context, id ledger.ID) (ledger.Transfer, error)
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	OwedBy(ctx context.Context, member string) (money.Amount, error)
	Reference(id ledger.ID) string
	ParseReference(text string) (ledger.ID, bool)
}

// Settings are the numbers of the comparison. A zero field takes the default in brackets.
type Settings struct {
	// From is how long after midnight a day is compared (2 h), Again for how long it is compared again every night while
	// it differs (3 days).
	From, Again time.Duration
	// SampleSize is how many transfers are asked about by reference beside those that were in doubt (200), Pause the time
	// between two questions (500 ms).
	SampleSize int
	Pause      time.Duration
	// MinGap is how long before a reading the last round must have settled for both to be compared: the provider's clock
	// is not ours (5 min).
	MinGap time.Duration
	// MaxRun limits one run on a day; the next run continues (8 min).
	MaxRun time.Duration
	// Retry is when a day that failed is tried again (10 min); the pause doubles each time, up to MaxRetry (2 h).
	Retry, MaxRetry time.Duration
	// BreakOver and BreakCases are how much may differ at a provider (10,000 baht), and in how many open cases (20), before it
	// is stopped.
	BreakOver  money.Amount
	BreakCases int64
	// Stop stops a provider whose open differences are over BreakOver or BreakCases. Nil: nothing is stopped.
	Stop func(ctx context.Context, tx *store.Tx, provider string, open Open) error
	Log  *slog.Logger
}

func (s Settings) withDefaults() Settings {
	s.From = cmp.Or(max(s.From, 0), 2*time.Hour)
	s.Again = cmp.Or(max(s.Again, 0), 72*time.Hour)
	s.SampleSize = cmp.Or(max(s.SampleSize, 0), 200)
	s.Pause = cmp.Or(max(s.Pause, 0), 500*time.Millisecond)
	s.MinGap = cmp.Or(max(s.MinGap, 0), 5*time.Minute)
	s.MaxRun = cmp.Or(max(s.MaxRun, 0), 8*time.Minute)
	s.Retry = cmp.Or(max(s.Retry, 0), 10*time.Minute)
	s.MaxRetry = cmp.Or(max(s.MaxRetry, 0), 2*time.Hour)
	s.BreakOver = cmp.Or(max(s.BreakOver, 0), 10_000*money.Baht)
	s.BreakCases = cmp.Or(max(s.BreakCases, 0), 20)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

// Games are what the comparison needs of the area game: its providers, and of its rooms the catalogue, the accounts and
// the reports of play.
type Games struct {
	*game.Providers
	Catalogue interface {
		Games(ctx context.Context) ([]game.Game, error)
		GamesTx(ctx context.Context, tx *store.Tx) ([]game.Game, error)
	}
	Accounts interface {
		Named(ctx context.Context, provider, username string) (game.Account, error)
		Player(ctx context.Context, a game.Account) (game.Player, error)
	}
	Reports interface {
		// ReportedUpTo returns the time before which everything that settled at a provider is stored; zero if it has no report.
		ReportedUpTo(ctx context.Context, provider string) (time.Time, error)
	}
}

// Service compares days.
type Service struct {
	store  *store.Store
	books  Books
	games  Games
	doubts *doubt.Service
	cases  *doubt.Cases
	lost   interface {
		Booked(ctx context.Context, provider, reference string) (bool, error)
	}
	settings Settings
}

// New makes the service.
func New(s *store.Store, books Books, games Games, doubts *doubt.Service, settings Settings) *Service {
	return &Service{
		store: s, books: books, games: games, doubts: doubts, cases: doubts.Cases(), lost: noneLost{},
		settings: settings.withDefaults(),
	}
}

// How a day is compared.
const (
	methodList      = "list"
	methodReference = "reference"
	methodNone      = "none"
)

// The states of a day.
const (
	dayOpen = "open"
	dayDone = "done"
)

// dayForm is the format of days.
const dayForm = "2006-01-02"

func dayOf(t time.Time) string { return t.In(clock.Bangkok).Format(dayForm) }

// spanOf returns the day's first instant and that of the next day.
func spanOf(day string) (span, error) {
	from, err := time.ParseInLocation(dayForm, day, clock.Bangkok)
	return span{from, from.AddDate(0, 0, 1)}, err
}

// errUnconnected: the provider is in the catalogue, and this program has no connection to it.
var errUnconnected = errors.New("reconcile: no connection to the provider is configured")

// compareDay compares as far as the run's time allows; ended reports whether it finished the day.
func (r *Service) compareDay(ctx context.Context, row *reconciledb.ReconcileDay) (ended bool, err error) {
	d, err := r.readDay(ctx, row)
	if err != nil {
		return false, err
	}
	if _, all := strings.CutPrefix(row.Asked, askedAll); all {
		return r.comparePlay(ctx, d)
	}
	if row.Asked == "" {
		row.Ours, row.Theirs, row.Compared, row.Waiting, row.Reason = int64(len(d.ours)), 0, 0, 0, ""
	}
	switch row.Method = methodOf(d.provider); row.Method {
	case methodList:
		ended, err = r.byList(ctx, d)
	case methodReference:
		ended, err = r.byReference(ctx, d)
	default:
		if d.provider == nil && len(d.ours) > 0 {
			return false, errUnconnected
		}
		ended = true // the method says that there is nothing to compare with
	}
	if err != nil || !ended {
		return false, err
	}
	row.Asked = askedAll
	return r.comparePlay(ctx, d)
}

func methodOf(p game.Provider) string {
	if p == nil {
		return methodNone
	}
	if _, lists := p.(game.Lister); lists && p.Capabilities().List {
		return methodList
	}
	if p.Capabilities().CheckByReference {
		return methodReference
	}
	return methodNone
}
