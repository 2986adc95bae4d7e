package settle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/ledger"
)

// Outcome is the outcome of one attempt, as metrics count it.
type Outcome string

// The outcomes.
const (
	// OutcomeSettled: the transfer is posted or voided, by this attempt or meanwhile by another.
	OutcomeSettled Outcome = "settled"
	// OutcomeAgain: the outside does not know yet.
	OutcomeAgain Outcome = "again"
	// OutcomeFailed: the handler returned an error.
	OutcomeFailed Outcome = "failed"
	// OutcomePanicked: the handler panicked.
	OutcomePanicked Outcome = "panicked"
	// OutcomeHung: the handler did not return when its time was over. Its slot is free again; its goroutine still runs.
	OutcomeHung Outcome = "hung"
	// OutcomeFenced: another worker has the newer lease.
	OutcomeFenced Outcome = "fenced"
)

const (
	// bookkeeping is the time for the records after an attempt, whose own time may be used up.
	bookkeeping = 5 * time.Second
	// hangMargin is how long a handler has to notice that its context ended.
	hangMargin = time.Second
)

var errHung = errors.New("settle: the handler did not return")

type panicError struct{ value any }

func (p panicError) Error() string { return fmt.Sprintf("settle: the handler panicked: %v", p.value) }

// attempt runs the handler once and records the result.
func (w *Worker) attempt(ctx context.Context, l *lane, t ledger.Transfer) {
	began := time.Now()
	result, err := w.call(ctx, l, t)
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), bookkeeping)
	defer cancel()
	outcome := outcomeOf(result, err)
	switch outcome {
	case OutcomeSettled, OutcomeFenced:
		if err != nil && outcome == OutcomeSettled { // the handler's outcome differs from the one that is booked
			w.settings.Log.Error("settle: settled meanwhile, another way", "kind", l.kind, "transfer", t.ID, "error", err)
		}
		w.backlog.forget(t.ID)
	case OutcomeAgain:
		outcome = w.postpone(after, l, t, result, outcome)
	default:
		w.settings.Log.Warn("settle: attempt failed",
			"kind", l.kind, "transfer", t.ID, "attempt", t.Attempts, "outcome", outcome, "error", err)
		outcome = w.postpone(after, l, t, Result{}, outcome)
	}
	w.settings.Observe(l.kind, outcome, time.Since(began))
}

// call runs the handler in its own goroutine, so that a handler that ignores its context costs a goroutine and not a slot.
func (w *Worker) call(ctx context.Context, l *lane, t ledger.Transfer) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, w.settings.Timeout)
	defer cancel()
	type answer struct {
		result Result
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a = answer{err: panicError{p}}
			}
			answers <- a
		}()
		a.result, a.err = l.Handle(ctx, t)
	}()
	select {
	case a := <-answers:
		return a.result, a.err
	case <-ctx.Done():
	}
	select {
	case a := <-answers:
		return a.result, a.err
	case <-time.After(hangMargin):
		return Result{}, errHung
	}
}

func outcomeOf(result Result, err error) Outcome {
	var p panicError
	switch {
	case err == nil && result.settled, errors.Is(err, ledger.ErrSettled):
		return OutcomeSettled
	case err == nil:
		return OutcomeAgain
	case errors.Is(err, ledger.ErrFenced):
		return OutcomeFenced
	case errors.Is(err, errHung):
		return OutcomeHung
	case errors.As(err, &p):
		return OutcomePanicked
	}
	return OutcomeFailed
}

// postpone makes the transfer due again; if that fails, it is due when its lease ends. A transfer that waited too long is also
// reported.
func (w *Worker) postpone(ctx context.Context, l *lane, t ledger.Transfer, r Result, outcome Outcome) Outcome {
	now := w.settings.Clock.Now()
	since := l.Since(ctx, t)
	stale := now.Sub(w.settings.CountFrom(since)) >= w.settings.StaleAfter
	due := now.Add(w.delay(t, r, stale))
	err := w.outbox.Postpone(ctx, t.ID, t.Fence, due, r.detail)
	switch {
	case errors.Is(err, ledger.ErrFenced):
		w.backlog.forget(t.ID)
		return OutcomeFenced
	case errors.Is(err, ledger.ErrSettled):
		w.backlog.forget(t.ID)
		return OutcomeSettled
	case err != nil:
		w.settings.Log.Warn("settle: cannot postpone", "kind", l.kind, "transfer", t.ID, "error", err)
	}
	w.backlog.note(t.ID, l.kind, since, due)
	if stale {
		w.settings.Log.Error("settle: unsettled for too long", "kind", l.kind, "transfer", t.ID, "since", since)
		w.settings.Stale(ctx, t)
	}
	return outcome
}

// delay until the next attempt: the handler's own rule, or twice as long each time up to the limit.
func (w *Worker) delay(t ledger.Transfer, r Result, stale bool) time.Duration {
	switch {
	case r.after > 0:
		return r.after
	case stale:
		return jitter(w.settings.StaleDelay)
	}
	d := w.settings.FirstDelay
	for range min(max(t.Attempts-1, 0), 40) {
		if d *= 2; d >= w.settings.MaxDelay {
			break
		}
	}
	return jitter(min(d, w.settings.MaxDelay))
}
