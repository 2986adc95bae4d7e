// Package watch finds what begins to wait for a person and what does not wait any more, for the pages of operators that show it.
// Things begin and end in many areas, on any node, and by time alone. So each node reads what its own pages show, and compares it
// with what it read before.
//
// Promises:
//   - While no page of this node shows a thing, nothing is read for it.
//   - A page hears of a change within three seconds, and while nothing is written on any node within thirteen. A hint of
//     money, of a message or of a claim makes it one second.
package watch

import (
	"context"
	"log/slog"
	"time"

	"krapao/internal/bus"
)

const (
	// apart is the shortest time between two readings, often the time between them where no hint comes, and seldom while nothing
	// is written.
	apart  = time.Second
	often  = 2 * time.Second
	seldom = 12 * time.Second
	// within ends a reading: a database that does not answer holds it up no longer.
	within = 10 * time.Second
)

// Sight is something that pages show.
type Sight struct {
	// Topic is what pages watch that show it.
	Topic string
	// Read returns what is there, each under a key of its own, with what pages are told when it begins.
	Read func(ctx context.Context) (map[string]bus.Change, error)
}

// Deps are what the watch is made of.
type Deps struct {
	// Rest waits between two readings, as store.Store.Rest does.
	Rest func(ctx context.Context, d, quiet time.Duration, wake <-chan struct{})
	// Hints make a reading early.
	Hints *bus.Bus
	// Pages are those of this node.
	Pages interface {
		Watched(topic string) bool
		Tell(c bus.Change)
	}
	Sights []Sight
	Log    *slog.Logger
}

// Watch reads what pages of this node show.
type Watch struct {
	d Deps
	// known is what was read last of each sight; nil: nobody watched it.
	known []map[string]bus.Change
}

// New makes it. Run works.
func New(d Deps) *Watch { return &Watch{d: d, known: make([]map[string]bus.Change, len(d.Sights))} }

// Run watches until the context ends.
func (w *Watch) Run(ctx context.Context) {
	wake := make(chan struct{}, 1)
	hinted := func(string) {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	for _, topic := range []bus.Topic{bus.Member, bus.Chat, bus.Desk} {
		defer w.d.Hints.Subscribe(topic, hinted)()
	}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(apart):
		}
		w.d.Rest(ctx, often-apart, seldom-apart, wake)
		for n := range w.d.Sights {
			if err := w.look(ctx, n); err != nil && ctx.Err() == nil {
				w.d.Log.WarnContext(ctx, "what operators' pages show could not be read", "topic", w.d.Sights[n].Topic, "error", err)
			}
		}
	}
}

// look reads a sight, and tells of what is not as before. What a page shows when it begins to watch, it has read itself.
func (w *Watch) look(ctx context.Context, n int) error {
	sight := w.d.Sights[n]
	if !w.d.Pages.Watched(sight.Topic) {
		w.known[n] = nil
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	now, err := sight.Read(ctx)
	if err != nil {
		return err
	}
	before := w.known[n]
	w.known[n] = now
	if before == nil { // somebody may have begun to watch, and read, before this was read
		w.d.Pages.Tell(bus.Change{Event: sight.Topic})
		return nil
	}
	for key, c := range now {
		if _, was := before[key]; !was {
			w.d.Pages.Tell(c)
		}
	}
	for key, c := range before {
		if _, is := now[key]; !is {
			c.Is = "gone"
			w.d.Pages.Tell(c)
		}
	}
	return nil
}
