// Package number makes the ledger's ids, and the references under which the outside knows them.
//
// Promises:
//   - No id is made twice, by any node, at any clock: see Maker.
//   - Ids rise on each node, and over all nodes they are close to the order of time.
//   - A reference that this database gave out stays readable, and a restored copy gives out others: see References.
package number

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

const (
	// leaseMillis is how far ahead a node reserves its milliseconds. A crashed node's number is free again after that.
	leaseMillis = 90_000
	// leaseCheck is how often a node checks whether half of its lease is used.
	leaseCheck = 5 * time.Second
)

// mostBehind is how far ids may lag behind the clock, in milliseconds: a little less than MaxBehind.
const mostBehind = int64((MaxBehind - time.Hour) / time.Millisecond)

// errBehind: the clock moved on by more than mostBehind (a machine that slept for two days), and the lease is not renewed
// yet. A caller that tries again in a moment gets an id.
var errBehind = fmt.Errorf("%w: ledger: numbers are far behind the clock", store.ErrConflict)

// errExhausted: the lease ran out and could not be renewed in time, because the database does not answer.
var errExhausted = fmt.Errorf("%w: ledger: out of numbers", store.ErrBusy)

// Maker makes a node's ids. A node uses only the milliseconds below its ceiling. Before it uses more, it raises the ceiling
// in the database by compare-and-set. So no id is made twice: not when the clock goes back, not when a node is paused for an
// hour, and not when two nodes believe that they own one number.
type Maker struct {
	s *store.Store

	mu      sync.Mutex
	node    int64
	last    int64 // the millisecond in use
	next    int64 // the next sequence number in it
	ceiling int64

	wake chan struct{}
	// renewing is held while the lease is renewed.
	renewing sync.Mutex
}

// NewMaker takes a node number. Run Keep beside it, and Release it at the end.
func NewMaker(ctx context.Context, s *store.Store) (*Maker, error) {
	m := &Maker{s: s, wake: make(chan struct{}, 1)}
	if err := m.acquire(ctx); err != nil {
		return nil, fmt.Errorf("ledger: node number: %w", err)
	}
	return m, nil
}

// Node returns this node's number, which is a part of every id that it makes.
func (m *Maker) Node() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.node
}

func (m *Maker) now() int64 { return max(0, m.s.Now().UnixMilli()-firstMillisecond) }

// Next returns the next id. It never waits for the database. store.ErrConflict: ids are too far behind the clock until the
// lease is renewed; store.ErrBusy: the lease ran out.
func (m *Maker) Next() (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ms := m.now(); ms > m.last && ms < m.ceiling {
		m.last, m.next = ms, 0
	} else if ms >= m.ceiling {
		m.renewSoon() // until then ids lag behind the clock; they stay unique and rising
		if ms-m.last > mostBehind {
			return 0, errBehind
		}
	}
	if m.next == 1<<sequenceBits {
		if m.last+1 >= m.ceiling {
			m.renewSoon()
			return 0, errExhausted
		}
		m.last, m.next = m.last+1, 0
	}
	id := m.last<<(nodeBits+sequenceBits) | m.node<<sequenceBits | m.next
	m.next++
	return id, nil
}

// NextOutside is Next for a caller outside of transactions: it renews the lease itself where ids are too far behind.
func (m *Maker) NextOutside(ctx context.Context) (int64, error) {
	id, err := m.Next()
	if !errors.Is(err, errBehind) {
		return id, err
	}
	m.renewInTime(ctx)
	return m.Next()
}

func (m *Maker) renewSoon() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Keep renews the lease until ctx ends.
func (m *Maker) Keep(ctx context.Context) {
	tick := time.NewTicker(leaseCheck)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-m.wake:
		}
		m.renewInTime(ctx)
	}
}

func (m *Maker) renewInTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*leaseCheck)
	defer cancel()
	_ = m.renew(ctx) // tried again at the next tick; without success Next reports it
}

func (m *Maker) renew(ctx context.Context) error {
	m.renewing.Lock()
	defer m.renewing.Unlock()
	m.mu.Lock()
	node, ceiling, used := m.node, m.ceiling, max(m.now(), m.last)
	m.mu.Unlock()
	if ceiling-used > leaseMillis/2 {
		return nil
	}
	moved, err := m.move(ctx, node, ceiling, used+leaseMillis)
	if err != nil {
		return err
	}
	if !moved {
		return m.acquire(ctx) // we were away too long, and another node took the number
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ceiling = used + leaseMillis
	return nil
}

func (m *Maker) move(ctx context.Context, node, from, to int64) (moved bool, err error) {
	err = m.s.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		rows, err := ledgerdb.New(tx).MoveCeiling(ctx, to, node, from)
		moved = rows == 1
		return err
	})
	return moved, err
}

// acquire takes a number whose milliseconds all lie in the past, or a new one.
func (m *Maker) acquire(ctx context.Context) error {
	var node, start, ceiling int64
	err := m.s.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q, now := ledgerdb.New(tx), m.now()
		taken, err := q.Nodes(ctx)
		if err != nil {
			return err
		}
		var i int
		i, start = choose(taken, now)
		ceiling = max(now, start) + leaseMillis
		if i == len(taken) {
			node = int64(i)
			if rows, err := q.AddNode(ctx, node, ceiling); err != nil || rows > 0 {
				return err
			}
			return store.ErrConflict // another node took the number
		}
		node = taken[i].Number
		rows, err := q.MoveCeiling(ctx, ceiling, node, taken[i].Ceiling)
		if err == nil && rows == 0 {
			return store.ErrConflict
		}
		return err
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.node, m.last, m.next, m.ceiling = node, start, 0, ceiling
	return nil
}

// choose picks one of the numbers that are taken, by its index, and the millisecond from which it may be used. The index after
// the last one stands for a new number.
func choose(taken []ledgerdb.Node, now int64) (i int, start int64) {
	oldest := int64(math.MaxInt64)
	for n, t := range taken {
		if t.Ceiling <= now {
			return n, now
		}
		if t.Ceiling < oldest {
			i, oldest = n, t.Ceiling
		}
	}
	if len(taken) < nodes {
		return len(taken), now
	}
	return i, oldest
}

// Release gives the unused rest of the lease back, so that a restart takes the same number again. No id follows.
func (m *Maker) Release(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.move(ctx, m.node, m.ceiling, m.last+1)
	m.ceiling = m.last + 1
	m.next = 1 << sequenceBits
	return err
}
