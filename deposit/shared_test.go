package deposit_test

import (
	"slices"
	"testing"

	"krapao/deposit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// paid books an arrival that an account paid. It is the member's, or held where the account is another's.
func (w *world) paid(member, source, bank, number, name string) {
	w.t.Helper()
	a := arrival(member, source, 100*money.Baht)
	a.Payment.Payer = deposit.Payer{BankCode: bank, AccountNo: number, Name: name}
	w.book(a)
}

func (w *world) shared(member string) []string {
	w.t.Helper()
	linked, err := w.nodes[0].SharedPayers(w.t.Context(), member)
	if err != nil {
		w.t.Fatal(err)
	}
	return linked
}

// An account that paid for two links them, also where the money was held; a masked one, and one's own, link nobody.
func TestPayersLink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		anna, bert, carl, dora := w.member(), w.member(), w.member(), w.member()
		for i, m := range []string{anna, bert, carl, dora} {
			w.members.set(m, deposit.Payer{BankCode: "SCB", AccountNo: "111122223" + string(rune('0'+i)), Name: "A B"})
		}
		w.paid(anna, "1", "SCB", "1111222230", "A B")
		w.paid(carl, "2", "SCB", "xxxxxx9999", "C D")
		w.paid(dora, "3", "SCB", "xxxxxx9999", "C D")
		if got := w.shared(anna); len(got) != 0 {
			t.Errorf("one's own account links to %v", got)
		}
		if got := w.shared(carl); len(got) != 0 {
			t.Errorf("a masked account links to %v", got)
		}
		w.paid(anna, "4", "KBANK", "9876543210", "E F")
		w.paid(bert, "5", "KBANK", "987-654-3210", "E F")
		if got := w.shared(bert); !slices.Equal(got, []string{anna}) {
			t.Errorf("one account paid for both, and links to %v", got)
		}
		// Anna's registered account pays for Dora; Dora's name is in no deposit of Anna's.
		w.paid(dora, "6", "SCB", "1111222230", "A B")
		both := []string{bert, dora}
		slices.Sort(both)
		if got := w.shared(anna); !slices.Equal(got, both) {
			t.Errorf("Anna is linked to %v, want %v", got, both)
		}
		if got := w.shared(dora); !slices.Equal(got, []string{anna}) {
			t.Errorf("Dora is linked to %v", got)
		}
	})
}

// The registered account of one who never deposited links too, from both sides.
func TestARegisteredAccountLinks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		payer, paid := w.member(), w.member()
		w.members.set(payer, deposit.Payer{BankCode: "SCB", AccountNo: "5555666677", Name: "G H"})
		w.paid(paid, "1", "SCB", "5555666677", "G H")
		if got := w.shared(paid); !slices.Equal(got, []string{payer}) {
			t.Errorf("who was paid for is linked to %v", got)
		}
		if got := w.shared(payer); !slices.Equal(got, []string{paid}) {
			t.Errorf("who paid is linked to %v", got)
		}
	})
}
