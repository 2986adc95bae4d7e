package report_test

import (
	"math/rand/v2"
	"testing"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

// TestTheCoverageIsThatOfTheBooks: what is owed is what members' accounts have, what a bank has is what came in by it, and no
// coverage is claimed while nobody knows what a bank says.
func TestTheCoverageIsThatOfTheBooks(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, sunday, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		b.traffic(rand.New(rand.NewPCG(7, 7)))
		b.add()
		reports := b.reports()
		before := s.Statements()
		got, err := reports.Coverage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// PostgreSQL is asked for the plan of each, the first time.
		if n, want := s.Statements()-before, map[store.Engine]int64{store.SQLite: 3, store.Postgres: 6}[s.Engine()]; n != want {
			t.Errorf("%d statements, want %d, however many accounts there are", n, want)
		}
		balance := func(a ledger.Account) int64 {
			t.Helper()
			found, err := b.Balance(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			return int64(found.Posted)
		}
		for what, is := range map[string][2]int64{
			"wallet":     {int64(got.Owed.Wallet), balance(ledger.Wallet(nok))},
			"held":       {int64(got.Owed.Held), balance(ledger.Held(nok))},
			"purses":     {int64(got.Owed.Purses), balance(ledger.RefundPurse(nok))},
			"games":      {int64(got.Owed.Games), balance(ledger.Game("joker", "nok"))},
			"coupons":    {int64(got.Owed.Coupons), balance(ledger.Coupons)},
			"unmatched":  {int64(got.Owed.Unmatched), balance(ledger.Unmatched)},
			"receivable": {int64(got.Receivable), -balance(ledger.Owed(nok))},
		} {
			if is[0] != is[1] {
				t.Errorf("%s is %d, the books have %d", what, is[0], is[1])
			}
		}
		systems := map[string]int64{}
		for _, h := range got.Has {
			systems[h.System] = int64(h.Ours)
		}
		for system, want := range map[string]int64{
			"bank:SCB1": -balance(ledger.Bank("SCB1")), "bank:KBANK1": -balance(ledger.Bank("KBANK1")),
			"payouts": -balance(ledger.Payout), "provider:joker": balance(ledger.Game("joker", "nok")),
		} {
			if systems[system] != want {
				t.Errorf("%s has %d, want %d", system, systems[system], want)
			}
		}
		if len(systems) != 4 || len(got.Missing()) != 3 || !got.Whole || got.Seal == 0 {
			t.Errorf("%+v", got)
		}
		if points, known := got.Ratio(); known {
			t.Errorf("a coverage of %d without any bank's figure", points)
		}
	})
}
