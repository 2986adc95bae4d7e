// Package ratelimit limits how often something may be done.
//
// A limit without a burst is strict: no window of the length Per has more than Count events, wherever the window begins ("5 in
// 15 min"). A limit with a burst is a rate, by the generic cell rate algorithm: an allowance of Burst events that fills up
// again evenly, one event every Per/Count ("20/s with a burst of 200").
//
// Promises:
//   - A race can't overdraw a limit, on any number of nodes that share a Source.
//   - A refused event costs nothing.
//   - Several limits are charged together, all or none.
//   - A refusal says how long to wait. A try after that is allowed if nobody else was quicker.
//
// A limit is data (see Limits). The subject of a charge (a telephone number, an address) is stored as a hash only.
package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Limit allows Count events in any Per; with a Burst, Count per Per in the long run and Burst at once.
type Limit struct {
	// Name is part of the stored key. Under a new name the counting starts again.
	Name  string
	Count int
	Per   time.Duration
	// Burst is how many may come at once; 0 makes the limit strict.
	Burst int
	// Code is the code of a refusal; "" is REQUEST_LIMIT.
	Code fault.Code
}

// strict reports whether the limit is on every window, not on the long run.
func (l Limit) strict() bool { return l.Burst == 0 }

// interval is the part of a rate's allowance that one event takes, as a time.
func (l Limit) interval() time.Duration {
	return (l.Per / time.Duration(l.Count)).Truncate(time.Microsecond)
}

// tolerance is the whole allowance of a rate, as a time.
func (l Limit) tolerance() time.Duration { return l.interval() * time.Duration(l.Burst) }

// valid returns an error for a limit that must be a mistake: it allows nothing, its interval is below the microsecond that both
// engines store, or it has to remember more events than a row should hold.
func (l Limit) valid() error {
	if l.Name == "" || l.Count <= 0 || l.Burst < 0 || l.Per <= 0 || l.interval() <= 0 || l.strict() && l.Count > mostEvents {
		return fmt.Errorf("ratelimit: limit %q: %d per %s, burst %d", l.Name, l.Count, l.Per, l.Burst)
	}
	return nil
}

// Charge is one event of a subject against a limit.
type Charge struct {
	Limit Limit
	// Subject says whose allowance it is. It may have several parts, e.g. a user name and an address.
	Subject string
}

// Subject joins the parts of a subject. Two different lists of parts never make the same subject.
func Subject(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(strconv.Itoa(len(p)))
		b.WriteByte(':')
		b.WriteString(p)
	}
	return b.String()
}

// On makes a charge against the limit.
func (l Limit) On(subject ...string) Charge { return Charge{Limit: l, Subject: Subject(subject...)} }

func (c Charge) key() string {
	sum := sha256.Sum256([]byte(Subject(c.Limit.Name, c.Subject)))
	return c.Limit.Name + ":" + hex.EncodeToString(sum[:16])
}

// Decision is the answer to a charge.
type Decision struct {
	Allowed bool
	// At is when an allowed event was charged. Refund needs it.
	At time.Time
	// Limit is the limit that refused and has the longest wait; Wait is how long.
	Limit Limit
	Wait  time.Duration
}

// Err is nil for an allowed decision. Otherwise it is the refusal, with the whole seconds to wait in params.seconds.
func (d Decision) Err() error {
	if d.Allowed {
		return nil
	}
	code := d.Limit.Code
	if code == "" {
		code = fault.REQUEST_LIMIT
	}
	return fault.New(code, "limit %s", d.Limit.Name).With(WaitParam, d.Seconds())
}

// WaitParam is the refusal's parameter that holds the whole seconds to wait; the Retry-After header repeats it.
const WaitParam = "seconds"

// Seconds is the time to wait in whole seconds, rounded up, for Retry-After.
func (d Decision) Seconds() int { return int((d.Wait + time.Second - 1) / time.Second) }

// Source keeps the allowances. Its calls are atomic.
type Source interface {
	// Take charges all or none. A refusal returns the index of the charge with the longest wait, and that wait.
	Take(ctx context.Context, now time.Time, charges []cell) (refused int, wait time.Duration, err error)
	// Refund gives back the events of an instant.
	Refund(ctx context.Context, at time.Time, charges []cell) error
	// ResetTx makes the allowances whole again, in the caller's commit.
	ResetTx(ctx context.Context, tx *store.Tx, charges []cell) error
}

// cell is a charge in the form that sources use.
type cell struct {
	limit               Limit
	key                 string
	interval, tolerance time.Duration
}

// allowed is a Source's answer when no limit refuses.
const allowed = -1

// Limiter charges limits. The zero value allows everything.
type Limiter struct {
	source Source
	clock  clock.Clock
}

// New makes a limiter over a source.
func New(source Source, c clock.Clock) *Limiter { return &Limiter{source: source, clock: c} }

// Off allows everything: KRAPAO_LIMITS=off, for load runs.
func Off() *Limiter { return &Limiter{} }

// Take charges one event to each limit, all or none. An error means that the source could not be asked. Then the caller refuses,
// as it would without its database.
func (l *Limiter) Take(ctx context.Context, charges ...Charge) (Decision, error) {
	if l.source == nil {
		return Decision{Allowed: true}, nil
	}
	cells, err := cellsOf(charges)
	if err != nil {
		return Decision{}, err
	}
	now := l.clock.Now()
	refused, wait, err := l.source.Take(ctx, now, cells)
	if err != nil {
		return Decision{}, fmt.Errorf("ratelimit: %w", err)
	}
	if refused == allowed {
		return Decision{Allowed: true, At: now}, nil
	}
	return Decision{Limit: cells[refused].limit, Wait: wait}, nil
}

// Check is Take, and returns the refusal as an error.
func (l *Limiter) Check(ctx context.Context, charges ...Charge) error {
	_, err := l.Charge(ctx, charges...)
	return err
}

// Charge is Check for a caller that may ask for a Refund: it returns the instant of the charge.
func (l *Limiter) Charge(ctx context.Context, charges ...Charge) (at time.Time, err error) {
	d, err := l.Take(ctx, charges...)
	if err != nil {
		return time.Time{}, err
	}
	return d.At, d.Err()
}

// Refund gives back what Take charged at an instant (Decision.At), or a part of it. It is for an event that turned out not to
// count, such as a right password under a limit on wrong ones. It gives back exactly that event, so the events of others count
// as long as they should.
func (l *Limiter) Refund(ctx context.Context, at time.Time, charges ...Charge) error {
	return l.with(charges, func(cells []cell) error { return l.source.Refund(ctx, at, cells) })
}

// ResetTx makes allowances whole again, in the commit of an operator's decision.
func (l *Limiter) ResetTx(ctx context.Context, tx *store.Tx, charges ...Charge) error {
	return l.with(charges, func(cells []cell) error { return l.source.ResetTx(ctx, tx, cells) })
}

func (l *Limiter) with(charges []Charge, f func([]cell) error) error {
	if l.source == nil {
		return nil
	}
	cells, err := cellsOf(charges)
	if err != nil {
		return err
	}
	if err := f(cells); err != nil {
		return fmt.Errorf("ratelimit: %w", err)
	}
	return nil
}

// cellsOf puts the charges into an order that is the same everywhere, so that two callers can't wait for each other.
func cellsOf(charges []Charge) ([]cell, error) {
	cells := make([]cell, len(charges))
	for i, c := range charges {
		if err := c.Limit.valid(); err != nil {
			return nil, err
		}
		cells[i] = cell{limit: c.Limit, key: c.key(), interval: c.Limit.interval(), tolerance: c.Limit.tolerance()}
	}
	slices.SortFunc(cells, func(a, b cell) int { return strings.Compare(a.key, b.key) })
	return cells, nil
}
