package ledger

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

// An id is 41 bits of milliseconds since 2026, 10 of the node's number and 12 of a sequence: rising on each node, and
// close to the order of time over all of them.
const (
	sequenceBits = 12
	nodeBits     = 10
	nodes        = 1 << nodeBits
)

var idEpoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

const (
	// leaseMillis is how far ahead a node reserves its milliseconds. A crashed node's number is free again after that.
	leaseMillis = 60_000
	// leaseCheck is how often a node looks whether half of it is used.
	leaseCheck = 5 * time.Second
)

// mostBehind is how far ids may lag behind the clock, a little less than Created looks back for them.
const mostBehind = (idBehind - time.Hour) / time.Millisecond

// errBehind: the clock went on by more than mostBehind (a machine that slept for two days), and the lease is not renewed yet.
// Whoever asks again in a moment gets an id.
var errBehind = fmt.Errorf("%w: ledger: numbers are far behind the clock", store.ErrConflict)

// errNumbers: the lease ran out and could not be renewed in time (the database does not answer).
var errNumbers = fmt.Errorf("%w: ledger: out of numbers", store.ErrBusy)

// numbers makes ids. A node only uses the milliseconds below its ceiling, and moves the ceiling in the database by
// compare-and-set before it uses more; so an id is never made twice, also when the clock goes back, a node is paused
// for an hour, or two nodes believe they own one number.
type numbers struct {
	s *store.Store

	mu      sync.Mutex
	node    int64
	last    int64 // the millisecond in use
	next    int64 // the next sequence number in it
	ceiling int64

	wake chan struct{}
	// renewing is held by the one who renews the lease.
	renewing sync.Mutex
}

func newNumbers(ctx context.Context, s *store.Store) (*numbers, error) {
	n := &numbers{s: s, wake: make(chan struct{}, 1)}
	if err := n.acquire(ctx); err != nil {
		return nil, fmt.Errorf("ledger: node number: %w", err)
	}
	return n, nil
}

// Node is this node's number while it runs, a part of every id that it makes.
func (l *Ledger) Node() int64 {
	l.numbers.mu.Lock()
	defer l.numbers.mu.Unlock()
	return l.numbers.node
}

func (n *numbers) now() int64 { return max(0, n.s.Now().UnixMilli()-idEpoch) }

// id returns the next id. It never waits for the database.
func (n *numbers) id() (ID, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if ms := n.now(); ms > n.last && ms < n.ceiling {
		n.last, n.next = ms, 0
	} else if ms >= n.ceiling {
		n.renewSoon() // until then ids lag behind the clock; they stay unique and rising
		if ms-n.last > int64(mostBehind) {
			return 0, errBehind
		}
	}
	if n.next == 1<<sequenceBits {
		if n.last+1 >= n.ceiling {
			n.renewSoon()
			return 0, errNumbers
		}
		n.last, n.next = n.last+1, 0
	}
	id := n.last<<(nodeBits+sequenceBits) | n.node<<sequenceBits | n.next
	n.next++
	return ID(id), nil
}

// fresh is id for a caller outside of transactions: it renews the lease itself where ids are too far behind.
func (n *numbers) fresh(ctx context.Context) (ID, error) {
	id, err := n.id()
	if !errors.Is(err, errBehind) {
		return id, err
	}
	n.renewInTime(ctx)
	return n.id()
}

func (n *numbers) renewSoon() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// keep renews the lease until ctx ends.
func (n *numbers) keep(ctx context.Context) {
	tick := time.NewTicker(leaseCheck)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-n.wake:
		}
		n.renewInTime(ctx)
	}
}

func (n *numbers) renewInTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*leaseCheck)
	defer cancel()
	_ = n.renew(ctx) // tried again at the next tick; without success id() reports it
}

func (n *numbers) renew(ctx context.Context) error {
	n.renewing.Lock()
	defer n.renewing.Unlock()
	n.mu.Lock()
	node, ceiling, used := n.node, n.ceiling, max(n.now(), n.last)
	n.mu.Unlock()
	if ceiling-used > leaseMillis/2 {
		return nil
	}
	moved, err := n.move(ctx, node, ceiling, used+leaseMillis)
	if err != nil {
		return err
	}
	if !moved {
		return n.acquire(ctx) // we were away too long, and another node took the number
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ceiling = used + leaseMillis
	return nil
}

func (n *numbers) move(ctx context.Context, node, from, to int64) (moved bool, err error) {
	err = n.s.Write(ctx, func(tx *store.Tx) error {
		rows, err := ledgerdb.New(tx).MoveCeiling(ctx, to, node, from)
		moved = rows == 1
		return err
	})
	return moved, err
}

// acquire takes a number whose milliseconds all lie in the past, or a new one.
func (n *numbers) acquire(ctx context.Context) error {
	var node, start, ceiling int64
	err := n.s.Write(ctx, func(tx *store.Tx) error {
		q, now := ledgerdb.New(tx), n.now()
		taken, err := q.Nodes(ctx)
		if err != nil {
			return err
		}
		node, start = choose(taken, now)
		ceiling = max(now, start) + leaseMillis
		if node == int64(len(taken)) {
			if err := q.AddNode(ctx, node, ceiling); !errors.Is(store.MapError(err), store.ErrUnique) {
				return err
			}
			return store.ErrConflict
		}
		rows, err := q.MoveCeiling(ctx, ceiling, node, taken[node].Ceiling)
		if err == nil && rows == 0 {
			return store.ErrConflict
		}
		return err
	})
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.node, n.last, n.next, n.ceiling = node, start, 0, ceiling
	return nil
}

// choose picks a node number and the millisecond it may start from.
func choose(taken []ledgerdb.Node, now int64) (node, start int64) {
	oldest := int64(math.MaxInt64)
	for _, t := range taken {
		if t.Ceiling <= now {
			return t.Number, now
		}
		if t.Ceiling < oldest {
			node, oldest = t.Number, t.Ceiling
		}
	}
	if len(taken) < nodes {
		return int64(len(taken)), now
	}
	return node, oldest
}

// release gives the unused rest of the lease back, so that a restart takes the same number again.
func (n *numbers) release(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, err := n.move(ctx, n.node, n.ceiling, n.last+1)
	n.ceiling = n.last + 1
	n.next = 1 << sequenceBits
	return err
}
