package report

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Added is what one commit of a report adds to a member's play at a provider. There is one per stored row, sorted by
// member, so that reports with common members lock them in the same order.
type Added struct {
	Member, Provider string
	// Counter: the provider reports totals, and the play happened somewhere between Since and BetAt; the provider's lag
	// is already subtracted from Since. For a round both are the time of the bet.
	Counter      bool
	Since, BetAt time.Time
	// Turnover and Net (won less lost) are in satang, less what earlier versions of the row added: negative if it was
	// corrected or is void.
	Turnover, Net money.Amount
	// Beyond is the part of Turnover that no earlier version of the row had, never negative: turnover that was taken back
	// and comes again is not played again.
	Beyond money.Amount
}

// Turned is a member's turnover at one provider within a span, in satang. It is added up in credits and turned into baht
// once.
type Turned struct {
	Provider string
	// Play is what it counts as: the weights depend on it.
	Play   game.PlayKind
	Amount money.Amount
}

// TurnoverTx returns a member's turnover at providers, of rounds whose bets are within a span, both ends included. Of
// counters it counts the growth between readings that lie within the span by more than the provider's lag: earlier play
// may still have been on its way. Providers without play are left out.
func (s *Service) TurnoverTx(
	ctx context.Context, tx *store.Tx, member string, from, to time.Time, providers []string,
) ([]Turned, error) {
	q := reportdb.New(tx)
	games, err := s.catalogue.GamesTx(ctx, tx)
	if err != nil {
		return nil, err
	}
	plays := map[string]game.PlayKind{}
	for _, g := range games {
		if _, known := plays[g.Provider]; !known {
			plays[g.Provider] = g.Play
		}
	}
	var list []Turned
	for _, provider := range providers {
		rows, err := q.Turnover(ctx, reportdb.TurnoverParams{
			Member: member, Provider: provider, Since: clock.MicrosOf(from), Until: clock.MicrosOf(to),
			CountersSince: clock.MicrosOf(from.Add(s.providers.Lag(provider))),
		})
		if err != nil {
			return nil, fmt.Errorf("game: read the turnover: %w", err)
		}
		byFactor := map[string]money.Credits{}
		for _, row := range rows {
			byFactor[row.Factor] += money.Credits(row.Turnover)
		}
		t := Turned{Provider: provider, Play: plays[provider]}
		for text, credits := range byFactor {
			factor, err := money.ParseFactor(text)
			if err != nil {
				return nil, fmt.Errorf("game: read the turnover: %w", err)
			}
			t.Amount += credits.Baht(factor)
		}
		if t.Amount != 0 {
			list = append(list, t)
		}
	}
	return list, nil
}
