package wallet_test

import (
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// TestEverythingWhileAGameHasNotAnswered: for a game whose money is on its way the member is told to try again, not that
// it holds too little.
func TestEverythingWhileAGameHasNotAnswered(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(50))
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "timeout", Count: 1})
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1000})
		if answer, err := w.Transfer("joker", ledger.LabelWallet, baht(20)); err != nil || answer.Status != wallet.InProgress {
			t.Fatalf("%+v, %v", answer, err)
		}
		all, err := w.Wallet.TransferAll(t.Context(), member, w.Key(), ledger.LabelWallet)
		if err != nil || len(all.Moved) != 1 || all.Moved[0].Code != "TRY_AGAIN" {
			t.Errorf("%+v, %v", all, err)
		}
		w.Outside.ClearFaults()
		w.Settled(member, 20*time.Second)
		w.Conserved()
	})
}
