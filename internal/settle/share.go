package settle

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"krapao/internal/id"
	"krapao/internal/settle/internal/settledb"
	"krapao/internal/store"
)

// The nodes over one database share the tasks. A task has one holder, which keeps it until it leaves, dies, or holds more than
// its part of them. What is written while nothing changes is one beat per node. No time is written and no clock compared: a node
// is dead when its beat stood still for as long as another has looked at it.
const (
	// looksEvery is how often a node reads who is here; every second time it writes its beat.
	looksEvery = 3 * time.Second
	beatsEvery = 2 * looksEvery
	// lease is how long a node holds its tasks after its last beat, and how long another sees the beat stand still before it
	// takes them. The first counts from before the beat was written, the second from after it was read, so no run begins on both.
	// A run under way when a node loses its database goes on to its timeout beside the next holder's: doubled runs do no harm.
	lease = 15 * time.Second
	// givesEvery is how often a node hands on tasks of which it has too many. More often they might go to and fro between nodes
	// of two versions, which do not have the same tasks.
	givesEvery = time.Minute
	// nobodys is how long a task that nobody takes waits for a node that has fewer tasks than this one.
	nobodys = 2 * looksEvery
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

// share is what one of several nodes holds.
type share struct {
	s     *store.Store
	log   *slog.Logger
	names []string // of all tasks, sorted
	me    string
	// seen are the beats of the other nodes, and since when each stands still.
	seen   map[string]standing
	looked time.Time            // when they were last read
	free   map[string]time.Time // tasks without a holder, and since when
	gave   time.Time

	mu sync.Mutex
	// beaten is from before the last beat that was written; zero while this node is not in the table.
	beaten time.Time
	held   map[string]bool
	busy   map[string]bool
	// changed is closed, and replaced, when held grows.
	changed chan struct{}
}

type standing struct {
	beat  int64
	since time.Time
}

func newShare(s *store.Store, log *slog.Logger, tasks []Task) *share {
	h := &share{
		s: s, log: log, seen: map[string]standing{}, free: map[string]time.Time{},
		held: map[string]bool{}, busy: map[string]bool{}, changed: make(chan struct{}),
	}
	for _, t := range tasks {
		h.names = append(h.names, t.Name)
	}
	slices.Sort(h.names)
	return h
}

func (h *share) begin(task string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := h.held[task] && time.Since(h.beaten) < lease
	h.busy[task] = mine
	return mine
}

func (h *share) end(task string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.busy[task] = false
}

func (h *share) wait(ctx context.Context, task string) {
	h.mu.Lock()
	changed, stale := h.changed, h.held[task]
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

func (h *share) keep(ctx context.Context) {
	for {
		if err := h.look(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("settle: cannot share the tasks with the other nodes", "error", err)
		}
		select {
		case <-ctx.Done():
			h.leave(context.WithoutCancel(ctx))
			return
		case <-time.After(jitter(looksEvery)):
		}
	}
}

// leave hands everything to the others. If it fails, they see the beat stand still.
func (h *share) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	if err := h.queries().LeavePeriodic(ctx, h.me); err != nil {
		h.log.Warn("settle: cannot leave the tasks to the other nodes at once", "error", err)
	}
}

// queries are outside a transaction: each statement of theirs is atomic, and none makes work (store.Chore).
func (h *share) queries() *settledb.Queries { return settledb.New(h.s.DB()) }

// look reads who is here and who holds what, and takes or gives what follows from it.
func (h *share) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	if err := h.beat(ctx); err != nil {
		return err
	}
	rows, err := h.queries().PeriodicPlan(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	nodes, err := h.living(ctx, rows, now)
	if err != nil {
		return err
	}
	if !slices.Contains(nodes, h.me) {
		return h.join(ctx) // the next look takes tasks
	}
	holders := map[string]string{}
	for _, r := range rows {
		if r.Name != "" {
			holders[r.Name] = r.Node
		}
	}
	h.hold(holders)
	part := (len(h.names) + len(nodes) - 1) / len(nodes)
	return errors.Join(h.take(ctx, h.vacant(holders, nodes, now), part, now), h.give(ctx, part, now))
}

// beat says that this node lives. If another took it for dead, it comes back as a new one that holds nothing.
func (h *share) beat(ctx context.Context) error {
	began := time.Now()
	if h.me == "" {
		return h.join(ctx)
	}
	if began.Sub(h.lastBeat()) < beatsEvery-looksEvery/2 {
		return nil
	}
	n, err := h.queries().BeatPeriodic(ctx, h.me)
	if err != nil {
		return err
	}
	if n == 0 {
		return h.join(ctx)
	}
	h.beatAt(began)
	return nil
}

func (h *share) join(ctx context.Context) error {
	began, me := time.Now(), id.Lower(16)
	h.drop()
	if err := h.queries().JoinPeriodic(ctx, me); err != nil {
		return err
	}
	h.me = me
	h.beatAt(began)
	return nil
}

func (h *share) lastBeat() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.beaten
}

func (h *share) beatAt(t time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.beaten = t
}

// drop forgets what this node held.
func (h *share) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.held, h.beaten = map[string]bool{}, time.Time{}
}

// living returns the nodes that are here, and removes those whose beat stood still while this node was looking.
func (h *share) living(ctx context.Context, rows []settledb.PeriodicPlanRow, now time.Time) (nodes []string, err error) {
	paused := now.Sub(h.looked) > lease/2 // then nobody knows how long a beat stood still
	h.looked = now
	seen := map[string]standing{}
	for _, r := range rows {
		if r.Name != "" {
			continue
		}
		was, known := h.seen[r.Node]
		if !known || paused || was.beat != r.Beat {
			was = standing{r.Beat, now}
		}
		if r.Node != h.me && now.Sub(was.since) >= lease {
			if n, err := h.queries().BuryPeriodic(ctx, r.Node, r.Beat); err != nil {
				return nil, err
			} else if n == 1 {
				h.log.Info("settle: another node is gone, its tasks go to those that are left", "node", r.Node)
				continue
			}
		}
		seen[r.Node] = was
		nodes = append(nodes, r.Node)
	}
	h.seen = seen
	return nodes, nil
}

// hold takes over what the table says. A task that was handed on stays handed on, since the table says so.
func (h *share) hold(holders map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	held, grown := map[string]bool{}, false
	for _, name := range h.names {
		if holders[name] == h.me {
			held[name] = true
			grown = grown || !h.held[name]
		}
	}
	h.held = held
	if grown {
		close(h.changed)
		h.changed = make(chan struct{})
	}
}

// vacancy is a task whose holder has left, and who that was.
type vacancy struct{ name, was string }

func (h *share) vacant(holders map[string]string, nodes []string, now time.Time) (vacant []vacancy) {
	free := map[string]time.Time{}
	for _, name := range h.names {
		was := holders[name]
		if slices.Contains(nodes, was) {
			continue
		}
		vacant = append(vacant, vacancy{name, was})
		if free[name] = h.free[name]; free[name].IsZero() {
			free[name] = now
		}
	}
	h.free = free
	return vacant
}

// take takes vacant tasks up to this node's part of all, and those that nobody else has taken for a while.
func (h *share) take(ctx context.Context, vacant []vacancy, part int, now time.Time) error {
	room := part - h.count()
	var wanted []vacancy
	for _, v := range vacant {
		if room > 0 || now.Sub(h.free[v.name]) >= nobodys {
			wanted = append(wanted, v)
			room--
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	var got []string
	err := h.s.Write(store.Chore(ctx), func(tx *store.Tx) error {
		got = nil
		for _, v := range wanted { // in the order of names, on all nodes
			n, err := settledb.New(tx).TakePeriodic(ctx, v.name, h.me, v.was)
			if err != nil {
				return err
			}
			if n == 1 {
				got = append(got, v.name)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	h.add(got)
	return nil
}

func (h *share) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.held)
}

func (h *share) add(names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		h.held[name] = true
	}
	close(h.changed)
	h.changed = make(chan struct{})
}

// give hands on tasks that do not run, of which this node has more than its part. Another node takes them at its next look.
func (h *share) give(ctx context.Context, part int, now time.Time) error {
	if h.count() <= part || now.Sub(h.gave) < givesEvery {
		return nil
	}
	h.gave = now
	for _, name := range h.surplus(part) {
		if _, err := h.queries().GivePeriodic(ctx, name, h.me); err != nil {
			return err // the next look reads whose it is
		}
	}
	return nil
}

// surplus returns the tasks to hand on. From here on none of them begins.
func (h *share) surplus(part int) (names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range slices.Backward(h.names) {
		if len(h.held) > part && h.held[name] && !h.busy[name] {
			delete(h.held, name)
			names = append(names, name)
		}
	}
	return names
}
