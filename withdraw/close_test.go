package withdraw_test

import (
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

// A closing that was refused goes through once the reason is gone, and requests nothing twice.
func TestAClosingThatWasRefusedGoesOn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(7 * baht)
		payee, err := w.Members.Payee(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		w.Members.Set(m, withdraw.Payee{})
		since := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
		for range 2 {
			if asked, err := w.Requests.PayOutAll(t.Context(), m, since); asked != 0 || !fault.Is(err, fault.NO_BANK) {
				t.Errorf("without a bank account: %s, %v", asked, err)
			}
		}
		w.Members.Set(m, payee)
		if asked, err := w.Requests.PayOutAll(t.Context(), m, since); asked != 7*baht || err != nil {
			t.Errorf("with an account: %s, %v", asked, err)
		}
		if asked, err := w.Requests.PayOutAll(t.Context(), m, since); asked != 0 || err != nil {
			t.Errorf("again: %s, %v", asked, err)
		}
		if got := w.Wallet(m); got != 0 {
			t.Errorf("the wallet has %s", got)
		}
	})
}
