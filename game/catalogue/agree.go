package catalogue

import (
	"context"
	"errors"
	"fmt"

	"krapao/game"
	"krapao/game/catalogue/internal/cataloguedb"
	"krapao/internal/clock"
	"krapao/internal/content"
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
		if g.State != game.Closed {
			wrong = append(wrong, s.fits(g.Code, g.Provider, g.Family, g.Factor.String()))
		}
	}
	return errors.Join(wrong...)
}

// AdoptFamilies gives the catalogue the families of the connections. It is for the demo, whose connections follow the
// program while its database may be older.
func (s *Service) AdoptFamilies(ctx context.Context) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		changed := int64(0)
		for _, provider := range s.providers.Names() {
			family := s.providers.Connection(provider).Family
			n, err := cataloguedb.New(tx).AdoptFamily(ctx, provider, family, clock.MicrosOf(tx.Now))
			if err != nil {
				return err
			}
			changed += n
		}
		if changed == 0 {
			return nil
		}
		return content.ChangedTx(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("game: store the families: %w", err)
	}
	return nil
}

// fits compares a game with its provider's connection, where there is one.
func (s *Service) fits(code, provider, family, factor string) error {
	connection, step := s.providers.Connection(provider), s.providers.Step(provider)
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
