package settle

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"krapao/ledger"
)

// Worker settles pending transfers. Any number may run, on any number of nodes.
type Worker struct {
	outbox   Outbox
	settings Settings
	lanes    map[ledger.Kind]*lane
	backlog  *backlog
}

// lane is one kind with its own slots, so that a slow system does not slow another.
type lane struct {
	Lane
	kind  ledger.Kind
	slots chan struct{}
	wake  chan struct{}
}

// Run serves all kinds until the context ends. Then it claims nothing new, waits for the current attempts, at most
// Settings.Grace, and returns. A transfer that was not finished is claimed again after its lease.
func (w *Worker) Run(ctx context.Context) {
	attempts, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	var lanes, running sync.WaitGroup
	for _, l := range w.lanes {
		lanes.Go(func() {
			w.serve(ctx, l, func(t ledger.Transfer) {
				running.Go(func() {
					defer func() { <-l.slots }()
					w.attempt(attempts, l, t)
				})
			})
		})
	}
	lanes.Wait()
	finished := make(chan struct{})
	go func() { running.Wait(); close(finished) }()
	select {
	case <-finished:
	case <-time.After(w.settings.Grace):
		abort()
		<-finished // every attempt ends with its context, see attempt
	}
}

// Wake is a hint that transfers of these kinds may be due now. Without it the next poll finds them.
func (w *Worker) Wake(kinds ...ledger.Kind) {
	for _, kind := range kinds {
		l := w.lanes[kind]
		if l == nil {
			continue
		}
		select {
		case l.wake <- struct{}{}:
		default:
		}
	}
}

// serve claims as many transfers as there are free slots and starts each; with none left it waits.
func (w *Worker) serve(ctx context.Context, l *lane, start func(ledger.Transfer)) {
	for {
		free := l.take(ctx)
		if free == 0 {
			return
		}
		claimed, err := w.claim(ctx, l, free)
		if err != nil && ctx.Err() == nil {
			w.settings.Log.Warn("settle: cannot look for due transfers", "kind", l.kind, "error", err)
		}
		for _, t := range claimed {
			start(t)
		}
		l.giveBack(free - len(claimed))
		if len(claimed) == free {
			continue // there may be more
		}
		w.settings.Rest(ctx, jitter(w.settings.Poll), jitter(max(w.settings.Poll, restsFor)), l.wake)
	}
}

// claim leases due transfers. The timeout keeps a database that does not answer from blocking the lane for ever.
func (w *Worker) claim(ctx context.Context, l *lane, limit int) ([]ledger.Transfer, error) {
	ctx, cancel := context.WithTimeout(ctx, bookkeeping)
	defer cancel()
	return w.outbox.Claim(ctx, ledger.ClaimRequest{Kinds: []ledger.Kind{l.kind}, Limit: limit, Lease: w.settings.Lease})
}

// take waits for a free slot and takes all that are free; 0 when the context ended.
func (l *lane) take(ctx context.Context) int {
	if ctx.Err() != nil {
		return 0
	}
	select {
	case <-ctx.Done():
		return 0
	case l.slots <- struct{}{}:
	}
	for n := 1; ; n++ {
		select {
		case l.slots <- struct{}{}:
		default:
			return n
		}
	}
}

func (l *lane) giveBack(n int) {
	for range n {
		<-l.slots
	}
}

// jitter spreads d by a quarter either way, so that nodes and transfers don't act in step.
func jitter(d time.Duration) time.Duration {
	return d*3/4 + rand.N(d/2+1)
}
