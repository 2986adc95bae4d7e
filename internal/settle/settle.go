// Package settle finishes transfers that a request began and could not finish. It claims pending transfers that are due, asks the
// outside about them through a handler per kind, and makes sure that each is settled once.
//
// Promises (DESIGN.md section 4):
//   - Whatever dies between the intent and the outcome, the transfer is claimed when it is due, by one worker at a time, on any
//     node.
//   - A worker that was paused beyond its lease can't settle: the ledger refuses its older fencing token.
//   - A handler that fails, panics or hangs delays its own transfer and no other.
//   - A transfer whose outcome is unknown is asked about again, less and less often but at least every Settings.MaxDelay; after
//     Settings.StaleAfter it is also reported as an operator's case.
//
// The worker never decides an outcome. A handler settles with the ledger's Post or Void and the transfer's Fence, and returns
// Settled; with any other result the outside is asked again.
package settle

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/internal/clock"
	"krapao/ledger"
)

// Handler asks the outside about one pending transfer, and settles it in the ledger if the answer is certain. It must pass
// t.Fence on to Post or Void. The context ends with the attempt's time. An error means that the outcome is still unknown: the
// outside is asked again after a growing delay.
type Handler func(ctx context.Context, t ledger.Transfer) (Result, error)

// Result is the result of a handler.
type Result struct {
	settled bool
	after   time.Duration
	detail  ledger.Detail
}

// Settled means that the transfer is posted or voided, and the worker is done with it.
func Settled() Result { return Result{settled: true} }

// Again means that the outside does not know yet. The delay grows with the attempts. The detail's non-empty fields replace the
// transfer's, so that the member sees why it waits.
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
	// Poll is how often a kind looks for due transfers without a Wake (1 s).
	Poll time.Duration
	// Timeout is how long one attempt of a handler may take (20 s; an outside call has 15 s).
	Timeout time.Duration
	// Lease is how long no other worker may claim the transfer (30 s). It is longer than Timeout, or a slow attempt would run twice.
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
	// CountFrom returns the moment from which an age that begins at a stored time is counted (store.Store.CountFrom). nil: that
	// time itself.
	CountFrom func(stored time.Time) time.Time
	// Rest waits between two polls (store.Store.Rest). nil: for d, or until wake.
	Rest func(ctx context.Context, d, quiet time.Duration, wake <-chan struct{})
	Log  *slog.Logger
	// Stale is called for each attempt that left a transfer unsettled beyond StaleAfter. It may be called again for the same
	// transfer, also after a restart, so it files its case under the transfer's id.
	Stale func(ctx context.Context, t ledger.Transfer)
	// Observe is called for every attempt, for metrics.
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
	if s.Rest == nil {
		s.Rest = rest
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

func rest(ctx context.Context, d, _ time.Duration, wake <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-wake:
	case <-time.After(d):
	}
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
	// Since returns when a transfer's age begins; nil is its creation. A withdrawal that waited for an operator counts from the
	// approval.
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

// Handle sets how transfers of a kind are settled. Call it before Run, once per kind.
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
