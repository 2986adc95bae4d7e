// Package catalogue keeps which games there are: the games part of an operator's content, as the product reads it.
package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/game/catalogue/internal/cataloguedb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// FactorsTx returns the factors that members' accounts at a provider have.
type FactorsTx func(ctx context.Context, tx *store.Tx, provider string) ([]string, error)

// Service reads the catalogue and applies content to it.
type Service struct {
	store     *store.Store
	providers *game.Providers
	factorsTx FactorsTx
	kept      content.Cache[[]game.Game]
}

// New makes the service.
func New(s *store.Store, providers *game.Providers, factorsTx FactorsTx) *Service {
	return &Service{store: s, providers: providers, factorsTx: factorsTx}
}

// Games returns the catalogue in its order, with closed games: statements still name them.
func (s *Service) Games(ctx context.Context) ([]game.Game, error) {
	return catalogue(ctx, cataloguedb.New(s.store.DB()))
}

// GamesAt is Games at a version of the content, from memory where it is known. The list is shared: nobody may change it.
func (s *Service) GamesAt(ctx context.Context, version int64) ([]game.Game, error) {
	return s.kept.At(version, s.store.Now(), func() ([]game.Game, error) { return s.Games(ctx) })
}

// GamesTx is Games inside a transaction.
func (s *Service) GamesTx(ctx context.Context, tx *store.Tx) ([]game.Game, error) {
	return catalogue(ctx, cataloguedb.New(tx))
}

func catalogue(ctx context.Context, q *cataloguedb.Queries) ([]game.Game, error) {
	rows, err := q.Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("game: read the catalogue: %w", err)
	}
	games := make([]game.Game, 0, len(rows))
	for _, row := range rows {
		g, err := fromRow(row.Game, row.CheckedSince)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

func fromRow(row cataloguedb.Game, checkedSince int64) (game.Game, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return game.Game{}, fmt.Errorf("game: read game %s: %w", row.Code, err)
	}
	return game.Game{
		Code: row.Code, Name: row.Name, Category: game.Category(row.Category), Provider: row.Provider, Family: row.Family,
		Factor: factor, Logo: row.Logo, Background: row.Background, Web: row.Web, Android: row.Android, IOS: row.Ios,
		Launch: game.Launch{Kind: game.LaunchKind(row.Launch), Provider: row.LaunchPath}, Stakes: game.Stakes(row.Stakes),
		SettleTime: time.Duration(row.SettleUs) * time.Microsecond, State: game.State(row.State),
		Maintenance: row.Maintenance, Notice: row.Notice, Play: game.PlayKind(cmp.Or(row.Play, row.Category)),
		CheckedSince: clock.Micros(checkedSince).Time(),
	}, nil
}

// Find returns the game with this code. NO_GAME if it is closed or never existed.
func (s *Service) Find(ctx context.Context, code string) (game.Game, error) {
	row, err := cataloguedb.New(s.store.DB()).OpenGame(ctx, code)
	if store.NotFound(err) {
		return game.Game{}, noGame(code)
	}
	if err != nil {
		return game.Game{}, fmt.Errorf("game: read a game of the catalogue: %w", err)
	}
	return fromRow(row.Game, row.CheckedSince)
}

// FindAt is Find at a version of the content, from memory where it is known.
func (s *Service) FindAt(ctx context.Context, version int64, code string) (game.Game, error) {
	games, err := s.GamesAt(ctx, version)
	if err != nil {
		return game.Game{}, err
	}
	for _, g := range games {
		if g.Code == code && g.State != game.Closed {
			return g, nil
		}
	}
	return game.Game{}, noGame(code)
}

func noGame(code string) error {
	return fault.New(fault.NO_GAME, "no game with this code is open").With("game", code)
}
