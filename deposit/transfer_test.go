package deposit_test

import (
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// At most 20, the newest of all kinds.
func TestTransfersAreAtMostTwenty(t *testing.T) {
	t.Parallel()
	deposittest.EachBank(t, 1, func(t *testing.T, w *deposittest.Bank) {
		m := w.Holder(deposittest.Somchai)
		for i := range 25 {
			w.Now.Advance(time.Second)
			d := w.MustDeclare(m, money.Amount(i+1)*money.Baht)
			err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
				return w.Nodes[0].Declared.RejectTx(t.Context(), tx, d, fault.DEPOSIT_NOT_FOUND)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.Nodes[0].Transfers(t.Context(), m)
		if err != nil || len(got) != 20 || got[0].Amount != 25*money.Baht || got[19].Amount != 6*money.Baht {
			t.Errorf("%d, %v: %+v", len(got), err, got)
		}
	})
}
