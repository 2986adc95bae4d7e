package doubt

import (
	"context"
	"slices"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/wallet/doubt/clue"
)

// plays reads what was played on an account: the provider's rounds on demand, or how far its report was read.
type plays struct {
	store    *store.Store
	games    Games
	settings Settings
}

// margin returns how far from a reading a round must be to be certainly before or after it.
func (y plays) margin() time.Duration { return max(y.settings.Still, 2*time.Second) }

// rounds asks for an account's settled rounds, within the time of one call.
func (y plays) rounds(ctx context.Context, p game.Provider, player game.Player, since, until time.Time) (game.Play, error) {
	ctx, cancel := context.WithTimeout(ctx, y.games.CallTimeout())
	defer cancel()
	return p.Rounds(ctx, player, since, until)
}

// roundsBetween asks for the rounds that settled clearly between two readings. about counts the rounds that settled near
// one of them: nobody knows whether that reading includes them.
func (y plays) roundsBetween(
	ctx context.Context, p game.Provider, player game.Player, since, until time.Time,
) (play game.Play, about int, err error) {
	wide, err := y.rounds(ctx, p, player, since.Add(-y.margin()), until.Add(y.margin()))
	if err != nil || wide.Rounds == 0 {
		return wide, 0, err
	}
	if from, to := since.Add(y.margin()), until.Add(-y.margin()); from.Before(to) {
		if play, err = y.rounds(ctx, p, player, from, to); err != nil {
			return game.Play{}, 0, err
		}
	}
	return play, wide.Rounds - play.Rounds, nil
}

// unreported returns the clue of why a provider's report does not reach a moment yet; empty where it does.
func (y plays) unreported(ctx context.Context, a game.Account, needed time.Time) (wait string, err error) {
	reported, err := y.games.Reports.ReportedUpTo(ctx, a.Provider)
	if err != nil || !reported.Before(needed) {
		return "", err
	}
	if reported.IsZero() {
		return clue.ReportUnread.With(stamp(needed)), nil
	}
	return clue.ReportBehind.With(stamp(needed) + " / " + stamp(reported)), nil
}

// hidesStakes reports whether a provider may have open stakes that it does not report.
func (y plays) hidesStakes(ctx context.Context, provider string) (bool, error) {
	games, err := y.games.Catalogue.Games(ctx)
	return slices.ContainsFunc(games, func(g game.Game) bool {
		return g.Provider == provider && g.Stakes == game.StakesUnknown
	}), err
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
