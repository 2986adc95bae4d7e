package qr_test

import (
	"strings"
	"testing"

	"krapao/deposit/deposittest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

// A payment that its gateway holds is shown from the moment on at which we know of it, also where the code was over
// before; so is what the gateway decides.
func TestWhereAPaymentThatAGatewayHoldsStands(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		is := func(m, want string) func() bool {
			return func() bool {
				got, err := w.Nodes[0].Transfers(t.Context(), m)
				return err == nil && len(got) == 1 && strings.TrimSpace(string(got[0].Progress)+" "+string(got[0].Note)) == want
			}
		}
		for _, one := range []struct {
			decision, want string
			cancelled      bool
		}{
			{"settle", "SUCCESS", false}, {"reject", "FAILED DEPOSIT_REFUSED", false}, {"settle", "SUCCESS", true},
		} {
			m, other := w.Member(), w.Member()
			q := w.CreateAt("PAYONEX", m, deposittest.Hundred)
			w.Listed("a code that nobody paid", m)
			if one.cancelled { // before it is paid: a payment that is held ends the code by itself
				if err := w.Nodes[0].Codes.Cancel(t.Context(), m, q.ID); err != nil {
					t.Fatal(err)
				}
			}
			ref := w.Outside.Hold(q.ID, deposittest.Somebody)
			w.Until("it is held", is(m, "IN_PROGRESS"))
			w.Listed("held", m, "qr 100.00 IN_PROGRESS")
			w.Listed("another member", other)
			w.Outside.DecideQR(ref, one.decision)
			w.Until(one.want, is(m, one.want))
			if got := w.Balance(ledger.Wallet(m)); (got == deposittest.Hundred) != (one.want == "SUCCESS") {
				t.Errorf("%s: the wallet has %s", one.want, got)
			}
		}
		w.Agree()
	})
}
