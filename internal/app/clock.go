package app

import (
	"context"
	"log/slog"
	"time"

	"krapao/internal/clock"
)

// lookAtClock is how often the node checks whether somebody has set the machine's clock.
const lookAtClock = 5 * time.Second

// clockOff is what an operator has to do about it.
const clockOff = "the machine's clock is off: it was set, or is not the other nodes'; " +
	"this node goes by their time; set it right, then restart the node"

// outsideOff is what an operator has to do about a time that only the outside systems contradict.
const outsideOff = "this node's time is not that of the outside systems, which may refuse its calls; " +
	"set the machine's clock right, then restart the node"

// watchClock logs once when the machine's clock is further from the nodes' time than clock.Skew, or that from the outside
// systems' than clock.OutsideSkew, and once when they agree again.
func (a *App) watchClock(ctx context.Context) {
	machine := alarm{log: a.Log, off: clockOff, on: "the machine's clock and this node's agree again"}
	outside := alarm{log: a.Log, off: outsideOff, on: "the outside systems' time and this node's agree again"}
	for {
		gap := a.Store.ClockGap()
		machine.set(gap.Abs() > clock.Skew, "ahead_seconds", gap.Seconds())
		if gap, _, known := a.clients.Times.Gap(); known {
			outside.set(gap.Abs() > clock.OutsideSkew, "ahead_seconds", gap.Seconds(), "of_each", a.clients.Times.Gaps())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookAtClock):
		}
	}
}

// alarm logs once that something is off, and once that it is not any more.
type alarm struct {
	log     *slog.Logger
	off, on string
	raised  bool
}

func (l *alarm) set(off bool, about ...any) {
	switch {
	case off && !l.raised:
		l.log.Error(l.off, about...)
	case !off && l.raised:
		l.log.Info(l.on)
	}
	l.raised = off
}
