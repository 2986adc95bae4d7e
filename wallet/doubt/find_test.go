package doubt_test

import (
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt/clue"
)

// However late a provider says that it never had a reference, it must say so three times before the money goes back: the
// first answers after an outage may be wrong.
func TestNotFoundIsSaidThreeTimes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Unswept.Store(true) // nobody asks again about what was given back
		name := w.Open(member, "joker")
		fault := func(op, mode string) {
			w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: mode, Count: 1000})
		}
		fault("move", "timeout")
		fault("check", "down")
		made := w.Unanswered(ledger.LabelWallet, "joker", baht(50))
		rest(3 * (sendBy + callTime + window))
		answered := func() (n int) {
			for _, m := range w.Outside.Calls() {
				if m.Target == "game:joker" && m.Op == "check" && m.Mode == "" {
					n += m.Calls
				}
			}
			return n
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(950) || answered() != 0 {
			t.Errorf("nobody was told anything %d times, and the wallet has %s", answered(), got)
		}
		w.Outside.ClearFaults()
		w.Settled(member, 20*time.Second)
		w.noted(made, string(clue.NeverHad))
		if n := answered(); n != 3 {
			t.Errorf("given back after it was said %d times", n)
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(1000) {
			t.Errorf("the wallet has %s", got)
		}
		w.Agrees("joker", name)
		w.Conserved()
	})
}
