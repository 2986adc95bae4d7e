// Package report reads what the providers report of play, keeps it once, and adds it up.
package report

import (
	"context"
	"log/slog"
	"time"

	"krapao/game"
	"krapao/internal/store"
)

// Catalogue is what reports need of the room catalogue.
type Catalogue interface {
	Games(ctx context.Context) ([]game.Game, error)
	GamesTx(ctx context.Context, tx *store.Tx) ([]game.Game, error)
}

// Accounts is what reports need of the room account.
type Accounts interface {
	// Named returns the account behind a name; the error of one that is not ours is store.NotFound.
	Named(ctx context.Context, provider, username string) (game.Account, error)
	// UsedSince returns the names of accounts that were used since a moment, sorted, beyond a name.
	UsedSince(ctx context.Context, provider string, since time.Time, beyond string, most int) ([]string, error)
	// FirstOpened returns when the first account at a provider was opened; zero if there is none.
	FirstOpened(ctx context.Context, provider string) (time.Time, error)
	// First returns the reference of the first transfer into an account; empty if there was none.
	First(ctx context.Context, provider, username string) (string, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store     *store.Store
	Providers *game.Providers
	Catalogue Catalogue
	Accounts  Accounts
	// Every is how often the reports are read (10 s; one that lags, less often).
	Every time.Duration
	// Log gets the reports that can't be read; nil is silence.
	Log *slog.Logger
}

// Service reads and keeps the reports.
type Service struct {
	store     *store.Store
	providers *game.Providers
	catalogue Catalogue
	accounts  Accounts
	every     time.Duration
	log       *slog.Logger
	sweeps    sweeps
	memory    *memory

	onPlayed func(ctx context.Context, tx *store.Tx, list []Added) error
}

// New makes the service.
func New(d Deps) *Service {
	if d.Every <= 0 {
		d.Every = 10 * time.Second
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, providers: d.Providers, catalogue: d.Catalogue, accounts: d.Accounts,
		every: d.Every, log: d.Log, sweeps: sweeps{begun: map[string]sweep{}}, memory: newMemory(),
	}
}

// OnPlayed sets what runs in the commit that keeps rows of a report, with what they add to members' play, sorted by member.
// It is set once, when the program is built, before the first turn. Its error takes the commit back, and the same rows are
// read again. It may see parts of one page, and corrections that take turnover back.
func (s *Service) OnPlayed(f func(ctx context.Context, tx *store.Tx, list []Added) error) {
	s.onPlayed = f
}

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.onPlayed == nil {
		setters = append(setters, "report.OnPlayed")
	}
	return setters
}
