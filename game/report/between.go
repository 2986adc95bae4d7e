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

// Between is what is stored of an account's rounds between two moments, of all games that share the account.
type Between struct {
	// Net is won less lost, of the rounds that settled after the first moment and not after the second.
	Net money.Credits
	// AtSince and AtUntil count rounds that were open at a moment, or began or settled near it: nobody knows whether the
	// balance included them then.
	AtSince, AtUntil int
	// Corrected are the changes of corrections that may have been made between the moments, or before, or after.
	Corrected []money.Credits
}

// PlayedBetween adds up the reported rounds of an account, as far as the report was read (ReportedUpTo). Near a moment
// means within margin of it: the provider's clock is not ours, and many list whole seconds.
//
// A correction has the time of its round, but the balance changed when the correction was made: after the version before
// was listed, and before the correction itself was.
func (s *Service) PlayedBetween(
	ctx context.Context, a game.Account, since, until time.Time, margin time.Duration,
) (Between, error) {
	q := reportdb.New(s.store.DB())
	row, err := q.PlayBetween(ctx, reportdb.PlayBetweenParams{
		Provider: a.Provider, Username: a.Username, Since: clock.MicrosOf(since), Until: clock.MicrosOf(until),
		SinceFrom: clock.MicrosOf(since.Add(-margin)), SinceTo: clock.MicrosOf(since.Add(margin)),
		UntilFrom: clock.MicrosOf(until.Add(-margin)), UntilTo: clock.MicrosOf(until.Add(margin)),
	})
	if err != nil {
		return Between{}, fmt.Errorf("game: read what was played: %w", err)
	}
	play := Between{Net: money.Credits(row.Net), AtSince: int(row.AtSince), AtUntil: int(row.AtUntil)}
	corrections, err := q.PlayCorrected(ctx, a.Provider, a.Username, clock.MicrosOf(since.Add(-margin)))
	if err != nil {
		return Between{}, fmt.Errorf("game: read corrections of play: %w", err)
	}
	for _, c := range corrections {
		first, last := clock.Micros(c.BeforeAt).Time().Add(-margin), c.SeenAt.Time().Add(margin)
		switch {
		case first.After(until):
		case !first.Before(since) && !last.After(until):
			play.Net += money.Credits(c.Net)
		default:
			play.Corrected = append(play.Corrected, money.Credits(c.Net))
		}
	}
	return play, nil
}

// CountedBetween reports whether counters of an account grew by play that may lie between two moments, as far as they
// were read (ReportedUpTo). Nobody knows when between two readings a counter grew, nor by how much at a time.
func (s *Service) CountedBetween(
	ctx context.Context, a game.Account, since, until time.Time, margin time.Duration,
) (bool, error) {
	n, err := reportdb.New(s.store.DB()).PlayGrew(ctx, reportdb.PlayGrewParams{
		Provider: a.Provider, Username: a.Username,
		Since: clock.MicrosOf(since.Add(-margin)), Until: clock.MicrosOf(until.Add(s.providers.Lag(a.Provider) + margin)),
	})
	if err != nil {
		return false, fmt.Errorf("game: read counters: %w", err)
	}
	return n > 0, nil
}
