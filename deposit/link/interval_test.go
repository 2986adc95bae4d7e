package link_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/link"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
)

// haltingIssuer is an issuer whose node stops after a call has begun.
type haltingIssuer struct {
	link.Issuer
	deposittest.Halt
}

func (h haltingIssuer) Verify(ctx context.Context, code string) (link.Voucher, error) {
	h.Stand()
	return h.Issuer.Verify(ctx, code)
}

// A node that dies while it works on a link leaves it to the others after twice the time of a request.
func TestANodeThatDiesWhileItSettlesALink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		if got, err := w.hand(m, w.voucher("88")); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		h := deposittest.NewHalt()
		dead := w.start(func(i link.Issuer) link.Issuer { return haltingIssuer{i, h} })
		deposittest.Pass(10 * time.Second)
		wakes := h.Reached(t, dead.Links.Settle)
		died := time.Now()
		w.settled("another node has credited it", func() bool { return w.has(m) == 88_00 })
		if took := time.Since(died); took < 50*time.Second || took > 52*time.Second {
			t.Errorf("taken over after %s", took)
		}
		wakes()
		if w.has(m) != 88_00 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

// A link without an outcome is asked about at least every ten minutes, and every hour once it is an operator's case.
func TestHowOftenAnIssuerIsAsked(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		var asked atomic.Int64
		w := newLinks(t, s, linkOptions{clock: now, issuer: func(i link.Issuer) link.Issuer { return counting{vague{i}, &asked} }})
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		if got, err := w.hand(w.Member(), w.voucher("70")); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		every := func(what string, pause time.Duration) {
			t.Helper()
			before := asked.Load()
			now.Advance(pause - time.Second)
			if w.job(); asked.Load() != before {
				t.Errorf("%s: asked again before %s", what, pause)
			}
			now.Advance(time.Second)
			if w.job(); asked.Load() == before {
				t.Errorf("%s: not asked again after %s", what, pause)
			}
		}
		for range 12 {
			now.Advance(10 * time.Minute)
			w.job()
		}
		every("two hours old", 10*time.Minute)
		now.Advance(23 * time.Hour)
		w.job()
		every("an operator's case", time.Hour)
	})
}
