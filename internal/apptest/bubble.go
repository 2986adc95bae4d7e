package apptest

import (
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/memnet"
	"krapao/internal/store/storetest"
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

// Begin is when bubbles begin: a Monday's midnight in Bangkok, early in a year.
var Begin = time.Date(2027, 1, 3, 17, 0, 0, 0, time.UTC)

// Bubble runs a test on both engines, each in a bubble of testing/synctest with a node and a sandbox of its own: all of
// them are at Begin, with the wheel's seeds from o.Seed, and time passes when everybody waits for it.
func Bubble(t *testing.T, o Options, test func(t *testing.T, a *App)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			storetest.Ready(t, engine)
			synctest.Test(t, func(t *testing.T) {
				o := o
				o.Engine, o.Clock, o.Net = engine, JumpingFrom(Begin), memnet.New()
				o.Random = rand.NewChaCha8([32]byte{o.Seed})
				test(t, Start(t, o))
			})
		})
	}
}

// Pass moves a node's clock ahead, in a bubble, and lets it work for some seconds.
func (a *App) Pass(d time.Duration) {
	a.t.Helper()
	const settled = 15 * time.Second // longer than any chore's interval that a test waits for
	j, jumping := a.options.Clock.(*Jumping)
	if !jumping {
		a.t.Fatal("the clock can't be moved ahead")
	}
	if d > settled {
		j.To(j.Now().Add(d - settled))
	}
	time.Sleep(settled)
}

// Again logs a member in anew, whose session has ended in the time that passed.
func (c *Client) Again() {
	c.T.Helper()
	c.Token = ""
	c.Token = c.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
		OK(http.StatusOK).At("token")
}
