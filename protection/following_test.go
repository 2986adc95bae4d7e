package protection_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/protection"
)

// slowGames brings a member's money home at once, except for members named slow: their provider answers when it is released.
type slowGames struct {
	release chan struct{}
	// asked receives each slow member whose provider is asked; may be nil.
	asked chan string
	home  chan string
	// then runs before a member's money is home.
	then func(member string)
}

// Kick implements protection.Games.
func (*slowGames) Kick(context.Context, string) error { return nil }

// BringHome implements protection.Games.
func (g *slowGames) BringHome(_ context.Context, member, _ string) (bool, error) {
	if strings.HasPrefix(member, "slow") {
		if g.asked != nil {
			g.asked <- member
		}
		<-g.release
	}
	if g.then != nil {
		g.then(member)
	}
	g.home <- member
	return true, nil
}

// PayOut implements protection.Games.
func (*slowGames) PayOut(context.Context, string, time.Time) error { return nil }

// gates are members' gates, each shut until its own time.
type gates struct {
	mu     sync.Mutex
	until  map[string]time.Time
	opened chan string
}

// ShutTx implements protection.Members.
func (g *gates) ShutTx(_ context.Context, _ *store.Tx, member string, breakUntil, _ time.Time) (time.Time, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.until[member] = breakUntil
	return breakUntil, nil
}

// OpenTx implements protection.Members.
func (g *gates) OpenTx(_ context.Context, tx *store.Tx, member string) (bool, time.Time, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	until := g.until[member]
	if tx.Now.Before(until) {
		return false, until, nil
	}
	g.opened <- member
	return true, until, nil
}

// SecureTx implements protection.Members.
func (*gates) SecureTx(context.Context, *store.Tx, string) error { return nil }

// workers is how many members are in work at the same time; crowd is more.
const (
	workers = 64
	crowd   = 100
)

// following returns a function that starts Follow. The test waits for its end.
func (d *desk) following(g *slowGames) (m *gates, begin func()) {
	m = &gates{until: map[string]time.Time{}, opened: make(chan string, crowd)}
	d.s = protection.New(protection.Deps{Store: d.db, Deposits: d, Books: d, Members: m, Games: g})
	return m, func() {
		var running sync.WaitGroup
		running.Go(func() {
			if _, err := d.s.Follow(context.WithoutCancel(d.t.Context())); err != nil {
				d.t.Error(err)
			}
		})
		d.t.Cleanup(func() { close(g.release); running.Wait() })
	}
}

func (d *desk) shut(member string, days int) {
	d.t.Helper()
	if _, err := d.s.Break(d.t.Context(), member, days); err != nil {
		d.t.Error(err)
	}
}

// awaits receives from a channel, and fails the test if nothing comes within an hour.
func awaits(t *testing.T, what string, from <-chan string) string {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(time.Hour):
		t.Fatalf("%s waits for a provider that does not answer", what)
		return ""
	}
}

// While a provider does not answer, all other members' money comes home, also that of members who are shut out meanwhile.
func TestASlowProviderDelaysOnlyItsOwn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		g := &slowGames{release: make(chan struct{}), home: make(chan string, 2*crowd)}
		g.then = func(member string) {
			if member == "M50" {
				d.shut("later", 1)
			}
		}
		_, begin := d.following(g)
		d.shut("slow", 1)
		for i := range crowd {
			d.shut(fmt.Sprint("M", i), 1)
		}
		begin()
		home := map[string]bool{}
		for range crowd + 1 {
			home[awaits(d.t, "a member's money", g.home)] = true
		}
		if len(home) != crowd+1 || !home["later"] || home["slow"] {
			d.t.Errorf("%d are home: %v", len(home), home)
		}
	})
}

// A member whose time has come is let in even while all workers wait for providers.
func TestAGateOpensBeforeGamesAreAsked(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		g := &slowGames{release: make(chan struct{}), home: make(chan string, 2*crowd)}
		m, begin := d.following(g)
		for i := range crowd {
			d.shut(fmt.Sprint("slow", i), 2)
		}
		d.shut("over", 1)
		d.now.Advance(24 * time.Hour)
		begin()
		if got := awaits(d.t, "a gate", m.opened); got != "over" {
			d.t.Errorf("%s is let in", got)
		}
	})
}

// A member whose time comes while it waits for a worker is let in at that time.
func TestAGateOpensWhileItsMemberWaits(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		g := &slowGames{release: make(chan struct{}), home: make(chan string, 2*crowd), asked: make(chan string, 2*crowd)}
		m, begin := d.following(g)
		for i := range crowd {
			d.shut(fmt.Sprint("slow", i), 2)
		}
		d.now.Advance(time.Second) // a member due later waits behind the crowd
		d.shut("waits", 1)
		begin()
		for range workers {
			awaits(d.t, "a worker", g.asked)
		}
		d.now.Advance(24 * time.Hour)
		if got := awaits(d.t, "a gate", m.opened); got != "waits" {
			d.t.Errorf("%s is let in", got)
		}
	})
}

// pass lets the time of a synctest bubble pass.
func pass(d time.Duration) { time.Sleep(d) }

// A bet may be open when everything is home, and be settled later. So games are read every six hours while their member is
// shut out.
func TestGamesAreLookedAtAgain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		g := &slowGames{home: make(chan string, crowd)}
		d.following(g)
		d.shut("M", 2)
		looks := func(what string, want int) {
			t.Helper()
			before := len(g.home)
			if _, err := d.s.Follow(t.Context()); err != nil {
				t.Error(err)
			}
			if n := len(g.home) - before; n != want {
				t.Errorf("%s: games were looked at %d times, want %d", what, n, want)
			}
		}
		looks("at once", 1)
		d.now.Advance(2 * time.Second)
		looks("who was let in a moment before", 1)
		for range 3 {
			d.now.Advance(6*time.Hour - time.Second)
			looks("before six hours", 0)
			d.now.Advance(time.Second)
			looks("after six hours", 1)
		}
	})
}

// A run that a slow provider delays starts on no more members after nine minutes: the next run does.
func TestARunEnds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		g := &slowGames{release: make(chan struct{}), home: make(chan string, crowd), asked: make(chan string, crowd)}
		_, begin := d.following(g)
		d.shut("slow", 1)
		begin()
		awaits(t, "a worker", g.asked)
		pass(9*time.Minute - 2*time.Second)
		d.shut("in time", 1)
		if got := awaits(t, "a member's money", g.home); got != "in time" {
			t.Errorf("%s is home", got)
		}
		pass(3 * time.Second)
		d.shut("late", 1)
		select {
		case got := <-g.home:
			t.Errorf("%s is started after nine minutes", got)
		case <-time.After(time.Minute):
		}
	})
}
