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

// Jumping is a clock that runs like the machine's and can be moved ahead. A node in a bubble of testing/synctest has one,
// because each tick of the node itself costs something there.
type Jumping struct{ ahead atomic.Int64 }

// JumpingFrom makes one that shows a time now.
func JumpingFrom(now time.Time) *Jumping {
	j := &Jumping{}
	j.ahead.Store(int64(time.Until(now)))
	return j
}

// Now implements clock.Clock.
func (j *Jumping) Now() time.Time {
	return time.Now().UTC().Add(time.Duration(j.ahead.Load())).Truncate(time.Microsecond)
}

// To jumps ahead to a time, never back.
func (j *Jumping) To(then time.Time) {
	if d := then.Sub(j.Now()); d > 0 {
		j.ahead.Add(int64(d))
	}
}

// Step sets the clock, ahead or back, as somebody may set a machine's clock.
func (j *Jumping) Step(d time.Duration) { j.ahead.Add(int64(d)) }

// Begin is the time at which bubbles begin.
var Begin = storetest.Begin

// Each runs a test on both engines, in parallel, each in a bubble of testing/synctest with a node and a sandbox of its own.
// All of them start at Begin, with the wheel's seeds from o.Seed, and time passes when everybody waits for it.
// storetest.Bubble says what is forbidden in a bubble.
func Each(t *testing.T, o Options, test func(t *testing.T, a *App)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) { test(t, inBubble(t, engine, o)) })
}

// On is Each on one engine, for a rule that does not depend on the store.
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

// bubbles are the tests that run in one.
var bubbles sync.Map

// virtual reports whether a test runs in virtual time.
func virtual(t testing.TB) bool {
	_, in := bubbles.Load(t)
	return in
}

// quiet makes the calls of a bubble's clients wait until everything else in it rests: the work that a node does by itself at
// that time, or that the call before started, is done or waits for time to pass. So a call finds the same state on every
// machine.
type quiet chan struct{}

// rest lets a moment pass first: two calls of one client never have the same time.
func (q quiet) rest() {
	time.Sleep(time.Millisecond)
	q <- struct{}{} // one at a time, as synctest.Wait demands
	synctest.Wait()
	<-q
}

// Pass lets time pass in a bubble. The node's clock leaps over all except the last seconds, in which the node does everything
// that has become due.
func (a *App) Pass(d time.Duration) {
	a.t.Helper()
	const settled = 15 * time.Second // longer than any chore's interval that a test waits for
	a.Leap(d - settled)
	time.Sleep(min(d, settled))
}

// Leap moves the node's clock ahead, and gives it no time to work.
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

// Again logs a member in again whose session has expired.
func (c *Client) Again() {
	c.T.Helper()
	c.Token = ""
	c.Token = c.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
		OK(http.StatusOK).At("token")
}
