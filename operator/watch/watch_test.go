package watch_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/bus"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
	"krapao/operator/watch"
)

// pages are those of a node, and what they were told.
type pages struct {
	watched bool
	told    []string
}

func (p *pages) Watched(string) bool { return p.watched }

func (p *pages) Tell(c bus.Change) { p.told = append(p.told, fmt.Sprintf("%s %s", c.ID, c.Is)) }

// heard is what the pages were told since the last call.
func (p *pages) heard() string {
	defer func() { p.told = nil }()
	return fmt.Sprint(p.told)
}

// rest waits as the store does while the nodes write, or are quiet.
func rest(quietly *bool) func(ctx context.Context, d, quiet time.Duration, wake <-chan struct{}) {
	return func(ctx context.Context, d, quiet time.Duration, wake <-chan struct{}) {
		if *quietly {
			d = quiet
		}
		select {
		case <-ctx.Done():
		case <-wake:
		case <-time.After(d):
		}
	}
}

// TestWhatPagesAreTold: what begins and what ends, once each, within two seconds, or one where a hint comes. While no page
// watches, nothing is read, and what failed to be read is compared later.
func TestWhatPagesAreTold(t *testing.T) {
	t.Parallel()
	hints := bus.Open(storetest.Open(t, store.SQLite), slog.New(slog.DiscardHandler), true)
	defer hints.Close()
	synctest.Test(t, func(t *testing.T) {
		p, there, reads, quiet := &pages{}, map[string]bus.Change{}, 0, false
		var broken error
		w := watch.New(watch.Deps{
			Rest: rest(&quiet), Hints: hints, Pages: p, Log: slog.New(slog.DiscardHandler),
			Sights: []watch.Sight{{Topic: "queue", Read: func(context.Context) (map[string]bus.Change, error) {
				reads++
				now := map[string]bus.Change{}
				for key, c := range there {
					now[key] = c
				}
				return now, broken
			}}},
		})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); w.Run(ctx) }()
		defer func() { stop(); <-done }()
		pass := func(d time.Duration, want string) {
			t.Helper()
			bubble.Pass(d)
			if got := p.heard(); got != want {
				t.Errorf("told %s, want %s", got, want)
			}
		}
		there["a"] = bus.Change{ID: "a", Is: "new"}
		if pass(time.Minute, "[]"); reads != 0 {
			t.Errorf("%d readings for nobody", reads)
		}
		p.watched = true
		pass(2*time.Second, "[ ]") // whatever the page has read by now
		there["b"] = bus.Change{ID: "b", Is: "new"}
		pass(2*time.Second, "[b new]")
		delete(there, "a")
		pass(2*time.Second, "[a gone]")
		broken = errors.New("the database is away")
		there["c"] = bus.Change{ID: "c", Is: "new"}
		pass(10*time.Second, "[]")
		broken = nil
		pass(2*time.Second, "[c new]")
		quiet = true
		pass(15*time.Second, "[]")
		delete(there, "c")
		hints.Publish(bus.Member, "somebody")
		pass(time.Second, "[c gone]")
		was := reads
		if pass(2*time.Minute, "[]"); reads-was > 10 {
			t.Errorf("%d readings in two quiet minutes", reads-was)
		}
		p.watched = false
		pass(time.Minute, "[]")
		delete(there, "b")
		p.watched = true
		pass(13*time.Second, "[ ]") // it is as the page has read it
	})
}
