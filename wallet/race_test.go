package wallet_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// Many callers on three accounts: transfers of one account run one at a time. Each either happens or is refused with
// TRY_AGAIN, and the provider never gets two at once.
func TestOneTransferAtATime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("joker", "pgslot", "joker2")
		w := newWorld(t, s, before)
		names := map[string]string{}
		for _, code := range []string{"joker", "pgslot", "joker2"} {
			names[code] = w.Open(member, code)
		}
		for code := range names {
			w.MustTransfer(ledger.LabelWallet, code, baht(100))
		}
		watchers["joker"].Takes = 10 * time.Millisecond // by then all others have asked
		var mu sync.Mutex
		more, refusals := map[string]int64{}, 0
		var wait sync.WaitGroup
		for n := range 48 {
			code := []string{"joker", "pgslot", "joker2"}[n%3]
			wait.Go(func() {
				in := code == "joker2" || n%2 == 0
				err := w.oneBaht(code, in)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					refusals++
				case in:
					more[code]++
				default:
					more[code]--
				}
			})
		}
		wait.Wait()
		w.Settled(member, 10*time.Second)
		if refusals == 0 {
			t.Error("nobody met anybody: the test shows nothing")
		}
		for code, name := range names {
			if watchers[code].Most != 1 {
				t.Errorf("%s saw %d transfers at once", code, watchers[code].Most)
			}
			if got := w.Balance(ledger.Game(code, name)).Posted; got != baht(100+more[code]) {
				t.Errorf("%s has %s after %d more went in than out", code, got, more[code])
			}
			w.Agrees(code, name)
		}
		w.Conserved()
	})
}

// oneBaht is one of many transfers at once; only TRY_AGAIN may refuse it.
func (w *world) oneBaht(code string, in bool) error {
	from, to := code, ledger.LabelWallet
	if in {
		from, to = to, from
	}
	answer, err := w.Transfer(from, to, baht(1))
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code == fault.TRY_AGAIN && refused.Params["game"] == nil:
	case err != nil || answer.Status != wallet.Success:
		w.T.Errorf("%s to %s: %+v, %v", from, to, answer, err)
	}
	return err
}

// A reading that was taken before a transfer and arrives after it would book the transfer a second time, as a result. It
// is discarded and repeated.
func TestOvertakenReading(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := wallettest.Watch("joker")
		w := newWorld(t, s, before)
		name := w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(100))
		a, err := w.Games.Accounts.Named(t.Context(), "joker", name)
		if err != nil {
			t.Fatal(err)
		}
		taken, release := watchers["joker"].HoldBack()
		done := make(chan error, 1)
		var got game.Confirmed
		go func() {
			var err error
			got, err = w.Games.Balances.Confirm(t.Context(), a)
			done <- err
		}()
		<-taken
		w.MustTransfer(ledger.LabelWallet, "joker", baht(50))
		close(release)
		if err := <-done; err != nil || got.Memo != baht(150) {
			t.Errorf("%s, %v", got.Memo, err)
		}
		if result := w.Balance(ledger.GameResult("joker")).Posted; result != 0 {
			t.Errorf("nobody played, and the result is %s", result)
		}
		w.Agrees("joker", name)
		w.Conserved()
	})
}
