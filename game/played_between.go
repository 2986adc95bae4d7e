package game

import (
	"context"
	"fmt"
	"time"

	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/money"
)

// PlayBetween is what is kept of an account's rounds between two moments, of all games that share the account.
type PlayBetween struct {
	// Net is what rounds won less lost that settled after the first moment and no later than the second.
	Net money.Credits
	// AtSince and AtUntil count rounds that were open at a moment, or began or settled about it: whether the balance had
	// them then is not known.
	AtSince, AtUntil int
	// Corrected is what corrections changed that may have been made between the moments, or before or after.
	Corrected []money.Credits
}

// PlayedBetween adds up the rounds that reports told of an account: as far as they were read (ReportedUpTo). About a moment
// is no further from it than apart: the provider's clock is not ours, and many list whole seconds.
//
// A correction bears the time of its round, but the balance changed when it was made: after the version before it was
// listed, and before it was listed itself.
func (s *Service) PlayedBetween(ctx context.Context, a Account, since, until time.Time, apart time.Duration) (PlayBetween, error) {
	q := gamedb.New(s.store.DB())
	row, err := q.PlayBetween(ctx, gamedb.PlayBetweenParams{
		Provider: a.Provider, Username: a.Username, Since: clock.MicrosOf(since), Until: clock.MicrosOf(until),
		SinceFrom: clock.MicrosOf(since.Add(-apart)), SinceTo: clock.MicrosOf(since.Add(apart)),
		UntilFrom: clock.MicrosOf(until.Add(-apart)), UntilTo: clock.MicrosOf(until.Add(apart)),
	})
	if err != nil {
		return PlayBetween{}, fmt.Errorf("game: what was played: %w", err)
	}
	play := PlayBetween{Net: money.Credits(row.Net), AtSince: int(row.AtSince), AtUntil: int(row.AtUntil)}
	corrections, err := q.PlayCorrected(ctx, a.Provider, a.Username, clock.MicrosOf(since.Add(-apart)))
	if err != nil {
		return PlayBetween{}, fmt.Errorf("game: what was corrected: %w", err)
	}
	for _, c := range corrections {
		first, last := clock.Micros(c.BeforeAt).Time().Add(-apart), c.SeenAt.Time().Add(apart)
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

// CountedBetween tells whether counters of an account grew by play that may lie between two moments, as far as they were read
// (ReportedUpTo). When it was within the time between two readings of a counter nobody knows, nor how much of it.
func (s *Service) CountedBetween(ctx context.Context, a Account, since, until time.Time, apart time.Duration) (bool, error) {
	n, err := gamedb.New(s.store.DB()).PlayGrew(ctx, gamedb.PlayGrewParams{
		Provider: a.Provider, Username: a.Username,
		Since: clock.MicrosOf(since.Add(-apart)), Until: clock.MicrosOf(until.Add(s.Lag(a.Provider) + apart)),
	})
	if err != nil {
		return false, fmt.Errorf("game: what was counted: %w", err)
	}
	return n > 0, nil
}
