package ratelimit

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/ratelimit/internal/ratelimitdb"
	"krapao/internal/store"
)

// SQL keeps allowances in the database: all nodes share them, and a restart changes nothing. It is for limits that an attacker
// would escape by a restart or at another node: guesses at passwords, messages that cost money.
type SQL struct {
	store  *store.Store
	index  func(kind, value string) string
	others others
}

// NewSQL returns a source over the store.
func NewSQL(s *store.Store) *SQL {
	return &SQL{store: s, index: func(_, value string) string { return value }}
}

// Keyed returns a source whose rows are named under a key (secret.Box's Index). The phones and addresses in subjects can be
// guessed, so a plain hash would show whom a dump is about. Charges of an earlier version, under plain names, no longer count;
// they would have been whole again within a day.
func (s *SQL) Keyed(index func(kind, value string) string) *SQL {
	return &SQL{store: s.store, index: index}
}

// keyed are the charges with the names of their rows.
func (s *SQL) keyed(charges []cell) []cell {
	charges = slices.Clone(charges)
	for i, c := range charges {
		charges[i].key = s.index("allowance", c.key)
	}
	return charges
}

// errRefused rolls back the charges of the other limits of the same Take.
var errRefused = errors.New("ratelimit: refused")

// Take implements Source.
func (s *SQL) Take(ctx context.Context, now time.Time, charges []cell) (refused int, wait time.Duration, err error) {
	charges = s.keyed(charges)
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		refused, wait = allowed, 0
		for i, c := range charges {
			take := chargeRate
			if c.limit.strict() {
				take = s.chargeWindow
			}
			w, err := take(ctx, ratelimitdb.New(tx), now, c)
			if err != nil {
				return err
			}
			if w > wait {
				refused, wait = i, w
			}
		}
		if refused != allowed {
			return errRefused
		}
		return nil
	})
	if errors.Is(err, errRefused) {
		return refused, wait, nil
	}
	if err != nil {
		return 0, 0, err
	}
	return allowed, 0, nil
}

// chargeWindow returns how long to wait; 0 is allowed.
func (s *SQL) chargeWindow(ctx context.Context, q *ratelimitdb.Queries, now time.Time, c cell) (time.Duration, error) {
	text, err := q.LockWindow(ctx, c.key, clock.MicrosOf(now.Add(c.limit.Per)))
	if err != nil {
		return 0, err
	}
	stored, err := parseWindow(text)
	if err != nil {
		return 0, err
	}
	events := stored.by(now, s.others.since(c.key, stored.ahead(now), now))
	if wait := events.wait(now, c.limit); wait > 0 {
		return wait, nil
	}
	return 0, keep(ctx, q, events.with(now, c.limit), c)
}

// others are the windows with events of another clock in the future, with the time when this node first saw that. It is kept in
// memory: a refusal writes nothing, and writing the window would make the other node forget what it counted.
type others struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

// mostOthers is how many are kept. There are some only where a clock is wrong.
const mostOthers = 10_000

func (o *others) since(key string, ahead bool, now time.Time) time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	first, known := o.seen[key]
	switch {
	case !ahead:
		delete(o.seen, key)
		return now
	case known:
		return first
	case o.seen == nil || len(o.seen) >= mostOthers:
		o.seen = map[string]time.Time{}
	}
	o.seen[key] = now
	return now
}

func keep(ctx context.Context, q *ratelimitdb.Queries, events window, c cell) error {
	return q.KeepWindow(ctx, events.String(), clock.MicrosOf(events.wholeAt(c.limit)), c.key)
}

// chargeRate returns how long to wait; 0 is allowed.
func chargeRate(ctx context.Context, q *ratelimitdb.Queries, now time.Time, c cell) (time.Duration, error) {
	latest := now.Add(c.tolerance - c.interval)
	_, err := q.Charge(ctx, ratelimitdb.ChargeParams{
		Key: c.key, FirstWholeAt: clock.MicrosOf(now.Add(c.interval)), Now: clock.MicrosOf(now),
		IntervalMicros: intervalOf(c), Latest: clock.MicrosOf(latest),
		Beyond: clock.MicrosOf(now.Add(c.tolerance + clock.Skew)),
	})
	if err == nil || !store.NotFound(err) {
		return 0, err
	}
	whole, err := q.WholeAt(ctx, c.key) // the refused statement holds the row's lock, so nothing changed in between
	if err != nil {
		return 0, err
	}
	return whole.Time().Sub(latest), nil
}

// intervalOf is a rate's interval as the queries add it to a stored time.
func intervalOf(c cell) clock.Micros { return clock.Micros(c.interval.Microseconds()) }

// Refund implements Source.
func (s *SQL) Refund(ctx context.Context, at time.Time, charges []cell) error {
	charges = s.keyed(charges)
	return s.store.Write(ctx, func(tx *store.Tx) error {
		for _, c := range charges {
			give := refundRate
			if c.limit.strict() {
				give = refundWindow
			}
			if err := give(ctx, ratelimitdb.New(tx), at, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func refundWindow(ctx context.Context, q *ratelimitdb.Queries, at time.Time, c cell) error {
	text, err := q.LockWindow(ctx, c.key, 0) // a row that was swept or reset is made again, and swept again
	if err != nil {
		return err
	}
	events, err := parseWindow(text)
	if err != nil {
		return err
	}
	return keep(ctx, q, events.without(at), c)
}

func refundRate(ctx context.Context, q *ratelimitdb.Queries, _ time.Time, c cell) error {
	return q.Refund(ctx, intervalOf(c), c.key)
}

// ResetTx implements Source.
func (s *SQL) ResetTx(ctx context.Context, tx *store.Tx, charges []cell) error {
	for _, c := range s.keyed(charges) {
		if err := ratelimitdb.New(tx).Reset(ctx, c.key); err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes allowances that are whole again, and returns how many. Run it periodically.
func (s *SQL) Sweep(ctx context.Context) (removed int64, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		removed, err = ratelimitdb.New(tx).Sweep(ctx, clock.MicrosOf(tx.Now))
		return err
	})
	return removed, err
}
