package report_test

import (
	"testing"
	"time"

	"krapao/game/gametest"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// Rounds count between two moments. A round near a moment is reported separately, since nobody knows on which side it
// was.
func TestPlayedBetween(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		a := w.account("joker2", 100)
		w.Outside.Round("joker2", a.Username, "10", "2.5")
		w.read()
		list, err := w.Reports.Played(t.Context(), gametest.Member, s.Now().Add(-time.Hour), s.Now().Add(time.Hour))
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		bet, settled := list[0].BetAt, list[0].SettledAt
		const apart, lost = 2 * time.Second, -7*money.Credit - money.Credit/2
		for name, c := range map[string]struct {
			since, until time.Time
			want         report.Between
		}{
			"between":      {bet.Add(-5 * time.Second), settled.Add(5 * time.Second), report.Between{Net: lost}},
			"before":       {settled.Add(5 * time.Second), settled.Add(time.Minute), report.Between{}},
			"after":        {bet.Add(-time.Minute), bet.Add(-5 * time.Second), report.Between{}},
			"at the first": {bet.Add(-time.Second), settled.Add(5 * time.Second), report.Between{Net: lost, AtSince: 1}},
			"just before":  {settled.Add(time.Second), settled.Add(5 * time.Second), report.Between{AtSince: 1}},
			"at the last":  {bet.Add(-5 * time.Second), settled.Add(time.Second), report.Between{Net: lost, AtUntil: 1}},
			"just after":   {bet.Add(-5 * time.Second), bet.Add(-time.Second), report.Between{AtUntil: 1}},
		} {
			got, err := w.Reports.PlayedBetween(t.Context(), a, c.since, c.until, apart)
			if err != nil || got.Net != c.want.Net || got.AtSince != c.want.AtSince ||
				got.AtUntil != c.want.AtUntil || len(got.Corrected) != 0 {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
	})
}
