package ratelimit

import (
	"context"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
)

// Memory keeps allowances in this process. It is for limits that protect the node itself: losing them at a restart does no harm.
type Memory struct {
	mu   sync.Mutex
	kept map[string]allowance
	// sweepAt is the size at which whole allowances are removed, so that memory depends on the current callers only.
	sweepAt int
}

// allowance is the state of one key. For a strict limit, wholeAt follows from the events.
type allowance struct {
	wholeAt time.Time
	events  window
}

// charge returns the allowance after one more event, or how long to wait for it.
func (a allowance) charge(now time.Time, c cell) (next allowance, wait time.Duration) {
	if c.limit.strict() {
		if wait := a.events.wait(now, c.limit); wait > 0 {
			return a, wait
		}
		return windowed(a.events.with(now, c.limit), c.limit), 0
	}
	next.wholeAt = later(a.wholeAt, now).Add(c.interval)
	return next, max(0, next.wholeAt.Sub(now)-c.tolerance)
}

// by is the allowance as seen at now. One that would be whole later than a fully used one was written before the clock was set
// back: it counts as whole.
func (a allowance) by(now time.Time, c cell) allowance {
	switch {
	case c.limit.strict():
		return windowed(a.events.by(now, now), c.limit)
	case a.wholeAt.After(now.Add(c.tolerance + clock.Skew)):
		return allowance{}
	}
	return a
}

// refund returns the allowance after an event was given back.
func (a allowance) refund(at time.Time, c cell) allowance {
	if c.limit.strict() {
		return windowed(a.events.without(at), c.limit)
	}
	return allowance{wholeAt: a.wholeAt.Add(-c.interval)}
}

func windowed(w window, l Limit) allowance { return allowance{wholeAt: w.wholeAt(l), events: w} }

const smallestSweep = 1024

// NewMemory returns an empty source.
func NewMemory() *Memory {
	return &Memory{kept: map[string]allowance{}, sweepAt: smallestSweep}
}

// Take implements Source.
func (m *Memory) Take(_ context.Context, now time.Time, charges []cell) (int, time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(now)
	refused, longest := allowed, time.Duration(0)
	before := make([]allowance, len(charges))
	for i, c := range charges {
		before[i] = m.kept[c.key].by(now, c) // written back also after a refusal
		next, wait := before[i].charge(now, c)
		if wait > 0 {
			if wait > longest {
				refused, longest = i, wait
			}
			continue
		}
		m.kept[c.key] = next
	}
	if refused != allowed {
		for i := len(charges) - 1; i >= 0; i-- {
			m.kept[charges[i].key] = before[i]
		}
	}
	return refused, longest, nil
}

// Refund implements Source.
func (m *Memory) Refund(_ context.Context, at time.Time, charges []cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range charges {
		if a, ok := m.kept[c.key]; ok {
			m.kept[c.key] = a.refund(at, c)
		}
	}
	return nil
}

// ResetTx implements Source.
func (m *Memory) ResetTx(_ context.Context, tx *store.Tx, charges []cell) error {
	tx.AfterCommit(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, c := range charges {
			delete(m.kept, c.key)
		}
	})
	return nil
}

func (m *Memory) sweep(now time.Time) {
	if len(m.kept) < m.sweepAt {
		return
	}
	for key, a := range m.kept {
		if !a.wholeAt.After(now) {
			delete(m.kept, key)
		}
	}
	m.sweepAt = max(smallestSweep, 2*len(m.kept))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
