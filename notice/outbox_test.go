package notice_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/notice"
)

// group is a target that takes what it is told, unless it fails.
type group struct {
	mu    sync.Mutex
	fails error
	told  []notice.Message
	// during happens while it is told something.
	during func()
}

func (g *group) Send(_ context.Context, m notice.Message) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.told = append(g.told, m)
	if g.during != nil {
		g.during()
	}
	return g.fails
}

// heard are the events that it was told, in order.
func (g *group) heard() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var events []string
	for _, m := range g.told {
		events = append(events, string(m.Event)+" "+m.Facts.Kind)
	}
	return strings.Join(events, ", ")
}

var began = time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)

// tells writes down that alarms began, each in a commit of its own.
func tells(t *testing.T, s *store.Store, o *notice.Outbox, event notice.Event, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		write(t, s, func(tx *store.Tx) error {
			return o.AddTx(t.Context(), tx, notice.Notice{Event: event, Key: kind, Path: "/today", Facts: notice.Facts{Kind: kind}})
		})
	}
}

func write(t *testing.T, s *store.Store, body func(tx *store.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), body); err != nil {
		t.Fatal(err)
	}
}

func deliver(t *testing.T, o *notice.Outbox, want int) {
	t.Helper()
	if n, err := o.Deliver(t.Context()); err != nil || n != want {
		t.Errorf("%d were taken, %v, want %d", n, err, want)
	}
}

// states says what became of all deliveries, newest first.
func states(t *testing.T, o *notice.Outbox) string {
	t.Helper()
	list, err := o.Newest(t.Context(), time.Time{}, nil, 100)
	if err != nil {
		t.Fatal(err)
	}
	var says []string
	for _, d := range list {
		says = append(says, fmt.Sprintf("%s to %s: %s %d", d.Facts.Kind, d.Target, d.State, d.Tries))
	}
	return strings.Join(says, ", ")
}

// What happened is told once to each target that wants to know, and to no other; a target that takes nothing delays nobody.
func TestEachTargetIsToldWhatItWantsToKnow(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		all, some, gone := &group{}, &group{}, &group{fails: errors.New("HTTP 502")}
		o := notice.New(s, "https://ops.test", []notice.Receiver{
			{Name: "all", Target: all},
			{Name: "some", Target: some, Events: []notice.Event{notice.AlarmEnded}},
			{Name: "gone", Target: gone},
		})
		tells(t, s, o, notice.AlarmBegun, "budget", "audit", "budget")
		tells(t, s, o, notice.AlarmEnded, "budget")
		deliver(t, o, 4)
		if got := all.heard(); got != "alarm.begun budget, alarm.begun audit, alarm.ended budget" {
			t.Errorf("all heard %s", got)
		}
		if m := all.told[0]; m.Link != "https://ops.test/today" || !m.At.Equal(began) || len(m.ID) != 36 || m.ID == all.told[2].ID {
			t.Errorf("a message is %+v", m)
		}
		if got := some.heard(); got != "alarm.ended budget" {
			t.Errorf("some heard %s", got)
		}
		if len(gone.told) != 1 {
			t.Errorf("who does not answer was told %d at once", len(gone.told))
		}
		deliver(t, o, 0)
		standing, err := o.Targets(t.Context())
		if err != nil || !standing[0].FailingSince.IsZero() || standing[0].LastAt.IsZero() || standing[2].FailingSince.IsZero() {
			t.Errorf("the targets stand so: %+v, %v", standing, err)
		}
		now.Advance(100 * 24 * time.Hour)
		if n, err := o.Sweep(t.Context()); err != nil || n != 3 || states(t, o) != "" {
			t.Errorf("%d were removed, %v, left %s", n, err, states(t, o))
		}
	})
}

// A notice is tried for 72 hours, less and less often, with one ID. Then it is dead until somebody wants it told again. One
// that a target refuses for good is dead at once.
func TestWhatATargetDoesNotTakeIsSeen(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		g := &group{fails: errors.New("HTTP 502")}
		o := notice.New(s, "", []notice.Receiver{{Name: "ops", Target: g}})
		tells(t, s, o, notice.AlarmBegun, "budget")
		var pauses []time.Duration
		last := began
		for now.Now().Before(began.Add(80 * time.Hour)) {
			before := len(g.told)
			deliver(t, o, 0)
			if len(g.told) > before {
				pauses, last = append(pauses, now.Now().Sub(last)), now.Now()
			}
			now.Advance(5 * time.Second)
			if n := len(pauses); n > 8 {
				now.Advance(time.Hour)
			}
		}
		want := []time.Duration{0, 5 * time.Second, 15 * time.Second, 45 * time.Second, 135 * time.Second, 405 * time.Second}
		for n, pause := range want {
			if pauses[n] != pause {
				t.Errorf("the pauses are %v", pauses)
			}
		}
		if n := len(pauses); n < 20 || n > 30 || last.Before(began.Add(70*time.Hour)) || g.told[0].ID != g.told[n-1].ID {
			t.Errorf("%d tries, the last one at %s", n, last)
		}
		if got := states(t, o); !strings.HasPrefix(got, "budget to ops: dead") {
			t.Errorf("it is %s", got)
		}
		id := g.told[0].ID
		g.fails = nil
		deliver(t, o, 0)
		again := func(want error) {
			t.Helper()
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return o.AgainTx(t.Context(), tx, id) }); !errors.Is(err, want) &&
				(want == nil || !fault.Is(err, fault.NO_DATA)) {
				t.Errorf("again: %v", err)
			}
		}
		again(nil)
		deliver(t, o, 1)
		if got := states(t, o); got != "budget to ops: done 1" {
			t.Errorf("it is %s", got)
		}
		again(errors.New("it was taken"))

		g.fails = fmt.Errorf("HTTP 410: %w", notice.ErrRefused)
		tells(t, s, o, notice.AlarmBegun, "audit")
		deliver(t, o, 0)
		if list, err := o.Newest(t.Context(), time.Time{}, nil, 1); err != nil || list[0].State != "dead" ||
			!strings.HasPrefix(list[0].Last, "HTTP 410") {
			t.Errorf("refused for good, it is %+v, %v", list, err)
		}
	})
}

// Of two nodes one tells, and one that was paused while it told says nothing of it any more. What a node did not live to
// write down is told again.
func TestTwoNodesTellOnce(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		g, paused := &group{}, &group{fails: errors.New("its node was paused")}
		one := notice.New(s, "", []notice.Receiver{{Name: "ops", Target: g}})
		two := notice.New(s, "", []notice.Receiver{{Name: "ops", Target: paused}})
		paused.during = func() {
			deliver(t, one, 0)
			now.Advance(6 * time.Second) // it is due again, as if the other had died
			deliver(t, one, 1)
		}
		tells(t, s, one, notice.AlarmBegun, "budget")
		deliver(t, two, 0)
		if got := states(t, one); got != "budget to ops: done 2" {
			t.Errorf("it is %s", got)
		}
		if g.told[0].ID != paused.told[0].ID || len(g.told) != 1 {
			t.Errorf("told %+v and %+v", g.told, paused.told)
		}
	})
}
