package ledger

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/store"
)

// away is an engine whose database does not answer: with an error at once, or never.
type away struct {
	hangs bool
	tried []time.Duration
	since time.Time
}

func (a *away) run(ctx context.Context, _ []*item) error {
	a.tried = append(a.tried, time.Since(a.since))
	if a.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return store.ErrBusy
}

func (*away) close() error { return nil }

// A database that is away is tried again for eight seconds, at least four times a second. One that hangs blocks an attempt for
// fifteen seconds. Then the callers get an error.
func TestHowLongABatchIsTried(t *testing.T) {
	t.Parallel()
	for hangs, want := range map[bool]time.Duration{false: 8 * time.Second, true: 15 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			a := &away{hangs: hangs, since: time.Now()}
			err := (&committer{engine: a}).commit([]*item{{step: stepMove, debit: 1, credit: 2}})
			if took := time.Since(a.since); err == nil || took < want || took > want+400*time.Millisecond {
				t.Errorf("hangs %t: %v after %s, want %s", hangs, err, took, want)
			}
			if n := len(a.tried); hangs && n != 1 || !hangs && n < 4*8 {
				t.Errorf("hangs %t: tried %d times, at %v", hangs, n, a.tried)
			}
		})
	}
}
