package apptest

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/memnet"
)

// Jumping is a clock that runs as the machine's does, and can be moved ahead: what a node in a bubble of testing/synctest
// has, where each tick of a node's own costs something.
type Jumping struct{ ahead atomic.Int64 }

// JumpingFrom makes one that shows an instant now.
func JumpingFrom(now time.Time) *Jumping {
	j := &Jumping{}
	j.ahead.Store(int64(time.Until(now)))
	return j
}

// Now implements clock.Clock.
func (j *Jumping) Now() time.Time {
	return time.Now().UTC().Add(time.Duration(j.ahead.Load())).Truncate(time.Microsecond)
}

// To jumps ahead to an instant, never back.
func (j *Jumping) To(then time.Time) {
	if d := then.Sub(j.Now()); d > 0 {
		j.ahead.Add(int64(d))
	}
}

// Step sets the clock, ahead or back, as somebody may set a machine's.
func (j *Jumping) Step(d time.Duration) { j.ahead.Add(int64(d)) }

// Begin is when bubbles begin.
var Begin = storetest.Begin

// Each runs a test on both engines, in parallel, each in a bubble of testing/synctest with a node and a sandbox of its own:
// all of them are at Begin, with the wheel's seeds from o.Seed, and time passes when everybody waits for it. What may not be
// done in a bubble stands at storetest.Bubble.
func Each(t *testing.T, o Options, test func(t *testing.T, a *App)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) { test(t, inBubble(t, engine, o)) })
}

// On is Each on one engine, for a rule that has nothing to do with the store.
func On(t *testing.T, engine store.Engine, o Options, test func(t *testing.T, a *App)) {
	t.Helper()
	storetest.On(t, engine, func(t *testing.T, engine store.Engine) { test(t, inBubble(t, engine, o)) })
}

func inBubble(t *testing.T, engine store.Engine, o Options) *App {
	t.Helper()
	o.Engine, o.Clock, o.Net = engine, JumpingFrom(Begin), memnet.New()
	o.Random = rand.NewChaCha8([32]byte{o.Seed})
	return Start(t, o)
}

// bubbles are the tests that are in one.
var bubbles sync.Map

// virtual tells whether a test's time is a bubble's.
func virtual(t testing.TB) bool {
	_, in := bubbles.Load(t)
	return in
}

// quiet has the calls of a bubble's clients wait until everything else in it rests: what a node did by itself at that instant,
// or has begun by the call before, is done, or waits for time to pass. So a call meets the same on every machine.
type quiet chan struct{}

// rest lets a moment pass first: two calls of one client are never at one instant.
func (q quiet) rest() {
	time.Sleep(time.Millisecond)
	q <- struct{}{} // one at a time, as synctest.Wait demands
	synctest.Wait()
	<-q
}

// Pass has time pass in a bubble. The node's clock leaps over all but the last seconds, in which the node works: all that was
// due meanwhile is done then.
func (a *App) Pass(d time.Duration) {
	a.t.Helper()
	const settled = 15 * time.Second // longer than any chore's interval that a test waits for
	a.Leap(d - settled)
	time.Sleep(min(d, settled))
}

// Leap moves the node's clock ahead, and leaves it no time to work.
func (a *App) Leap(d time.Duration) {
	a.t.Helper()
	j, jumping := a.options.Clock.(*Jumping)
	if !jumping {
		a.t.Fatal("the clock can't be moved ahead")
	}
	j.To(j.Now().Add(d))
}

// Step sets the node's clock, ahead or back.
func (a *App) Step(d time.Duration) {
	a.t.Helper()
	j, jumping := a.options.Clock.(*Jumping)
	if !jumping {
		a.t.Fatal("the clock can't be set")
	}
	j.Step(d)
}

// Again logs a member in anew, whose session has ended in the time that passed.
func (c *Client) Again() {
	c.T.Helper()
	c.Token = ""
	c.Token = c.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
		OK(http.StatusOK).At("token")
}
