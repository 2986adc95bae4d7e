// Package settle finishes what a request began and could not end: it picks up pending transfers that are due, asks the
// outside about them through a handler per kind, and sees to it that each is settled once.
//
// Promises (DESIGN.md section 4):
//   - Whatever died between the intent and the outcome, the transfer is picked up when it is due, by one worker at a
//     time, on whichever node.
//   - A worker that was paused beyond its lease can't settle: the ledger refuses its older fencing number.
//   - A handler that fails, panics or hangs delays its own transfer and nobody else's.
//   - A transfer whose end is not known is asked about again, less and less often but at least every Settings.MaxDelay;
//     after Settings.StaleAfter it is also reported as an operator's case.
//
// The worker never decides an outcome. A handler settles with Post or Void of the ledger and the Fence of the transfer
// that it was given, and says so by Settled; all else asks again.
package settle

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/internal/clock"
	"krapao/ledger"
)

// Handler asks the outside about one pending transfer and settles it in the ledger if the answer is certain. It must
// pass t.Fence on to Post or Void. The context ends with the attempt's time. An error means that nothing is known: the
// transfer is asked about again after a delay that grows.
type Handler func(ctx context.Context, t ledger.Transfer) (Result, error)

// Result is what a handler found out.
type Result struct {
	settled bool
	after   time.Duration
	detail  ledger.Detail
}

// Settled says that the transfer is posted or voided; the worker is done with it.
func Settled() Result { return Result{settled: true} }

// Again says that the outside does not know yet; the delay grows with the attempts. The detail's non-empty fields
// replace the transfer's, so that the member sees why it waits.
func Again(detail ledger.Detail) Result { return Result{detail: detail} }

// AgainIn is Again at a time that the handler's own rule fixes (e.g. three answers spread over a provider's window).
func AgainIn(delay time.Duration, detail ledger.Detail) Result {
	return Result{after: max(delay, time.Millisecond), detail: detail}
}

// Outbox is the part of the ledger that a worker needs; *ledger.Ledger is one.
type Outbox interface {
	Claim(ctx context.Context, r ledger.ClaimRequest) ([]ledger.Transfer, error)
	Postpone(ctx context.Context, id ledger.ID, fence int64, due time.Time, detail ledger.Detail) error
}

// Settings are the worker's numbers; a zero field takes its default.
type Settings struct {
	// Poll is how often a kind looks for due transfers when nobody wakes it (1 s).
	Poll time.Duration
	// Timeout is what one attempt of a handler may take (20 s; an outside call has 15 s).
	Timeout time.Duration
	// Lease is how long a claimed transfer is nobody else's. It outlives Timeout, or a slow attempt would run twice (30 s).
	Lease time.Duration
	// FirstDelay and MaxDelay bound the growing delay between attempts (1 s, 20 s). An unknown outcome settles within a minute
	// of the outside's recovery: an attempt that hangs then ends (Timeout), the longest delay passes (a quarter more than
	// MaxDelay), and the outside may be asked several times before its answer counts.
	FirstDelay, MaxDelay time.Duration
	// StaleAfter is the age from which a transfer is an operator's case (24 h); it is then asked about every StaleDelay (1 h).
	StaleAfter, StaleDelay time.Duration
	// Grace is how long a stopping worker waits for attempts that are under way (20 s).
	Grace time.Duration
	// Clock gives due times and ages; it is the ledger's.
	Clock clock.Clock
	// CountFrom is the moment from which an age is counted that begins at a stored one (store.Store.CountFrom); nil is that one.
	CountFrom func(stored time.Time) time.Time
	Log       *slog.Logger
	// Stale is told of each attempt that left a transfer unsettled beyond StaleAfter; it may be told again, also after
	// a restart, so it files its case by the transfer's id.
	Stale func(ctx context.Context, t ledger.Transfer)
	// Observe is told of every attempt, for metrics.
	Observe func(kind ledger.Kind, outcome Outcome, took time.Duration)
}

func (s Settings) withDefaults() Settings {
	setDuration(&s.Poll, time.Second)
	setDuration(&s.Timeout, 20*time.Second)
	setDuration(&s.Lease, s.Timeout+10*time.Second)
	setDuration(&s.FirstDelay, time.Second)
	setDuration(&s.MaxDelay, 20*time.Second)
	setDuration(&s.StaleAfter, 24*time.Hour)
	setDuration(&s.StaleDelay, time.Hour)
	setDuration(&s.Grace, 20*time.Second)
	if s.Clock == nil {
		s.Clock = clock.System{}
	}
	if s.CountFrom == nil {
		s.CountFrom = func(stored time.Time) time.Time { return stored }
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	if s.Stale == nil {
		s.Stale = func(context.Context, ledger.Transfer) {}
	}
	if s.Observe == nil {
		s.Observe = func(ledger.Kind, Outcome, time.Duration) {}
	}
	return s
}

func setDuration(d *time.Duration, value time.Duration) {
	if *d <= 0 {
		*d = value
	}
}

// Lane is how one kind is served.
type Lane struct {
	Handle Handler
	// Concurrency is how many transfers of the kind are asked about at once (8).
	Concurrency int
	// Since tells from when a transfer's age counts; nil is its creation. A withdrawal that waited for an operator
	// counts from the approval.
	Since func(ctx context.Context, t ledger.Transfer) time.Time
}

const defaultConcurrency = 8

// New makes a worker over the ledger's outbox. Register the kinds with Handle, then Run it.
func New(outbox Outbox, settings Settings) (*Worker, error) {
	settings = settings.withDefaults()
	if settings.Lease <= settings.Timeout {
		return nil, fmt.Errorf("settle: the lease (%s) must outlive an attempt (%s)", settings.Lease, settings.Timeout)
	}
	return &Worker{outbox: outbox, settings: settings, lanes: map[ledger.Kind]*lane{}, backlog: newBacklog(settings)}, nil
}

// Handle says how transfers of a kind are settled. It is called before Run, once per kind.
func (w *Worker) Handle(kind ledger.Kind, l Lane) {
	if l.Handle == nil || w.lanes[kind] != nil {
		panic("settle: kind " + string(kind) + " needs exactly one handler") // a mistake in the wiring, seen at start
	}
	if l.Concurrency <= 0 {
		l.Concurrency = defaultConcurrency
	}
	if l.Since == nil {
		l.Since = func(_ context.Context, t ledger.Transfer) time.Time { return t.CreatedAt }
	}
	w.lanes[kind] = &lane{Lane: l, kind: kind, slots: make(chan struct{}, l.Concurrency), wake: make(chan struct{}, 1)}
}
