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
	// over: the last packet is in; nothing is added any more.
	over bool
	// ready has a token while there may be packets.
	ready chan struct{}
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// push adds a packet and tells whether it fitted. With once, a packet that already waits is not added again: to be told
// twice that something changed says no more than once.
func (q *queue) push(p string, once bool, maxPackets, maxBytes int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return true // nobody is there to miss it
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

// last puts one packet in the place of all that wait, and of all that would come.
func (q *queue) last(p string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.packets, q.bytes, q.over = []string{p}, len(p), true
	q.signal()
}

// ended reports whether the last packet is in: what was taken before it is not for the client any more.
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

// drain is take, and reports whether what was taken is the last packet.
func (q *queue) drain() (packets []string, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	packets = q.packets
	q.packets, q.bytes = nil, 0
	return packets, q.over
}
