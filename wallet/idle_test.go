package wallet_test

import (
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// strict is a node's wallet that wants an account not to be played on for a minute, and waits for none of it.
func strict(w *world) *wallet.Service {
	s := settings()
	s.Idle = time.Minute
	return wallet.New(w.Store, w.Ledger, wallettest.Games(w.Games), newHolder(w.Store, w.Ledger), s)
}

// TestPlayIsKnownWhateverBecomesOfATransfer: at a provider that can't verify a transfer, play that a reading shows stops the
// transfer, and is booked all the same. A minute later it stops none.
func TestPlayIsKnownWhateverBecomesOfATransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name, node := w.Open(member, "pgslot"), strict(w)
		w.MustTransfer(ledger.LabelWallet, "pgslot", baht(300))
		w.Outside.Round("pgslot", name, "1", "51")
		out := wallet.Request{From: "pgslot", To: ledger.LabelWallet, Amount: baht(340)}
		if _, err := node.Transfer(t.Context(), member, w.Key(), out); codeOf(err) != "TRY_AGAIN" {
			t.Errorf("while it is played on: %v", err)
		}
		if result := w.Balance(ledger.GameResult("pgslot")).Posted; result != -baht(50) {
			t.Errorf("the provider's result is %s", result)
		}
		rest(2 * time.Minute)
		if a, err := node.Transfer(t.Context(), member, w.Key(), out); err != nil || a.Status != wallet.Success {
			t.Errorf("later: %+v, %v", a, err)
		}
		w.Agrees("pgslot", name)
	})
}

// TestALaunchWhileItIsReadStopsATransfer: the reading is booked in the commit that reserves the transfer, and that finds what has
// happened since the account was found idle.
func TestALaunchWhileItIsReadStopsATransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("pgslot")
		w := newWorld(t, s, before)
		name, node := w.Open(member, "pgslot"), strict(w)
		a, err := w.Games.Accounts.Named(t.Context(), "pgslot", name)
		if err != nil {
			t.Fatal(err)
		}
		taken, release := watchers["pgslot"].HoldBack()
		done := make(chan error, 1)
		go func() {
			_, err := node.Transfer(t.Context(), member, w.Key(),
				wallet.Request{From: ledger.LabelWallet, To: "pgslot", Amount: baht(300)})
			done <- err
		}()
		<-taken
		w.Write(func(tx *store.Tx) error { return w.Games.Accounts.NoteLaunchTx(t.Context(), tx, a) })
		close(release)
		if err := <-done; codeOf(err) != "TRY_AGAIN" {
			t.Errorf("it was launched: %v", err)
		}
		if got := w.Balance(ledger.Wallet(member)); got.Reserved != 0 || w.Outside.Account("pgslot", name).Balance != "0" {
			t.Errorf("something moved: %+v", got)
		}
	})
}
