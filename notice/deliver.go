package notice

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/notice/internal/noticedb"
)

const (
	// triedFor is how long a notice is tried.
	triedFor = 72 * time.Hour
	// firstDelay is until the second try; each later one is three times as long after, up to longestDelay.
	firstDelay, longestDelay = 5 * time.Second, 4 * time.Hour
	// atOnce is how many notices one turn tells a target, and sendWithin how long one may take.
	atOnce     = 20
	sendWithin = 15 * time.Second
	// looksWithin is how long the outbox is not looked at at most, while nothing is written.
	looksWithin = time.Minute
	// mostSaid is how much is kept of why a target did not take a notice, in characters.
	mostSaid = 200
)

// delay is from a try to the next one.
func delay(tries int64) time.Duration {
	d := firstDelay
	for ; tries > 0 && d < longestDelay; tries-- {
		d *= 3
	}
	return min(d, longestDelay)
}

// plan is what a node remembers of the outbox, so that it need not look while nothing is written.
type plan struct {
	mu sync.Mutex
	// next is when something is due, or it is time to look again.
	next time.Time
}

// rests reports whether nothing can be due now.
func (o *Outbox) rests() bool {
	o.plan.mu.Lock()
	defer o.plan.mu.Unlock()
	return o.store.Quiet() && o.store.Now().Before(o.plan.next)
}

// Deliver tells the targets what is due, all of them at once, and returns how many notices they took. One node at a time does so;
// where two do, a notice may be told twice.
func (o *Outbox) Deliver(ctx context.Context) (taken int, err error) {
	if len(o.receivers) == 0 || o.rests() {
		return 0, nil
	}
	if due, err := o.look(ctx); err != nil || !due {
		return 0, err
	}
	var all sync.WaitGroup
	counts, failures := make([]int, len(o.receivers)), make([]error, len(o.receivers))
	for n, r := range o.receivers {
		all.Go(func() { counts[n], failures[n] = o.deliverTo(ctx, r) })
	}
	all.Wait()
	for _, n := range counts {
		taken += n
	}
	return taken, errors.Join(failures...)
}

// look notes when the next notice is due, and reports whether one is.
func (o *Outbox) look(ctx context.Context) (due bool, err error) {
	first, err := noticedb.New(o.store.DB()).NextDue(ctx)
	if err != nil {
		return false, fmt.Errorf("notice: next: %w", err)
	}
	now := o.store.Now()
	next, at := now.Add(looksWithin), clock.Micros(first).Time()
	if first != 0 && at.Before(next) {
		next = at
	}
	o.plan.mu.Lock()
	defer o.plan.mu.Unlock()
	o.plan.next = next
	return !next.After(now), nil
}

// deliverTo tells a target what is due, until it does not take one.
func (o *Outbox) deliverTo(ctx context.Context, r Receiver) (taken int, err error) {
	rows, err := noticedb.New(o.store.DB()).Due(ctx, r.Name, clock.MicrosOf(o.store.Now()), atOnce)
	if err != nil {
		return 0, fmt.Errorf("notice: due: %w", err)
	}
	for _, row := range rows {
		took, err := o.deliver(ctx, r, row)
		if !took || err != nil {
			return taken, err
		}
		taken++
	}
	return taken, nil
}

// deliver tells a target one notice. The row is claimed before: nobody else tells it meanwhile, and should this node die, it is
// told again.
func (o *Outbox) deliver(ctx context.Context, r Receiver, row noticedb.DueRow) (took bool, err error) {
	m, err := o.message(row.Notice, row.Event, row.Body, row.At)
	if err != nil {
		return false, err
	}
	claimed, err := o.claim(ctx, r.Name, row)
	if err != nil || !claimed {
		return claimed, err
	}
	sending, cancel := context.WithTimeout(ctx, sendWithin)
	said := r.Target.Send(sending, m)
	cancel()
	return said == nil, o.end(context.WithoutCancel(ctx), r.Name, row, said)
}

func (o *Outbox) claim(ctx context.Context, target string, row noticedb.DueRow) (claimed bool, err error) {
	err = o.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		n, err := noticedb.New(tx).Claim(ctx, noticedb.ClaimParams{
			DueAt: clock.MicrosOf(tx.Now.Add(delay(row.Tries))), Notice: row.Notice, Target: target, Turn: row.Turn,
		})
		claimed = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("notice: claim: %w", err)
	}
	return claimed, nil
}

// end writes down what became of a try; nil: the target took it.
func (o *Outbox) end(ctx context.Context, target string, row noticedb.DueRow, said error) error {
	err := o.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q, why := noticedb.New(tx), whyOf(said)
		state := "done"
		switch late := !tx.Now.Before(row.SinceAt.Time().Add(triedFor)); {
		case errors.Is(said, ErrRefused), said != nil && late:
			state = "dead"
		case said != nil:
			return q.FailedDelivery(ctx, noticedb.FailedDeliveryParams{
				Last: why, Notice: row.Notice, Target: target, Turn: row.Turn + 1,
			})
		}
		_, err := q.EndDelivery(ctx, noticedb.EndDeliveryParams{
			State: state, EndedAt: clock.MicrosOf(tx.Now), Last: why, Notice: row.Notice, Target: target, Turn: row.Turn + 1,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("notice: end: %w", err)
	}
	return nil
}

func whyOf(said error) string {
	if said == nil {
		return ""
	}
	text := []rune(said.Error())
	return string(text[:min(len(text), mostSaid)])
}
