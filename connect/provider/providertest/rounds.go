package providertest

import (
	"encoding/json"
	"errors"
	"time"

	"krapao/game"
	"krapao/money"
)

func rounds(b *bundle) {
	ctx := b.t.Context()
	b.fund(100 * money.Credit)
	since := time.Now().Add(-time.Minute)
	if !b.Capabilities().Rounds {
		if _, err := b.Rounds(ctx, b.player(), since, time.Now()); !errors.Is(err, game.ErrUnsupported) {
			b.t.Errorf("%v", err)
		}
		return
	}
	for _, win := range []json.Number{"0", "2.5", "20"} {
		b.outside.Round(b.subject.Code, b.user, "10", win)
	}
	got, err := b.Rounds(ctx, b.player(), since, time.Now().Add(time.Minute))
	want := game.Play{Rounds: 3, Turnover: 30 * money.Credit, Net: -7*money.Credit - 5000}
	if err != nil || got != want {
		b.t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := b.Rounds(ctx, b.player(), since.Add(-time.Hour), since); err != nil || got != (game.Play{}) {
		b.t.Errorf("before: %+v, %v", got, err)
	}
	moment()
	b.outside.Stake(b.subject.Code, b.user, "4")
	moment()
	open := time.Now()
	b.outside.Settle(b.subject.Code, b.user, "1")
	want = game.Play{Rounds: 1, Earlier: 1, Turnover: 4 * money.Credit, Net: -3 * money.Credit}
	if got, err := b.Rounds(ctx, b.player(), open, time.Now().Add(time.Minute)); err != nil || got != want {
		b.t.Errorf("open before: %+v, %v; want %+v", got, err, want)
	}
}
