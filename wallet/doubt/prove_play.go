package doubt

import (
	"context"
	"time"

	"krapao/game"
	"krapao/game/report"
	"krapao/wallet/doubt/clue"
)

// confirm implements playSource: rounds are conclusive, so the comparison with them stands.
func (f proof) confirm(_ context.Context, o game.Outcome) game.Outcome { return o }

// roundsPlay is the provider's list of rounds, on demand. It is complete when a round near the reading can no longer be
// listed late.
type roundsPlay struct{ proof }

func (y roundsPlay) complete(_ context.Context, until time.Time) (wait string, err error) {
	complete := y.s.store.CountFrom(until).Add(y.s.plays.margin() + y.p.Capabilities().ReportLag)
	if y.s.store.Now().Before(complete) {
		return clue.RoundMayCome.With(stamp(complete)), nil
	}
	return "", nil
}

func (y roundsPlay) between(ctx context.Context, since, until time.Time) (report.Between, string, error) {
	play, about, err := y.s.plays.roundsBetween(ctx, y.p, y.m.Player, since, until)
	uncertain := ""
	switch {
	case about != 0:
		uncertain = clue.RoundNearReading.With(stamp(since) + " / " + stamp(until))
	case play.Earlier > 0:
		uncertain = clue.RoundOpenAtReturn.With(stamp(since))
	}
	return report.Between{Net: play.Net}, uncertain, err
}

// reportedPlay is the stored report of rounds.
type reportedPlay struct{ proof }

func (y reportedPlay) complete(ctx context.Context, until time.Time) (wait string, err error) {
	return y.s.plays.unreported(ctx, y.a, until.Add(y.s.plays.margin()))
}

func (y reportedPlay) between(ctx context.Context, since, until time.Time) (report.Between, string, error) {
	play, err := y.s.games.Reports.PlayedBetween(ctx, y.a, since, until, y.s.plays.margin())
	uncertain := ""
	switch {
	case play.AtSince > 0:
		uncertain = clue.RoundNearReturn.With(stamp(since))
	case play.AtUntil > 0:
		uncertain = clue.RoundNearReading.With(stamp(until))
	}
	return play, uncertain, err
}

// countedPlay is the stored report of totals. It can only prove that nothing happened, and only where nobody played.
type countedPlay struct{ proof }

func (y countedPlay) complete(ctx context.Context, until time.Time) (wait string, err error) {
	return reportedPlay(y).complete(ctx, until)
}

func (y countedPlay) between(ctx context.Context, since, until time.Time) (play report.Between, uncertain string, err error) {
	played, err := y.s.games.Reports.CountedBetween(ctx, y.a, since, until, y.s.plays.margin())
	if played {
		uncertain = string(clue.OnlyTotals)
	}
	return play, uncertain, err
}

func (y countedPlay) confirm(ctx context.Context, o game.Outcome) game.Outcome {
	switch o.Kind {
	case game.Done: // or it is play that is not reported
		return game.Outcome{Reason: clue.FoundWithoutPlay.With(y.found().String())}
	case game.NotFound:
		return y.unplayed(ctx, o)
	default:
		return o
	}
}

// unplayed makes sure that the provider reports on the account at all. Its report leaves out accounts that it refuses to
// report on, and for such an account "no play" proves nothing.
func (y countedPlay) unplayed(ctx context.Context, o game.Outcome) game.Outcome {
	reporter, tells := y.p.(game.Reporter)
	if !tells {
		return game.Outcome{Reason: string(clue.NoReport)}
	}
	ctx, cancel := context.WithTimeout(ctx, y.s.games.CallTimeout())
	defer cancel()
	now := y.s.store.Now()
	_, err := reporter.Report(ctx, game.ReportQuery{
		Since: now, Until: now, Limit: 1, Players: []game.Player{{Username: y.m.Player.Username}},
	})
	if err != nil {
		return game.Outcome{Reason: clue.PlayUnread.With(err.Error())}
	}
	return o
}
