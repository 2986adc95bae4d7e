package settle

import (
	"context"
	"slices"
	"time"

	"krapao/internal/settle/internal/settledb"
	"krapao/internal/store"
)

// hold takes over what the table says. A task that was handed on stays handed on, since the table says so.
func (h *share) hold(holders map[string]string) {
	var mine []string
	for _, name := range h.names {
		if holders[name] == h.me {
			mine = append(mine, name)
		}
	}
	h.set(mine)
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
	err := h.s.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
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

// give hands on tasks that do not run, of which this node has more than its part. Another node takes them at its next look.
func (h *share) give(ctx context.Context, part int, now time.Time) error {
	if h.count() <= part || now.Sub(h.gave) < givesEvery {
		return nil
	}
	h.gave = now
	for _, name := range h.surplus(h.names, part) {
		if _, err := h.queries().GivePeriodic(ctx, name, h.me); err != nil {
			return err // the next look reads whose it is
		}
	}
	return nil
}
