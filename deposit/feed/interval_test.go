package feed_test

import (
	"context"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/feed"
	"krapao/money"
)

// haltingFeed is a feed whose node stops after a call has begun.
type haltingFeed struct {
	feed.Feed
	deposittest.Halt
}

func (h haltingFeed) Lines(ctx context.Context, account, after string) (feed.Page, error) {
	h.Stand()
	return h.Feed.Lines(ctx, account, after)
}

// A statement is read every two seconds. One that fails is read less often the longer it has been failing, but every
// minute. The statement of a withdrawn account is read for thirty days. If a node dies while it asks, another one reads at
// once. If it dies while it books, that is a minute later (TestANodeThatDiesWhileItReads).
func TestWhenAStatementIsRead(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		w.Nodes[0] = w.StartWith(w.Statement.Connect(), feed.Timing{})
		asked := func() (n int) {
			t.Helper()
			// The circuit breaker of a failing bank stays open for some seconds; the product's clock stands still.
			deposittest.Pass(time.Minute)
			before := w.Statement.Asked
			if _, err := w.Nodes[0].Feeds.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
			return w.Statement.Asked - before
		}
		every := func(what string, pause time.Duration) {
			t.Helper()
			w.Now.Advance(pause - time.Microsecond)
			if asked() != 0 {
				t.Errorf("%s: read again before %s", what, pause)
			}
			w.Now.Advance(time.Microsecond)
			if asked() != 1 {
				t.Errorf("%s: not read again after %s", what, pause)
			}
		}
		if asked() != 1 {
			t.Error("not read at first")
		}
		every("in order", 2*time.Second)
		w.Statement.Shut(true)
		w.Now.Advance(2 * time.Second)
		if asked() != 1 {
			t.Error("not read")
		}
		every("failing", 2*time.Second)
		every("failing for 2 s", 2*time.Second)
		every("failing for 4 s", 4*time.Second)
		w.Now.Advance(time.Hour)
		if asked() != 1 {
			t.Error("not read")
		}
		every("failing for an hour", time.Minute)
		w.Statement.Shut(false)
		w.Statement.Enter(w.Paid(1, deposittest.Hundred, deposittest.Somchai))
		every("failing for longer", time.Minute)
		w.Wants("in order again", 0, map[string]money.Amount{m: deposittest.Hundred})

		w.Statement.Enter(w.Paid(2, deposittest.Hundred, deposittest.Somchai))
		w.Now.Advance(2 * time.Second)
		h := deposittest.NewHalt()
		wakes := h.Reached(t, w.StartWith(haltingFeed{w.Statement.Connect(), h}, feed.Timing{}).Feeds.Read)
		if asked() != 1 {
			t.Error("a node has died: not read by another")
		}
		w.Wants("taken over", 0, map[string]money.Amount{m: 2 * deposittest.Hundred})
		wakes()
		w.Wants("it was asleep", 0, map[string]money.Amount{m: 2 * deposittest.Hundred})

		w.Apply(`[]`, `{}`)
		w.Now.Advance(30*24*time.Hour - time.Minute)
		w.Statement.Enter(w.Paid(3, deposittest.Hundred, deposittest.Somchai))
		if asked() == 0 {
			t.Error("not read for thirty days after its end")
		}
		w.Wants("after its end", 0, map[string]money.Amount{m: 3 * deposittest.Hundred})
		w.Now.Advance(2 * time.Minute)
		if asked() != 0 {
			t.Error("read for ever")
		}
	})
}
