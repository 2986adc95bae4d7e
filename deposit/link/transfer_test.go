package link_test

import (
	"sync"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/link"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// A link without an answer is open. It ends as taken, as refused, or as held, and its member learns which.
func TestWhereAWalletLinkStands(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		var mu sync.Mutex
		hints := map[string]int{}
		w := newLinks(t, s, linkOptions{clock: now, settings: `{"unnamedLimited": true, "unnamedVerifies": true}`})
		w.hinted = func(member string) { mu.Lock(); hints[member]++; mu.Unlock() }
		w.Nodes[0] = w.start(nil)
		m, other := w.Member(), w.Member()
		pending := func(link string) link.Link {
			t.Helper()
			now.Advance(time.Second)
			w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "timeout"})
			got, err := w.hand(m, link)
			if answerOf(got, err) != "pending" {
				t.Fatalf("%+v, %v", got, err)
			}
			return got
		}
		settled := func() {
			t.Helper()
			w.settled("it is at its end", func() bool { now.Advance(time.Minute); return len(w.open()) == 0 })
		}
		refused := w.voucher("15")
		first := pending(refused)
		if got := w.Listed("open", m, "truelink 0.00 IN_PROGRESS"); got[0].Reference != first.Reference || !got[0].LapsesAt.IsZero() {
			t.Errorf("open: %+v", got)
		}
		w.Listed("another member", other)
		w.Outside.TakeVoucher(refused, "0833334444")
		settled()
		w.Listed("refused", m, "truelink 0.00 FAILED TRUELINK_INVALID")
		if mu.Lock(); hints[m] == 0 || hints[other] != 0 {
			t.Errorf("hinted %v", hints)
		}
		mu.Unlock()

		pending(w.voucher("20"))
		settled()
		w.Listed("credited", m, "truelink 20.00 SUCCESS", "truelink 0.00 FAILED TRUELINK_INVALID")

		now.Advance(time.Second)
		if _, err := w.hand(m, w.voucher("3000")); err != nil { // over the limit for payers that nobody names
			t.Fatal(err)
		}
		w.refused(m, "no link at all", fault.TRUELINK_INVALID) // refused at once, nothing to wait for
		w.Listed("held", m,
			"truelink 3000.00 IN_PROGRESS LIMIT_REACHED", "truelink 20.00 SUCCESS", "truelink 0.00 FAILED TRUELINK_INVALID")
		holds, err := w.Nodes[0].HeldMoney(t.Context(), m)
		if err != nil || len(holds) != 1 || holds[0].Reason != fault.LIMIT_REACHED || holds[0].Amount != 3000*money.Baht {
			t.Errorf("held: %+v, %v", holds, err)
		}
		if theirs, err := w.Nodes[0].HeldMoney(t.Context(), other); err != nil || len(theirs) != 0 {
			t.Errorf("another member's: %+v, %v", theirs, err)
		}
		now.Advance(73 * time.Hour)
		w.Listed("three days later", m)
	})
}
