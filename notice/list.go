package notice

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/notice/internal/noticedb"
)

// keptFor is how long a notice is kept, and deadFor how long one that no target took counts as a failure of its target.
const (
	keptFor = 90 * 24 * time.Hour
	deadFor = 7 * 24 * time.Hour
	// sweeps is how many old notices one turn removes.
	sweeps = 500
)

// Delivery is a notice on its way to one target.
type Delivery struct {
	ID     string
	Event  Event
	At     time.Time
	Target string
	// State is due, done or dead.
	State string
	Tries int64
	// Due is when it is tried next, and Ended when it was taken or given up; zero: not.
	Due, Ended time.Time
	// Last is why it was not taken the last time.
	Last  string
	Facts Facts
}

// Place is where a list goes on.
type Place struct {
	At     clock.Micros `json:"t"`
	ID     string       `json:"i"`
	Target string       `json:"n"`
}

// Place is where a list goes on after a delivery.
func (d Delivery) Place() Place { return Place{clock.MicrosOf(d.At), d.ID, d.Target} }

// Newest lists deliveries after a place (nil: from the newest), at most so many, of what happened from a time on.
func (o *Outbox) Newest(ctx context.Context, from time.Time, after *Place, most int) ([]Delivery, error) {
	before := Place{At: math.MaxInt64}
	if after != nil {
		before = *after
	}
	rows, err := noticedb.New(o.store.DB()).NewestDeliveries(ctx, noticedb.NewestDeliveriesParams{
		At: before.At, ID: before.ID, Target: before.Target, FromAt: clock.MicrosOf(from), Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("notice: list: %w", err)
	}
	list := make([]Delivery, len(rows))
	for n, r := range rows {
		m, err := o.message(r.ID, r.Event, r.Body, r.At)
		if err != nil {
			return nil, err
		}
		list[n] = Delivery{
			ID: r.ID, Event: m.Event, At: m.At, Target: r.Target, State: r.State, Tries: r.Tries, Ended: r.EndedAt.Time(),
			Last: r.Last, Facts: m.Facts,
		}
		if r.State == "due" {
			list[n].Due = r.DueAt.Time()
		}
	}
	return list, nil
}

// Standing is how a target stands.
type Standing struct {
	Receiver

	// LastAt is when it took something last, and FailingSince since when it does not take what it is told; zero: never, not.
	LastAt, FailingSince time.Time
}

// Targets returns how the targets stand, as the configuration of this node names them.
func (o *Outbox) Targets(ctx context.Context) ([]Standing, error) {
	list := make([]Standing, len(o.receivers))
	failing, err := o.Failing(ctx)
	if err != nil {
		return nil, err
	}
	q := noticedb.New(o.store.DB())
	for n, r := range o.receivers {
		last, err := q.LastTaken(ctx, r.Name)
		if err != nil {
			return nil, fmt.Errorf("notice: targets: %w", err)
		}
		list[n] = Standing{r, clock.Micros(last).Time(), failing[r.Name]}
	}
	return list, nil
}

// Failing are the targets that do not take what they are told, or have not taken something for good, and since when.
func (o *Outbox) Failing(ctx context.Context) (map[string]time.Time, error) {
	rows, err := noticedb.New(o.store.DB()).FailingTargets(ctx, clock.MicrosOf(o.store.Now().Add(-deadFor)))
	if err != nil {
		return nil, fmt.Errorf("notice: failing targets: %w", err)
	}
	since := map[string]time.Time{}
	for _, r := range rows {
		since[r.Target] = clock.Micros(r.Failing).Time()
	}
	return since, nil
}

// TryTx tells a target a notice of its own, under a key. NO_DATA: there is no such target.
func (o *Outbox) TryTx(ctx context.Context, tx *store.Tx, target, key string) error {
	for _, r := range o.receivers {
		if r.Name == target {
			return o.addTx(ctx, tx, Notice{Event: Try, Key: target + " " + key, Path: "/notice"}, []string{target})
		}
	}
	return fault.New(fault.NO_DATA, "there is no target %q", target)
}

// AgainTx tells a notice again to the targets that did not take it. NO_DATA: there is none.
func (o *Outbox) AgainTx(ctx context.Context, tx *store.Tx, id string) error {
	n, err := noticedb.New(tx).Again(ctx, clock.MicrosOf(tx.Now), id)
	if err != nil {
		return fmt.Errorf("notice: again: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "no target has refused a notice %q", id)
	}
	return nil
}

// Sweep removes notices of long ago, and returns how many.
func (o *Outbox) Sweep(ctx context.Context) (removed int, err error) {
	err = o.store.Write(ctx, func(tx *store.Tx) error {
		q := noticedb.New(tx)
		ids, err := q.OldNotices(ctx, clock.MicrosOf(tx.Now.Add(-keptFor)), sweeps)
		if err != nil {
			return fmt.Errorf("notice: sweep: %w", err)
		}
		for _, id := range ids {
			if err := q.DeleteDeliveries(ctx, id); err != nil {
				return fmt.Errorf("notice: sweep: %w", err)
			}
			if err := q.DeleteNotice(ctx, id); err != nil {
				return fmt.Errorf("notice: sweep: %w", err)
			}
		}
		removed = len(ids)
		return nil
	})
	return removed, err
}

// Unknown are those of some notices that nobody has written down.
func (o *Outbox) Unknown(ctx context.Context, notices []Notice) (unknown []Notice, err error) {
	q := noticedb.New(o.store.DB())
	for _, n := range notices {
		known, err := q.KnowsNotice(ctx, n.ID())
		if err != nil {
			return nil, fmt.Errorf("notice: known: %w", err)
		}
		if !known {
			unknown = append(unknown, n)
		}
	}
	return unknown, nil
}
