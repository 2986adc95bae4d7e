package doubt_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"krapao/game"
)

// Adapters that misbehave in ways that no fault of the sandbox does.

// silentAfterALoss can't be read after a movement without an answer, until the test allows it.
type silentAfterALoss struct {
	game.Provider
	silent *atomic.Bool
}

func (p silentAfterALoss) Move(ctx context.Context, m game.Move) game.Outcome {
	o := p.Provider.Move(ctx, m)
	p.silent.Store(o.Kind == game.Unknown)
	return o
}

func (p silentAfterALoss) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if p.silent.Load() {
		return game.Reading{}, errors.New("nobody answers")
	}
	return p.Provider.Balance(ctx, player)
}

func (p silentAfterALoss) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	return p.Provider.(game.Reporter).Report(ctx, q)
}

// playedAtTheMove plays before each movement.
type playedAtTheMove struct {
	game.Provider
	play *atomic.Pointer[func()]
}

func (p playedAtTheMove) Move(ctx context.Context, m game.Move) game.Outcome {
	if play := p.play.Load(); play != nil {
		(*play)()
	}
	return p.Provider.Move(ctx, m)
}

// lostOnTheWayOut can't be read any more once money is moved out of it.
type lostOnTheWayOut struct {
	game.Provider
	away *atomic.Bool
}

func (p lostOnTheWayOut) Move(ctx context.Context, m game.Move) game.Outcome {
	if m.Credits < 0 {
		p.away.Store(true)
	}
	return p.Provider.Move(ctx, m)
}

func (p lostOnTheWayOut) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	return p.Provider.(game.Reporter).Report(ctx, q)
}

func (p lostOnTheWayOut) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if p.away.Load() {
		return game.Reading{}, errors.New("nobody answers")
	}
	return p.Provider.Balance(ctx, player)
}

// playedAtTheReading plays once, after a balance was requested and before it is answered.
type playedAtTheReading struct {
	game.Provider
	play *atomic.Pointer[func()]
}

func (p playedAtTheReading) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if play := p.play.Swap(nil); play != nil {
		(*play)()
	}
	return p.Provider.Balance(ctx, player)
}

// silentAbout refuses to report on one account; a pass over all accounts leaves it out.
type silentAbout struct {
	game.Provider
	name *string
}

func (p silentAbout) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	if len(q.Players) == 1 && q.Players[0].Username == *p.name {
		return game.ReportPage{}, game.ErrRefused
	}
	q.Players = slices.DeleteFunc(slices.Clone(q.Players), func(player game.Player) bool { return player.Username == *p.name })
	return p.Provider.(game.Reporter).Report(ctx, q)
}
