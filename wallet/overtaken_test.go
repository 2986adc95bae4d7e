package wallet_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// TestAnOvertakenReadingIsMadeAgain: a transfer out of a game books the reading of its balance in the commit that reserves it.
// What another reading has booked meanwhile is booked once, and the transfer is made by what is there now.
func TestAnOvertakenReadingIsMadeAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("joker")
		w := newWorld(t, s, before)
		name := w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		taken, release := watchers["joker"].HoldBack()
		type answer struct {
			wallet.Answer
			err error
		}
		done := make(chan answer, 1)
		go func() {
			a, err := w.Transfer("joker", ledger.LabelWallet, baht(340))
			done <- answer{a, err}
		}()
		<-taken
		w.Outside.Round("joker", name, "1", "51")
		a, err := w.Games.Accounts.Named(t.Context(), "joker", name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Games.Balances.Confirm(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		close(release)
		if got := <-done; got.err != nil || got.Status != wallet.Success {
			t.Errorf("%+v", got)
		}
		if memo := w.Balance(ledger.Game("joker", name)).Posted; memo != baht(10) {
			t.Errorf("the game holds %s", memo)
		}
		if result := w.Balance(ledger.GameResult("joker")).Posted; result != -baht(50) {
			t.Errorf("the provider's result is %s", result)
		}
		w.Agrees("joker", name)
	})
}
