package report

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/money"
)

// PlayedAt is what one version of a round, or one reading of a counter, added to a member's play. A correction has its
// own row with the difference, so only sums make sense: add up per provider, then turn the sum into baht by the
// provider's factor.
type PlayedAt struct {
	Provider string
	// Category and Play are those of the provider's first game in the catalogue.
	Category game.Category
	Play     game.PlayKind
	// Counter: the provider reports totals and not rounds, so BetAt is when the total was read.
	Counter          bool
	BetAt, SettledAt time.Time
	Count            int
	Turnover, Net    money.Credits
	Factor           money.Factor
}

// Played returns what a member played from from until before to, by the time of the bet, oldest first, as far as the
// reports were read (ReportedUpTo).
func (s *Service) Played(ctx context.Context, member string, from, to time.Time) ([]PlayedAt, error) {
	games, err := s.catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	first := map[string]game.Game{}
	for _, g := range games {
		if _, known := first[g.Provider]; !known {
			first[g.Provider] = g
		}
	}
	rows, err := reportdb.New(s.store.DB()).PlayedBy(ctx, member, clock.MicrosOf(from), clock.MicrosOf(to))
	if err != nil {
		return nil, fmt.Errorf("game: read what was played: %w", err)
	}
	list := make([]PlayedAt, len(rows))
	for i, row := range rows {
		factor, err := money.ParseFactor(row.Factor)
		if err != nil {
			return nil, fmt.Errorf("game: read what was played: %w", err)
		}
		list[i] = PlayedAt{
			Provider: row.Provider, Category: first[row.Provider].Category, Play: first[row.Provider].Play,
			Counter: row.Kind == kindCounter,
			BetAt:   row.BetAt.Time(), SettledAt: row.SettledAt.Time(), Count: int(row.Count),
			Turnover: money.Credits(row.Turnover), Net: money.Credits(row.Net), Factor: factor,
		}
	}
	return list, nil
}
