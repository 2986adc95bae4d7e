package app

import (
	"testing"
	"time"

	"krapao/game/report"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/play"
)

// U falls by what a report lists for the first time, and not by what it took back and lists again.
func TestUFallsByWhatWasNeverTold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		unplayed := play.New(s, nil)
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := unplayed.CreditedTx(t.Context(), tx, "A", "i1", 1_000*money.Baht); err != nil {
				return err
			}
			at := tx.Now.Add(time.Second)
			return turnover{unplayed}.playedTx(t.Context(), tx, []report.Added{
				{Member: "A", Since: at, BetAt: at, Turnover: 500 * money.Baht, Beyond: 100 * money.Baht},
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if u, err := unplayed.Unplayed(t.Context(), "A"); err != nil || u != 900*money.Baht {
			t.Errorf("%s is not played, %v", u, err)
		}
	})
}
