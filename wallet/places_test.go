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
	"krapao/wallet/wallettest"
)

// A provider hangs with fifty transfers of unknown outcome. It does not delay those of another provider, because it only
// takes its own places. It hangs until the other's transfers are settled: if it took all places, they never would be.
func TestAProviderThatHangsDelaysNoOther(t *testing.T) {
	t.Parallel()
	const hanging, healthy, crowd, atOnce = "joker", "joker2", 50, 25
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch(hanging)
		w := newWorld(t, s, before)
		w.Open(member, healthy)
		names := make([]string, crowd)
		for n := range names {
			names[n] = fmt.Sprintf("CROWD0MEMB%02d", n)
			w.Deposit(names[n], 10*money.Baht)
			w.Open(names[n], hanging)
		}
		goOn := watchers[hanging].Hang()
		t.Cleanup(goOn)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + hanging, Op: "move", Mode: "timeout", Count: 100_000})
		for first := 0; first < crowd; first += atOnce {
			var wait sync.WaitGroup
			for _, who := range names[first : first+atOnce] {
				wait.Go(func() {
					request := wallet.Request{From: ledger.LabelWallet, To: hanging, Amount: money.Baht}
					_, _ = w.Wallet.Transfer(t.Context(), who, w.Key(), request)
				})
			}
			wait.Wait()
		}
		if n := w.Count("SELECT count(*) FROM transfer WHERE state = 'pending'"); n < crowd*9/10 {
			t.Fatalf("only %d transfers hang", n)
		}
		w.Until(time.Minute, "the provider that hangs has all its places", func() bool {
			return watchers[hanging].Asked.Load() == int64(settings().PerProvider)
		})
		for range 5 {
			w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + healthy, Op: "move", Mode: "lost_reply"})
			w.Unanswered(ledger.LabelWallet, healthy, money.Baht)
			w.Settled(member, time.Minute)
		}
		if n := watchers[hanging].Asked.Load(); n != int64(settings().PerProvider) {
			t.Errorf("%d questions hang afterwards, want %d", n, settings().PerProvider)
		}
	})
}
