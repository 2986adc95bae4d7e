package game

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game/internal/gamedb"
	"krapao/internal/patience"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The states of an account's row. Any other state means "opening": the provider may not know the account yet.
const stateActive = "active"

// Account is a member's account at a provider.
type Account struct {
	ID       string
	Member   string
	Provider string
	Username string
	// Factor is baht per credit, frozen when the account was opened.
	Factor money.Factor
	// Residue is the part of the last reading that whole satang can't express.
	Residue money.Credits
	// Outstanding is what was in open rounds at the last reading.
	Outstanding money.Credits
	// Result is all that readings ever found beyond our transfers: won less lost.
	Result money.Amount
	// ReadAt is when the last confirmed reading was requested, ChangedAt the last reading that our transfers did not
	// explain, FellAt the last of these that was a fall, LaunchedAt when a page was last opened. Zero: never.
	ReadAt, ChangedAt, FellAt, LaunchedAt time.Time
}

// Ledger is the account's name in the ledger.
func (a Account) Ledger() ledger.Account { return ledger.Game(a.Provider, a.Username) }

func accountFrom(row gamedb.GameAccount) (Account, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return Account{}, fmt.Errorf("game: read account %s: %w", row.ID, err)
	}
	return Account{
		ID: row.ID, Member: row.Member, Provider: row.Provider, Username: row.Username, Factor: factor,
		Residue: money.Credits(row.Residue), Outstanding: money.Credits(row.Outstanding), Result: money.Amount(row.Result),
		ReadAt: row.ReadAt.Time(), ChangedAt: row.ChangedAt.Time(),
		FellAt: row.FellAt.Time(), LaunchedAt: row.LaunchedAt.Time(),
	}, nil
}

// AccountFor returns the member's open account for a game; SLOT_NO_ACCOUNT where there is none.
func (s *Service) AccountFor(ctx context.Context, member string, g Game) (Account, error) {
	row, err := gamedb.New(s.store.DB()).AccountOf(ctx, member, g.Provider)
	switch {
	case store.NotFound(err), err == nil && row.State != stateActive:
		return Account{}, fault.New(fault.SLOT_NO_ACCOUNT, "the member has no account there").With("game", g.Code)
	case err != nil:
		return Account{}, fmt.Errorf("game: read an account: %w", err)
	}
	return accountFrom(row)
}

// AccountNamed returns the account behind a name of the ledger, for settling its transfers.
func (s *Service) AccountNamed(ctx context.Context, provider, username string) (Account, error) {
	row, err := gamedb.New(s.store.DB()).AccountByUsername(ctx, provider, username)
	if err != nil {
		return Account{}, fmt.Errorf("game: read an account of %s: %w", provider, err)
	}
	return accountFrom(row)
}

// TakeTurnTx makes transactions that begin a transfer of this account run one after the other, on every node, and returns
// the account as it is then. Call it before the ledger.
func (s *Service) TakeTurnTx(ctx context.Context, tx *store.Tx, a Account) (Account, error) {
	row, err := gamedb.New(tx).TakeTurn(ctx, a.ID)
	if err != nil {
		return Account{}, fmt.Errorf("game: take the turn of an account: %w", err)
	}
	return accountFrom(row)
}

// Provider returns the connection of a provider; nil if the program has none.
func (s *Service) Provider(name string) Provider {
	return s.connections[name].Provider
}

// errPassword: a change of the account's password has not ended, so no call that carries the password can be made.
var errPassword = errors.New("game: which password is valid is not known yet")

// The ledger's kinds of transfers between a wallet and a game account.
const (
	KindIn  ledger.Kind = "game_in"
	KindOut ledger.Kind = "game_out"
)

// AccountOf returns the provider and the user name of a transfer between a wallet and a game.
func AccountOf(t ledger.Transfer) (provider, username string, ok bool) {
	if t.Kind == KindOut {
		return t.Debit.Game()
	}
	return t.Credit.Game()
}

// Player returns the account for a call to its provider, with the password and the first transfer if the provider wants
// them in every call. A password change without an answer is settled first, so that no call carries a wrong password.
func (s *Service) Player(ctx context.Context, a Account) (Player, error) {
	player := Player{Username: a.Username}
	p := s.connections[a.Provider].Provider
	if p == nil {
		return player, nil
	}
	var err error
	caps := p.Capabilities()
	if caps.NeedsFirst {
		if player.First, err = s.first(ctx, a.Ledger()); err != nil {
			return player, err
		}
	}
	if caps.NeedsPassword {
		player.Password, err = s.currentPassword(ctx, a)
	}
	return player, err
}

// first returns the reference of the first transfer into an account; empty if there was none.
func (s *Service) first(ctx context.Context, account ledger.Account) (string, error) {
	id, found, err := s.books.FirstInto(ctx, account, KindIn)
	if err != nil || !found {
		return "", err
	}
	return s.books.Reference(id), nil
}

// currentPassword returns the password that the provider certainly has.
func (s *Service) currentPassword(ctx context.Context, a Account) (string, error) {
	row, err := gamedb.New(s.store.DB()).AccountByUsername(ctx, a.Provider, a.Username)
	if err != nil {
		return "", fmt.Errorf("game: read an account: %w", err)
	}
	if row.NextPassword == "" {
		return s.openPassword(a, row.Password)
	}
	switch err := s.setPassword(ctx, a, row); {
	case err == nil:
		return s.openPassword(a, row.NextPassword)
	case errors.Is(err, ErrRefused):
		// The old one is valid now. The change stays open: an earlier try of it may still arrive.
		return s.openPassword(a, row.Password)
	default:
		return "", fmt.Errorf("%w: %w", errPassword, err)
	}
}

func (s *Service) openPassword(a Account, sealed string) (string, error) {
	password, err := s.box.Open(passwordRow(a.ID), sealed)
	if err != nil {
		return "", fmt.Errorf("game: open the password of account %s: %w", a.ID, err)
	}
	return password, nil
}

// CallTimeout limits one call of a provider that moves credits, or asks what became of a move.
func (s *Service) CallTimeout() time.Duration { return s.settings.CallTimeout }

// AskTimeout limits one call of a provider that moves nothing.
func (s *Service) AskTimeout() time.Duration { return s.settings.AskTimeout }

// askContext limits one call that moves nothing. It leaves a request the time to store and answer the result.
func (s *Service) askContext(ctx context.Context) (context.Context, context.CancelFunc) {
	until := time.Now().Add(s.settings.AskTimeout)
	if last := patience.By(ctx).Add(-2 * patience.Book); last.Before(until) {
		until = last
	}
	return context.WithDeadline(ctx, until)
}

func (s *Service) reachable(g Game) (Provider, error) {
	p := s.connections[g.Provider].Provider
	if p == nil {
		return nil, fmt.Errorf("game: no connection to provider %q is configured", g.Provider)
	}
	return p, nil
}

func passwordRow(id string) secret.Row {
	return secret.Row{Table: "game_account", Column: "password", ID: id}
}
