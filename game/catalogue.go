package game

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game/internal/gamedb"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Slot is a game as one member sees it (SPEC.md's word on the wire).
type Slot struct {
	Game Game
	// Step is the provider's smallest step in baht. It is whole satang, since no other factor is accepted.
	Step money.Amount
	// Active reports whether the member has an account there; all fields below are empty otherwise.
	Active   bool
	Username string
	// Credits is the last confirmed balance in the provider's credits, Value the same in baht.
	Credits money.Credits
	Value   money.Amount
	// ReadAt is when that balance was last confirmed by the provider; zero: never.
	ReadAt           time.Time
	CanResetPassword bool
}

// Games returns the catalogue in its order, with closed games: statements still name them.
func (s *Service) Games(ctx context.Context) ([]Game, error) {
	return catalogue(ctx, gamedb.New(s.store.DB()))
}

// GamesTx is Games inside another area's transaction.
func GamesTx(ctx context.Context, tx *store.Tx) ([]Game, error) {
	return catalogue(ctx, gamedb.New(tx))
}

func catalogue(ctx context.Context, q *gamedb.Queries) ([]Game, error) {
	rows, err := q.Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("game: read the catalogue: %w", err)
	}
	games := make([]Game, 0, len(rows))
	for _, row := range rows {
		g, err := fromRow(row)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

func fromRow(row gamedb.Game) (Game, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return Game{}, fmt.Errorf("game: read game %s: %w", row.Code, err)
	}
	return Game{
		Code: row.Code, Name: row.Name, Category: Category(row.Category), Provider: row.Provider, Family: row.Family,
		Factor: factor, Logo: row.Logo, Background: row.Background, Web: row.Web, Android: row.Android, IOS: row.Ios,
		Launch: Launch{LaunchKind(row.Launch), row.LaunchPath}, Stakes: Stakes(row.Stakes),
		SettleTime: time.Duration(row.SettleUs) * time.Microsecond, State: State(row.State),
		Maintenance: row.Maintenance, Notice: row.Notice, Play: PlayKind(cmp.Or(row.Play, row.Category)),
	}, nil
}

// Find returns the game with this code. NO_GAME if it is closed or never existed.
func (s *Service) Find(ctx context.Context, code string) (Game, error) {
	games, err := s.Games(ctx)
	if err != nil {
		return Game{}, err
	}
	for _, g := range games {
		if g.Code == code && g.State != Closed {
			return g, nil
		}
	}
	return Game{}, fault.New(fault.NO_GAME, "no game with this code is open").With("game", code)
}

// Slots returns the catalogue as the member sees it, without calling any provider. Closed games are left out; a closing
// one is listed only for members with an account there.
func (s *Service) Slots(ctx context.Context, member string) ([]Slot, error) {
	games, err := s.Games(ctx)
	if err != nil {
		return nil, err
	}
	holdings, err := s.Holdings(ctx, member)
	if err != nil {
		return nil, err
	}
	byProvider := map[string]Holding{}
	for _, h := range holdings {
		byProvider[h.Account.Provider] = h
	}
	slots := make([]Slot, 0, len(games))
	for _, g := range games {
		h, active := byProvider[g.Provider]
		if g.State == Closed || g.State == Closing && !active {
			continue
		}
		slots = append(slots, s.slot(g, h, active))
	}
	return slots, nil
}

func (s *Service) slot(g Game, h Holding, active bool) Slot {
	connection := s.connections[g.Provider]
	if g.Web == "" && g.Launch.Kind != Autologin {
		g.Web = connection.LoginPage
	}
	slot := Slot{Game: g, Step: s.Step(g.Provider).Baht(g.Factor), Active: active}
	if connection.Provider != nil {
		slot.CanResetPassword = connection.Provider.Capabilities().SetPassword
	}
	if active {
		slot.Username, slot.Credits, slot.Value, slot.ReadAt = h.Account.Username, h.Credits(), h.Memo.Posted, h.Account.ReadAt
	}
	return slot
}

// Holding is a game account with its memo balance.
type Holding struct {
	Account Account
	Memo    ledger.Balance
}

// Credits returns the memo balance in the provider's credits, including what whole satang can't express.
func (h Holding) Credits() money.Credits {
	credits, _ := money.CreditsOf(h.Memo.Posted, h.Account.Factor)
	return credits + h.Account.Residue
}

// Holdings returns the member's open accounts with their memo balances, each provider account once.
func (s *Service) Holdings(ctx context.Context, member string) ([]Holding, error) {
	rows, err := gamedb.New(s.store.DB()).AccountsOf(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("game: read the accounts: %w", err)
	}
	var holdings []Holding
	var names []ledger.Account
	for _, row := range rows {
		if row.State != stateActive {
			continue
		}
		a, err := accountFrom(row)
		if err != nil {
			return nil, err
		}
		holdings = append(holdings, Holding{Account: a})
		names = append(names, a.Ledger())
	}
	if len(names) == 0 {
		return nil, nil
	}
	balances, err := s.books.Balances(ctx, names...)
	if err != nil {
		return nil, fmt.Errorf("game: read memo balances: %w", err)
	}
	for i := range holdings {
		holdings[i].Memo = balances[names[i]]
	}
	return holdings, nil
}
