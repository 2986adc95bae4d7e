package ledger

import "runtime"

// NextBatch returns a function that waits until the writer has begun one more batch than now.
func (l *Ledger) NextBatch() (wait func()) {
	before := l.writer.taken.Load()
	return func() {
		for l.writer.taken.Load() == before {
			runtime.Gosched()
		}
	}
}
