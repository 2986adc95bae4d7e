package socketio

import (
	"slices"
	"sync"
)

// queue holds the packets that a session's transport has not taken yet.
type queue struct {
	mu      sync.Mutex
	packets []string
	bytes   int
	// over: the last packet is in, and no other is added.
	over bool
	// ready has a token while there may be packets.
	ready chan struct{}
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// push adds a packet, and reports whether there was room. With once, a packet that waits already is not added again: a second
// hint that something changed says nothing new.
func (q *queue) push(p string, once bool, maxPackets, maxBytes int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return true // the client has gone, so the packet is not missed
	}
	if once && slices.Contains(q.packets, p) {
		return true
	}
	if len(q.packets) >= maxPackets || q.bytes+len(p) > maxBytes {
		return false
	}
	q.packets = append(q.packets, p)
	q.bytes += len(p)
	q.signal()
	return true
}

// last replaces all waiting packets by one, and no other is added.
func (q *queue) last(p string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.packets, q.bytes, q.over = []string{p}, len(p), true
	q.signal()
}

// ended reports whether the last packet is in. Then packets that were taken before it must not be sent any more.
func (q *queue) ended() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.over
}

func (q *queue) signal() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take empties the queue.
func (q *queue) take() []string {
	packets, _ := q.drain()
	return packets
}

// drain is take, and reports whether the last packet is among them.
func (q *queue) drain() (packets []string, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	packets = q.packets
	q.packets, q.bytes = nil, 0
	return packets, q.over
}
