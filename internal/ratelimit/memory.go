package ratelimit

import (
	"context"
	"sync"
	"time"
)

// Memory keeps allowances in this process: for limits that protect the node itself, whose loss at a restart does no harm.
type Memory struct {
	mu      sync.Mutex
	wholeAt map[string]time.Time
	// sweepAt is the size at which whole allowances are thrown out, so that memory follows the callers of the moment.
	sweepAt int
}

const smallestSweep = 1024

// NewMemory returns an empty source.
func NewMemory() *Memory {
	return &Memory{wholeAt: map[string]time.Time{}, sweepAt: smallestSweep}
}

// Take implements Source.
func (m *Memory) Take(_ context.Context, now time.Time, charges []cell) (int, time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(now)
	refused, longest := allowed, time.Duration(0)
	before := make([]time.Time, len(charges))
	for i, c := range charges {
		before[i] = m.wholeAt[c.key]
		next := later(before[i], now).Add(c.interval)
		if wait := next.Sub(now) - c.tolerance; wait > 0 {
			if wait > longest {
				refused, longest = i, wait
			}
			continue
		}
		m.wholeAt[c.key] = next
	}
	if refused != allowed {
		for i := len(charges) - 1; i >= 0; i-- {
			m.wholeAt[charges[i].key] = before[i]
		}
	}
	return refused, longest, nil
}

// Refund implements Source.
func (m *Memory) Refund(_ context.Context, charges []cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range charges {
		if at, ok := m.wholeAt[c.key]; ok {
			m.wholeAt[c.key] = at.Add(-c.interval)
		}
	}
	return nil
}

// Reset implements Source.
func (m *Memory) Reset(_ context.Context, charges []cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range charges {
		delete(m.wholeAt, c.key)
	}
	return nil
}

func (m *Memory) sweep(now time.Time) {
	if len(m.wholeAt) < m.sweepAt {
		return
	}
	for key, at := range m.wholeAt {
		if !at.After(now) {
			delete(m.wholeAt, key)
		}
	}
	m.sweepAt = max(smallestSweep, 2*len(m.wholeAt))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
