package game

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	gameq "krapao/internal/store/q/game"
	"krapao/ledger"
	"krapao/money"
)

// The states of an account's row: opening while the provider may not know it yet.
const stateActive = "active"

// Account is a member's account at a provider.
type Account struct {
	ID       string
	Member   string
	Provider string
	Username string
	// Factor is baht per credit, frozen when the account was opened.
	Factor money.Factor
	// Residue is what the last reading had beyond what whole satang can say.
	Residue money.Credits
	// Outstanding is what lay in open rounds at the last reading.
	Outstanding money.Credits
	// Result is all that readings ever found beyond our transfers: won less lost.
	Result money.Amount
	// ReadAt is when the last confirmed reading was asked for, ChangedAt the last one that our transfers did not
	// explain, FellAt the last of these that was a fall, LaunchedAt the last opening of a page. Zero: never.
	ReadAt, ChangedAt, FellAt, LaunchedAt time.Time
}

// Ledger is the account's name in the ledger.
func (a Account) Ledger() ledger.Account { return ledger.Game(a.Provider, a.Username) }

func accountFrom(row gameq.GameAccount) (Account, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return Account{}, fmt.Errorf("game: account %s: %w", row.ID, err)
	}
	return Account{
		ID: row.ID, Member: row.Member, Provider: row.Provider, Username: row.Username, Factor: factor,
		Residue: money.Credits(row.Residue), Outstanding: money.Credits(row.Outstanding), Result: money.Amount(row.Result),
		ReadAt: fromMicro(row.ReadAt), ChangedAt: fromMicro(row.ChangedAt),
		FellAt: fromMicro(row.FellAt), LaunchedAt: fromMicro(row.LaunchedAt),
	}, nil
}

func fromMicro(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

func toMicro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// AccountFor returns the member's open account for a game; SLOT_NO_ACCOUNT where there is none.
func (s *Service) AccountFor(ctx context.Context, member string, g Game) (Account, error) {
	row, err := gameq.New(s.store.DB()).AccountOf(ctx, member, g.Provider)
	switch {
	case store.NotFound(err), err == nil && row.State != stateActive:
		return Account{}, fault.New(fault.SLOT_NO_ACCOUNT, "the member has no account there").With("game", g.Code)
	case err != nil:
		return Account{}, fmt.Errorf("game: account: %w", err)
	}
	return accountFrom(row)
}

// AccountNamed returns the account behind a name of the ledger, for whoever settles its transfers.
func (s *Service) AccountNamed(ctx context.Context, provider, username string) (Account, error) {
	row, err := gameq.New(s.store.DB()).AccountByUsername(ctx, provider, username)
	if err != nil {
		return Account{}, fmt.Errorf("game: account of %s: %w", provider, err)
	}
	return accountFrom(row)
}

// TakeTurnTx makes transactions that begin a transfer of this account wait for each other, on every node, and returns
// the account as it is then. It comes before the ledger is touched.
func (s *Service) TakeTurnTx(ctx context.Context, tx *store.Tx, a Account) (Account, error) {
	row, err := gameq.New(tx).TakeTurn(ctx, a.ID)
	if err != nil {
		return Account{}, fmt.Errorf("game: turn: %w", err)
	}
	return accountFrom(row)
}

// Provider returns the connection of a provider, nil where the program has none.
func (s *Service) Provider(name string) Provider {
	return s.connections[name].Provider
}

// CallTimeout is what one call of a provider may take.
func (s *Service) CallTimeout() time.Duration { return s.settings.CallTimeout }

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
