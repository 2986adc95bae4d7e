package deposit_test

import (
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

func latest(w *deposittest.World, member string) (latest deposit.Latest, found bool) {
	w.T.Helper()
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) (err error) {
		latest, found, err = w.Nodes[0].LatestTx(w.T.Context(), tx, member)
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return latest, found
}

func own(w *deposittest.World, member string, least money.Amount) (own deposit.Lifetime) {
	w.T.Helper()
	err := w.Store.Write(w.T.Context(), func(tx *store.Tx) (err error) {
		own, err = w.Nodes[0].LifetimeTx(w.T.Context(), tx, member, least)
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return own
}

// The newest deposit is the one that became the member's last, with the transfer that made it spendable. One that was
// taken back does not count.
func TestTheLatestDeposit(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	storetest.EachAt(t, begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: c})
		m := w.Member()
		if latest, found := latest(w, m); found || own(w, m, 1) != (deposit.Lifetime{}) {
			t.Errorf("a member without a deposit has %+v", latest)
		}
		stranger := deposit.Payer{BankCode: "KBANK", AccountNo: "9999999999", Name: "OTHER PERSON"}
		held := arrival(m, "held", 300*money.Baht)
		held.Payment.Payer = stranger
		book(w, held)
		if latest, found := latest(w, m); found {
			t.Errorf("held money is no deposit yet: %+v", latest)
		}
		book(w, arrival(m, "first", 100*money.Baht))
		first, _ := latest(w, m)
		if first.Amount != 100*money.Baht || first.Inflow == "" {
			t.Errorf("the latest is %+v", first)
		}
		waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatalf("waiting: %+v, %v", waiting, err)
		}
		c.Advance(time.Second)
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := w.Nodes[0].ReleaseTx(t.Context(), tx, waiting[0].ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		released, _ := latest(w, m)
		if released.Inflow != waiting[0].ID || !released.CreditedAt.After(first.CreditedAt) {
			t.Errorf("released last, the latest is %+v after %+v", released, first)
		}
		if moved, err := w.Ledger.Find(t.Context(), released.Transfer); err != nil || moved.Credit != ledger.Wallet(m) ||
			moved.Debit != ledger.Held(m) {
			t.Errorf("it came into the wallet by %+v, %v", moved, err)
		}
		if own := own(w, m, 200*money.Baht); own.Total != 400*money.Baht || !own.ProvenAt.Equal(released.CreditedAt) {
			t.Errorf("own: %+v", own)
		}
		reverse(w, "held")
		if latest, found := latest(w, m); !found || latest != first {
			t.Errorf("after the newest was taken back the latest is %+v, want %+v", latest, first)
		}
		if own := own(w, m, 200*money.Baht); own.Total != 100*money.Baht || own.Undone != 300*money.Baht || !own.ProvenAt.IsZero() {
			t.Errorf("own after it was taken back: %+v", own)
		}
		if gone, err := w.Nodes[0].Reversed(t.Context(), c.Now()); err != nil || len(gone) != 1 || gone[0] != released.Inflow {
			t.Errorf("taken back: %v, %v", gone, err)
		}
	})
}

// Under strict content, a payment that names nobody proves nothing, however large it is.
func TestAProvenDepositNamesItsPayer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Settings: `{}`})
		m := w.Member()
		book(w, arrival(m, "nobody", 1_000*money.Baht))
		if own := own(w, m, 100*money.Baht); own.Total != 1_000*money.Baht || !own.ProvenAt.IsZero() {
			t.Errorf("own: %+v", own)
		}
		named := arrival(m, "named", 100*money.Baht)
		named.Payment.Payer = deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
		book(w, named)
		if own := own(w, m, 100*money.Baht); own.Total != 1_100*money.Baht || own.ProvenAt.IsZero() {
			t.Errorf("own: %+v", own)
		}
		if own := own(w, m, 100*money.Baht+1); !own.ProvenAt.IsZero() {
			t.Errorf("100 baht are not 100.01: %+v", own)
		}
	})
}
