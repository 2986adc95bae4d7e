package app

import (
	"context"
	"time"

	"krapao/internal/clock"
)

// lookAtClock is how often the node looks whether somebody has set the machine's clock.
const lookAtClock = 5 * time.Second

// watchClock says once when the machine's clock is further from the nodes' time than nodes' clocks may lie apart, and when it is
// well again.
func (a *App) watchClock(ctx context.Context) {
	for off := false; ; {
		gap := a.Store.ClockGap()
		switch is := gap.Abs() > clock.Skew; {
		case is && !off:
			a.Log.Error("the machine's clock is off: it was set, or is not the other nodes'; this node goes by their time; set it right, then restart the node",
				"ahead_seconds", gap.Seconds())
			off = true
		case !is && off:
			a.Log.Info("the machine's clock and this node's agree again")
			off = false
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookAtClock):
		}
	}
}
