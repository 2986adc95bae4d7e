package wallet_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A provider that hangs, with fifty transfers whose end nobody knows, does not delay the settling of another's: it takes
// its own places and no other's. It hangs until the other's transfers are settled, so that where it took all places they
// would never be.
func TestAProviderThatHangsDelaysNoOther(t *testing.T) {
	t.Parallel()
	const hanging, healthy, crowd, atOnce = "joker", "joker2", 50, 25
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := watch(hanging)
		w := newWorld(t, s, before)
		w.open(member, healthy)
		names := make([]string, crowd)
		for n := range names {
			names[n] = fmt.Sprintf("CROWD0MEMB%02d", n)
			w.deposit(names[n], 10*money.Baht)
			w.open(names[n], hanging)
		}
		goOn := watchers[hanging].hang()
		t.Cleanup(goOn)
		w.outside.AddFault(sandboxtest.Fault{Target: "game:" + hanging, Op: "move", Mode: "timeout", Count: 100_000})
		for first := 0; first < crowd; first += atOnce {
			var wait sync.WaitGroup
			for _, who := range names[first : first+atOnce] {
				wait.Go(func() {
					_, _ = w.wallet.Transfer(t.Context(), who, w.key(), wallet.Request{From: ledger.LabelWallet, To: hanging, Amount: money.Baht})
				})
			}
			wait.Wait()
		}
		if n := w.count("SELECT count(*) FROM transfer WHERE state = 'pending'"); n < crowd*9/10 {
			t.Fatalf("only %d transfers hang", n)
		}
		w.until(time.Minute, "the provider that hangs has all its places", func() bool {
			return watchers[hanging].asked.Load() == int64(settings().PerProvider)
		})
		for range 5 {
			w.outside.AddFault(sandboxtest.Fault{Target: "game:" + healthy, Op: "move", Mode: "lost_reply"})
			w.unanswered(ledger.LabelWallet, healthy, money.Baht)
			w.settled(member, time.Minute)
		}
		if n := watchers[hanging].asked.Load(); n != int64(settings().PerProvider) {
			t.Errorf("%d questions hang afterwards, want %d", n, settings().PerProvider)
		}
	})
}

// hang lets every question about a reference hang until goOn is called.
func (p *watched) hang() (goOn func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answers := make(chan struct{})
	p.answers = answers
	return sync.OnceFunc(func() {
		p.mu.Lock()
		p.answers = nil
		p.mu.Unlock()
		close(answers)
	})
}
