package app

import (
	"context"
	"time"

	"krapao/internal/clock"
)

// lookAtClock is how often the node checks whether somebody has set the machine's clock.
const lookAtClock = 5 * time.Second

// clockOff is what an operator has to do about it.
const clockOff = "the machine's clock is off: it was set, or is not the other nodes'; " +
	"this node goes by their time; set it right, then restart the node"

// watchClock logs once when the machine's clock is further from the nodes' time than clock.Skew, and once when it agrees
// again.
func (a *App) watchClock(ctx context.Context) {
	for off := false; ; {
		gap := a.Store.ClockGap()
		switch is := gap.Abs() > clock.Skew; {
		case is && !off:
			a.Log.Error(clockOff, "ahead_seconds", gap.Seconds())
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
