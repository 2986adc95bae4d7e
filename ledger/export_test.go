package ledger

import "runtime"

// NextBatch returns a function that waits until the queue has begun one more batch than now.
func (l *Ledger) NextBatch() (wait func()) {
	before := l.queue.Taken()
	return func() {
		for l.queue.Taken() == before {
			runtime.Gosched()
		}
	}
}
