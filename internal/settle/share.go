package settle

import (
	"context"
	"errors"
	"log/slog"
	"slices"
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

// share is one of several nodes that share the tasks.
type share struct {
	*held
	s     *store.Store
	log   *slog.Logger
	names []string // of all tasks, sorted
	me    string
	// seen are the beats of the other nodes, and since when each stands still.
	seen   map[string]standing
	looked time.Time            // when they were last read
	free   map[string]time.Time // tasks without a holder, and since when
	gave   time.Time
}

type standing struct {
	beat  int64
	since time.Time
}

func newShare(s *store.Store, log *slog.Logger, tasks []Task) *share {
	h := &share{held: newHeld(), s: s, log: log, seen: map[string]standing{}, free: map[string]time.Time{}}
	for _, t := range tasks {
		h.names = append(h.names, t.Name)
	}
	slices.Sort(h.names)
	return h
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

// queries are outside a transaction: each statement of theirs is atomic, and none makes work (store.Housekeeping).
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
	if h.me == "" {
		return h.join(ctx)
	}
	if h.sinceBeat() < beatsEvery-looksEvery/2 {
		return nil
	}
	began := moments()
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

// join enters this node under a new name, which the log of a node that removes it names too.
func (h *share) join(ctx context.Context) error {
	began, me := moments(), id.Lower(16)
	h.drop()
	if err := h.queries().JoinPeriodic(ctx, me); err != nil {
		return err
	}
	h.log.Info("settle: this node shares the periodic tasks", "node", me)
	h.me = me
	h.beatAt(began)
	return nil
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
			if n, err := h.queries().RemovePeriodic(ctx, r.Node, r.Beat); err != nil {
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
