package wallet_test

import (
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// whole moves whole credits only.
type whole struct{ game.Provider }

func (p whole) Capabilities() game.Capabilities {
	c := p.Provider.Capabilities()
	c.Step = money.Credit
	return c
}

// An amount below a step at the last reading may have grown: money is home if the game was read, or was empty.
func TestHomeIsWhatWasRead(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const played, empty = "joker", "joker2"
		w := newWorld(t, s, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
			c := all[played]
			c.Provider = whole{c.Provider}
			all[played] = c
		})
		name := w.Open(member, played)
		w.Open(member, empty)
		home := func(want bool) {
			t.Helper()
			got, err := w.Wallet.BringHome(t.Context(), member, w.Key())
			if err != nil || got != want {
				t.Errorf("home: %t, %v, want %t", got, err, want)
			}
		}
		w.MustTransfer(ledger.LabelWallet, empty, baht(100))
		w.MustTransfer(empty, ledger.LabelWallet, baht(100))
		w.MustTransfer(ledger.LabelWallet, played, baht(100))
		w.Outside.Round(played, name, "99.5", "0")
		w.Agrees(played, name) // half a credit is left
		w.Outside.Round(played, name, "0.5", "500")
		for _, code := range []string{played, empty} {
			w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: "balance", Mode: "down", Count: 1000})
		}
		rest(time.Second) // a reading of this very instant would be one of this try
		home(false)
		w.Outside.ClearFaults()
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + empty, Op: "balance", Mode: "down", Count: 1000})
		home(true)
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(1400) {
			t.Errorf("the wallet has %s", got)
		}
	})
}
