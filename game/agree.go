package game

import (
	"context"
	"errors"
	"fmt"

	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// The catalogue is stored, and connections are configured. Both name the protocol of a provider, and a factor is only
// right for the smallest step of the connection. A contradiction would hit the first member whose money moves, so it is
// refused before.

// Agree fails if an open or closing game does not fit its provider's connection. Call it when the program starts.
func (s *Service) Agree(ctx context.Context) error {
	games, err := s.Games(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	for _, g := range games {
		if g.State != Closed {
			wrong = append(wrong, s.fits(g.Code, g.Provider, g.Family, g.Factor.String()))
		}
	}
	return errors.Join(wrong...)
}

// AdoptFamilies gives the catalogue the families of the connections. It is for the demo, whose connections follow the
// program while its database may be older.
func (s *Service) AdoptFamilies(ctx context.Context) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		for provider, c := range s.connections {
			if _, err := gamedb.New(tx).AdoptFamily(ctx, provider, c.Family, clock.MicrosOf(tx.Now)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("game: store the families: %w", err)
	}
	return nil
}

// defaultStep is the smallest step of a provider without a connection: 0.01 credit.
const defaultStep = money.Credit / 100

// Step returns the smallest movement of credits at a provider: every movement is a whole number of steps.
func (s *Service) Step(provider string) money.Credits {
	if p := s.Provider(provider); p != nil {
		return p.Capabilities().Step
	}
	return defaultStep
}

// fits compares a game with its provider's connection, where there is one.
func (s *Service) fits(code, provider, family, factor string) error {
	connection, step := s.connections[provider], s.Step(provider)
	if connection.Family != "" && connection.Family != family {
		return fmt.Errorf("game %s: its family is %s, and provider %s is connected by family %s",
			code, family, provider, connection.Family)
	}
	f, err := money.ParseFactor(factor)
	if err != nil {
		return fmt.Errorf("game %s: %w", code, err)
	}
	// RULES.md section 6: a factor is accepted only if the provider's smallest step is whole satang.
	if back, exact := money.CreditsOf(step.Baht(f), f); !exact || back != step {
		return fmt.Errorf("game %s: with factor %s the smallest step of provider %s, %s credits, is not whole satang",
			code, factor, provider, step)
	}
	return nil
}
