package app

import (
	"context"

	"krapao/internal/witness"
)

// witness tells the other places where the chains end. What differs from what they know is a break of the books like any other: it
// is named, and automatic payouts stop.
func (a *App) witness() *witness.Keeper {
	said := map[string]bool{}
	return &witness.Keeper{
		Store: a.Store, Box: a.box, Places: a.Witnesses,
		Wrong: func(what string) {
			if said[what] {
				return
			}
			a.Metrics.Break()
			a.Log.Error("history is not what it was; automatic payouts stop", "what", what)
			if err := a.Withdrawals.Stop(context.Background(), what); err != nil {
				a.Log.Error("automatic payouts could not be stopped yet", "error", err)
				return // it is tried again with the next turn
			}
			said[what] = true
		},
		Failed: func(place string, err error) {
			a.Log.Warn("where the chains end could not be told", "place", place, "error", err)
		},
	}
}

// whole names what is wrong with the chains' signatures, and in what they differ from what the other places know.
func (a *App) whole(ctx context.Context) (wrong []string, err error) {
	if wrong, err = witness.Check(ctx, a.Store, a.box); err != nil {
		return nil, err
	}
	for _, p := range a.Witnesses {
		differs, _, err := witness.Compare(ctx, a.Store, a.box, p)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, differs...)
	}
	return wrong, nil
}
