package deposit_test

import (
	"slices"
	"testing"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// paidBy books an arrival paid from an account. It is credited to the member, or held if the account is another's.
func paidBy(w *deposittest.World, member, source, bank, number, name string) {
	w.T.Helper()
	a := arrival(member, source, 100*money.Baht)
	a.Payment.Payer = deposit.Payer{BankCode: bank, AccountNo: number, Name: name}
	book(w, a)
}

func shared(w *deposittest.World, member string) []string {
	w.T.Helper()
	linked, err := w.Nodes[0].SharedPayers(w.T.Context(), member)
	if err != nil {
		w.T.Fatal(err)
	}
	return linked
}

// An account that paid for two members links them, even if the money was held. A masked account links nobody, nor
// does one's own.
func TestPayersLink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		anna, bert, carl, dora := w.Member(), w.Member(), w.Member(), w.Member()
		for i, m := range []string{anna, bert, carl, dora} {
			w.Members.Set(m, deposit.Payer{BankCode: "SCB", AccountNo: "111122223" + string(rune('0'+i)), Name: "A B"})
		}
		paidBy(w, anna, "1", "SCB", "1111222230", "A B")
		paidBy(w, carl, "2", "SCB", "xxxxxx9999", "C D")
		paidBy(w, dora, "3", "SCB", "xxxxxx9999", "C D")
		if got := shared(w, anna); len(got) != 0 {
			t.Errorf("one's own account links to %v", got)
		}
		if got := shared(w, carl); len(got) != 0 {
			t.Errorf("a masked account links to %v", got)
		}
		paidBy(w, anna, "4", "KBANK", "9876543210", "E F")
		paidBy(w, bert, "5", "KBANK", "987-654-3210", "E F")
		if got := shared(w, bert); !slices.Equal(got, []string{anna}) {
			t.Errorf("one account paid for both, and links to %v", got)
		}
		// Anna's registered account pays for Dora; Dora's name is in no deposit of Anna's.
		paidBy(w, dora, "6", "SCB", "1111222230", "A B")
		both := []string{bert, dora}
		slices.Sort(both)
		if got := shared(w, anna); !slices.Equal(got, both) {
			t.Errorf("Anna is linked to %v, want %v", got, both)
		}
		if got := shared(w, dora); !slices.Equal(got, []string{anna}) {
			t.Errorf("Dora is linked to %v", got)
		}
	})
}

// The registered account of a member who never deposited links too, in both directions.
func TestARegisteredAccountLinks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		payer, paid := w.Member(), w.Member()
		w.Members.Set(payer, deposit.Payer{BankCode: "SCB", AccountNo: "5555666677", Name: "G H"})
		paidBy(w, paid, "1", "SCB", "5555666677", "G H")
		if got := shared(w, paid); !slices.Equal(got, []string{payer}) {
			t.Errorf("who was paid for is linked to %v", got)
		}
		if got := shared(w, payer); !slices.Equal(got, []string{paid}) {
			t.Errorf("who paid is linked to %v", got)
		}
	})
}
