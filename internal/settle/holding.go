package settle

import (
	"context"
	"slices"
	"sync"
	"time"
)

// holding says which tasks are this node's.
type holding interface {
	// keep holds tasks until the context ends, and then leaves them to others.
	keep(ctx context.Context)
	// begin reports whether the task may run now; end follows.
	begin(task string) bool
	end(task string)
	// wait returns when the task may have become this node's.
	wait(ctx context.Context, task string)
}

// everything is the holding of a node that is alone.
var everything holding = alone{}

type alone struct{}

func (alone) keep(context.Context)         {}
func (alone) begin(string) bool            { return true }
func (alone) end(string)                   {}
func (alone) wait(context.Context, string) {}

// held are the tasks of one of several nodes, for as long as its last beat lasts.
type held struct {
	mu sync.Mutex
	// beaten is from before the last beat that was written; zero while this node is not in the table.
	beaten moment
	tasks  map[string]bool
	busy   map[string]bool
	// changed is closed, and replaced, when tasks grow.
	changed chan struct{}
}

func newHeld() *held {
	return &held{tasks: map[string]bool{}, busy: map[string]bool{}, changed: make(chan struct{})}
}

func (h *held) begin(task string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := h.tasks[task] && h.beaten.age() < lease
	h.busy[task] = mine
	return mine
}

func (h *held) end(task string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.busy[task] = false
}

func (h *held) wait(ctx context.Context, task string) {
	h.mu.Lock()
	changed, stale := h.changed, h.tasks[task]
	h.mu.Unlock()
	if stale { // it is held, but the last beat is too old: the next one may come at any moment
		select {
		case <-ctx.Done():
		case <-time.After(looksEvery):
		}
		return
	}
	select {
	case <-ctx.Done():
	case <-changed:
	}
}

// sinceBeat is how old the last beat is.
func (h *held) sinceBeat() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.beaten.age()
}

func (h *held) beatAt(m moment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.beaten = m
}

// drop forgets what this node held.
func (h *held) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tasks, h.beaten = map[string]bool{}, moment{}
}

func (h *held) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tasks)
}

// set makes these the tasks, and add adds some.
func (h *held) set(names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.tasks
	h.tasks = map[string]bool{}
	h.grow(names, was)
}

func (h *held) add(names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.grow(names, h.tasks)
}

// grow adds tasks, and tells those that wait for one which was not held before.
func (h *held) grow(names []string, was map[string]bool) {
	grown := false
	for _, name := range names {
		grown = grown || !was[name]
		h.tasks[name] = true
	}
	if grown {
		close(h.changed)
		h.changed = make(chan struct{})
	}
}

// surplus returns the tasks beyond part that do not run. From here on none of them begins.
func (h *held) surplus(names []string, part int) (surplus []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range slices.Backward(names) {
		if len(h.tasks) > part && h.tasks[name] && !h.busy[name] {
			delete(h.tasks, name)
			surplus = append(surplus, name)
		}
	}
	return surplus
}

// moment is a time by two clocks: the one that nobody sets, which stands still while the machine sleeps, and the machine's.
type moment struct{ steady, wall time.Time }

func moments() moment {
	now := time.Now()
	return moment{now, now.Round(0)}
}

// age is what has passed since, by the clock that has gone further. A machine that slept finds its beat too old. One whose clock
// is set ahead begins nothing until its next beat.
func (m moment) age() time.Duration {
	now := moments()
	return max(now.steady.Sub(m.steady), now.wall.Sub(m.wall))
}
