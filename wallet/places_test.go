package wallet_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A provider that hangs, with fifty transfers whose end nobody knows, does not delay the settling of another's: it takes
// its own places and no other's. Where it took all, each of another's transfers would wait for its calls to time out. The
// quickest of five counts, beside the quickest of five before, so that a busy machine alone fails nothing.
func TestAProviderThatHangsDelaysNoOther(t *testing.T) {
	t.Parallel()
	const hanging, healthy, crowd, atOnce = "joker", "joker2", 50, 25
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.open(member, healthy)
		quickest := func() time.Duration {
			least := time.Hour
			for range 5 {
				w.outside.AddFault(sandboxtest.Fault{Target: "game:" + healthy, Op: "move", Mode: "lost_reply"})
				w.unanswered(wallet.Place, healthy, money.Baht)
				began := time.Now()
				w.settled(member, time.Minute)
				least = min(least, time.Since(began))
			}
			return least
		}
		before := quickest()
		names := make([]string, crowd)
		for n := range names {
			names[n] = fmt.Sprintf("CROWD0MEMB%02d", n)
			w.deposit(names[n], 10*money.Baht)
			w.open(names[n], hanging)
		}
		for _, op := range []string{"move", "check"} {
			w.outside.AddFault(sandboxtest.Fault{Target: "game:" + hanging, Op: op, Mode: "timeout", Count: 100_000})
		}
		for first := 0; first < crowd; first += atOnce {
			var wait sync.WaitGroup
			for _, who := range names[first : first+atOnce] {
				wait.Go(func() {
					_, _ = w.wallet.Transfer(t.Context(), who, w.key(), wallet.Request{From: wallet.Place, To: hanging, Amount: money.Baht})
				})
			}
			wait.Wait()
		}
		if n := w.count("SELECT count(*) FROM transfer WHERE state = 'pending'"); n < crowd*9/10 {
			t.Fatalf("only %d transfers hang", n)
		}
		if after := quickest(); after > before+callTime {
			t.Errorf("the healthy provider's quickest transfer took %s to settle, %s before the other hung", after, before)
		}
	})
}
