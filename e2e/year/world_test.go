// Package year lives through a year of the product in minutes: members deposit, play, take bonuses, lose and are refunded,
// invite, spin and withdraw, with paydays, bad days and reversals, and after each day the books are whole.
//
// The whole product stands in a bubble of testing/synctest with its sandbox: the network is memnet's, so that a goroutine
// that waits for the other side waits for one in the bubble, and time passes when all of them wait. All timers, deadlines and
// periodic tasks run in that time. What lies between the hours in which something happens is jumped over by the store's
// clock, which is the bubble's and so much more: tick by tick a year would take an hour and a half, as the node's own
// tickers (its log's copier, the seal of the books) are woken some twenty times a second.
package year

import (
	"sync/atomic"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/apptest"
	"krapao/internal/content"
	"krapao/internal/memnet"
	"krapao/internal/store"
)

// jumping is a clock that runs as the bubble's does, and can be moved ahead.
type jumping struct{ ahead atomic.Int64 }

// from makes one that shows an instant now.
func from(now time.Time) *jumping {
	j := &jumping{}
	j.ahead.Store(int64(time.Until(now)))
	return j
}

// Now implements clock.Clock.
func (j *jumping) Now() time.Time {
	return time.Now().UTC().Add(time.Duration(j.ahead.Load())).Truncate(time.Microsecond)
}

// to jumps ahead to an instant, never back.
func (j *jumping) to(then time.Time) {
	if d := then.Sub(j.Now()); d > 0 {
		j.ahead.Add(int64(d))
	}
}

// begin is a Monday in Bangkok, and the start of a year.
var begin = time.Date(2027, 1, 3, 17, 0, 0, 0, time.UTC)

// world is the product in a bubble.
type world struct {
	*apptest.App
	t     *testing.T
	clock *jumping
}

// open boots it. It is called inside the bubble.
func open(t *testing.T, engine store.Engine, change func(content.Document)) *world {
	t.Helper()
	c := from(begin)
	return &world{t: t, clock: c, App: apptest.Start(t, apptest.Options{Engine: engine, Clock: c, Net: memnet.New(), Content: change})}
}

// again logs a member in anew: its session has ended in the time that was jumped over.
func (w *world) again(c *apptest.Client) *apptest.Client {
	w.t.Helper()
	fresh := w.Client()
	fresh.Registered = c.Registered
	fresh.Token = fresh.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).OK(200).At("token")
	return fresh
}

// rest lets the node work for a while.
func (w *world) rest(d time.Duration) { time.Sleep(d) }

// whole fails the test unless the books are, and agree with the outside.
func (w *world) whole() {
	w.t.Helper()
	r, err := verify.Check(w.t.Context(), w.Store, "")
	if err != nil {
		w.t.Fatal(err)
	}
	if !r.OK() {
		w.t.Fatalf("%s: %q", w.clock.Now(), r.Breaks)
	}
}
