// Package year lives through a year of the product in minutes: members deposit, play, take bonuses, lose and are refunded,
// invite, spin and withdraw, with paydays, bad days and reversals, and after each day the books are whole.
//
// The whole product stands in a bubble of testing/synctest with its sandbox: the network is memnet's, so that a goroutine
// that waits for the other side waits for one in the bubble, and time passes when all of them wait. All timers, deadlines and
// periodic tasks run in that time. What lies between the hours in which something happens is jumped over by the store's
// clock, which is the bubble's and so much more: tick by tick a year would take an hour and a half, as the node's own
// tickers (its log's copier, the seal of the books) are woken some twenty times a second.
//
// PostgreSQL is outside, behind a real socket, and the bubble holds that too: who waits for its answer does not count as
// waiting, so the bubble's time stands still until it is there, as it should; and a connection that nobody uses has nobody
// reading from it. Only the server must have been started before (storetest.Ready), and nothing may LISTEN: the node is alone.
//
// A member comes about once a month and does a few things, so a thousand live a year in some 30,000 steps. One seed is one
// year, on either engine: digest says what is compared.
package year

import (
	"math/rand/v2"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/app"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/memnet"
)

// world is the product in a bubble.
type world struct {
	*apptest.App
	t     *testing.T
	clock *apptest.Jumping
}

// open boots it. It is called inside the bubble.
func open(t *testing.T, engine store.Engine, seed byte) *world {
	t.Helper()
	random := rand.NewChaCha8([32]byte{seed})
	c := apptest.JumpingFrom(apptest.Begin)
	return &world{t: t, clock: c, App: apptest.Start(t, apptest.Options{
		Engine: engine, Clock: c, Net: memnet.New(), Random: random,
		// The demo looks at every invitee every five seconds, for who tries it out. Here those whom nobody reads are looked
		// at once a week: a look is a transaction, and what a reading shows is seen at once anyway.
		Before: func(a *app.App) { a.Invitations.Every = 7 * 24 * time.Hour },
	})}
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
