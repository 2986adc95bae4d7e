// Package account keeps the members' accounts at game providers. It opens them, makes transfers and readings of one take
// turns, and knows the account and password of every call.
package account

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/game/account/internal/accountdb"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Books is the part of the ledger that accounts need.
type Books interface {
	OpenTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	FirstInto(ctx context.Context, account ledger.Account, kind ledger.Kind) (ledger.ID, bool, error)
	Reference(id ledger.ID) string
}

// Deps are the dependencies of the service.
type Deps struct {
	Store     *store.Store
	Books     Books
	Box       *secret.Box
	Providers *game.Providers
	// Log gets the failed calls of providers; nil is silence.
	Log *slog.Logger
}

// Service keeps the accounts.
type Service struct {
	store     *store.Store
	books     Books
	box       *secret.Box
	providers *game.Providers
	log       *slog.Logger
}

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{store: d.Store, books: d.Books, box: d.Box, providers: d.Providers, log: d.Log}
}

// The states of an account's row. Any other state means "opening": the provider may not know the account yet.
const stateActive = "active"

func accountFrom(row accountdb.GameAccount) (game.Account, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return game.Account{}, fmt.Errorf("game: read account %s: %w", row.ID, err)
	}
	return game.Account{
		ID: row.ID, Member: row.Member, Provider: row.Provider, Username: row.Username, Factor: factor,
		Residue: money.Credits(row.Residue), Outstanding: money.Credits(row.Outstanding), Result: money.Amount(row.Result),
		OpenedAt: row.CreatedAt.Time(), UsedAt: row.ActiveAt.Time(),
		ReadAt: row.ReadAt.Time(), ChangedAt: row.ChangedAt.Time(),
		FellAt: row.FellAt.Time(), LaunchedAt: row.LaunchedAt.Time(),
	}, nil
}

// For returns the member's open account for a game; SLOT_NO_ACCOUNT where there is none.
func (s *Service) For(ctx context.Context, member string, g game.Game) (game.Account, error) {
	row, err := accountdb.New(s.store.Brief()).AccountOf(ctx, member, g.Provider)
	switch {
	case store.NotFound(err), err == nil && row.State != stateActive:
		return game.Account{}, Missing(g)
	case err != nil:
		return game.Account{}, fmt.Errorf("game: read an account: %w", err)
	}
	return accountFrom(row)
}

// Missing is the refusal of a call that needs an open account for a game.
func Missing(g game.Game) error {
	return fault.New(fault.SLOT_NO_ACCOUNT, "the member has no account there").With("game", g.Code)
}

// Named returns the account behind a name of the ledger or of a report. The error of one that is not ours is
// store.NotFound.
func (s *Service) Named(ctx context.Context, provider, username string) (game.Account, error) {
	return named(ctx, accountdb.New(s.store.Brief()), provider, username)
}

// NamedTx is Named in a transaction, which must not wait for a further connection.
func (s *Service) NamedTx(ctx context.Context, tx *store.Tx, provider, username string) (game.Account, error) {
	return named(ctx, accountdb.New(tx), provider, username)
}

func named(ctx context.Context, q *accountdb.Queries, provider, username string) (game.Account, error) {
	row, err := q.AccountByUsername(ctx, provider, username)
	if err != nil {
		return game.Account{}, fmt.Errorf("game: read an account of %s: %w", provider, err)
	}
	return accountFrom(row)
}

// Of returns the member's open accounts, sorted by provider.
func (s *Service) Of(ctx context.Context, member string) ([]game.Account, error) {
	rows, err := accountdb.New(s.store.Brief()).AccountsOf(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("game: read the accounts: %w", err)
	}
	var accounts []game.Account
	for _, row := range rows {
		if row.State != stateActive {
			continue
		}
		a, err := accountFrom(row)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, a)
	}
	return accounts, nil
}

// TakeTurnTx makes transactions that begin a transfer of this account run one after the other, on every node, and returns
// the account as it is then. Call it before the ledger.
func (s *Service) TakeTurnTx(ctx context.Context, tx *store.Tx, a game.Account) (game.Account, error) {
	row, err := turn(ctx, tx, a.ID)
	if err != nil {
		return game.Account{}, fmt.Errorf("game: take the turn of an account: %w", err)
	}
	now, err := accountFrom(row.GameAccount)
	now.CheckedSince = clock.Micros(row.CheckedSince).Time()
	return now, err
}

func turn(ctx context.Context, tx *store.Tx, id string) (accountdb.LockTurnRow, error) {
	if !tx.Alone() {
		return accountdb.New(tx).LockTurn(ctx, id)
	}
	row, err := accountdb.New(tx).Turn(ctx, id)
	return accountdb.LockTurnRow(row), err
}

// NoteReadingTx stores what a reading found: the account's Residue, Outstanding, Result and times, and its use. Call it in the
// account's turn, once it is seen that no later reading is stored: it never replaces one.
func (s *Service) NoteReadingTx(ctx context.Context, tx *store.Tx, a game.Account) error {
	return accountdb.New(tx).NoteReading(ctx, accountdb.NoteReadingParams{
		ID: a.ID, Residue: int64(a.Residue), Outstanding: int64(a.Outstanding),
		ReadAt: clock.MicrosOf(a.ReadAt), ChangedAt: clock.MicrosOf(a.ChangedAt), FellAt: clock.MicrosOf(a.FellAt),
		Result: int64(a.Result), ActiveAt: clock.MicrosOf(a.UsedAt),
	})
}

// NoteLaunchTx stores that a page of the account is opened.
func (s *Service) NoteLaunchTx(ctx context.Context, tx *store.Tx, a game.Account) error {
	return accountdb.New(tx).NoteLaunch(ctx, a.ID, clock.MicrosOf(tx.Now))
}

// BeginMoveTx takes the account's turn and stores that a transfer of it begins, in the transaction that reserves it. A member
// who moves credits may play, so the account's counters are requested.
func (s *Service) BeginMoveTx(ctx context.Context, tx *store.Tx, a game.Account) error {
	if err := accountdb.New(tx).BeginMove(ctx, a.ID, clock.MicrosOf(tx.Now)); err != nil {
		return fmt.Errorf("game: begin a move: %w", err)
	}
	return nil
}

// UsedSince returns the user names of a provider's open accounts that were used since a moment: at most so many, sorted,
// beyond a name.
func (s *Service) UsedSince(ctx context.Context, provider string, since time.Time, beyond string, most int) ([]string, error) {
	names, err := accountdb.New(s.store.DB()).ActivePlayers(ctx, accountdb.ActivePlayersParams{
		Provider: provider, Since: clock.MicrosOf(since), Beyond: beyond, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("game: read the active accounts: %w", err)
	}
	return names, nil
}

// FirstOpened returns when the first account at a provider was opened; zero if there is none.
func (s *Service) FirstOpened(ctx context.Context, provider string) (time.Time, error) {
	first, err := accountdb.New(s.store.DB()).FirstAccount(ctx, provider)
	if err != nil && !store.NotFound(err) {
		return time.Time{}, fmt.Errorf("game: read the first account: %w", err)
	}
	return first.Time(), nil
}

// FactorsTx returns the factors that accounts at a provider have.
func FactorsTx(ctx context.Context, tx *store.Tx, provider string) ([]string, error) {
	factors, err := accountdb.New(tx).AccountFactors(ctx, provider)
	if err != nil {
		return nil, fmt.Errorf("game: read the factors of accounts: %w", err)
	}
	return factors, nil
}
