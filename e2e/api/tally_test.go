package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// TestATallyIsTheLedgers: each figure by hours is what the ledger's entries say, by days the same; members who registered and who
// were active are counted; and as a file there is a line for each point.
func TestATallyIsTheLedgers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		evening(t, a, "joker")
		a.Member()
		a.Pass(time.Minute) // what was posted is sealed and added up
		now := a.Store.Now()
		span := "&from=" + url.QueryEscape(now.Add(-48*time.Hour).Format(time.RFC3339)) + "&to=" +
			url.QueryEscape(now.Add(time.Hour).Format(time.RFC3339))
		tally := func(what string) apptest.Answer { return dao.Get("/api/tally?what=" + what + span).OK(http.StatusOK) }
		in, back := posted(t, a, "bank:%")
		bounced, out := posted(t, a, "house:payout")
		won, lost := posted(t, a, "result:%")
		for what, want := range map[string]money.Amount{
			"deposit": in, "returned": back + bounced, "withdrawal": out, "ggr": lost - won,
		} {
			for _, by := range []string{"hour", "day"} {
				got := tally(what + "&by=" + by)
				if sum := pointsOf(t, got); sum != want || got.At("whole") != "true" {
					t.Errorf("%s by the %s is %s, and the ledger has %s: %s", what, by, sum, want, got.Text)
				}
			}
		}
		if in == 0 || out == 0 || won == lost {
			t.Errorf("nothing happened: %s, %s, %s, %s", in, out, won, lost)
		}
		if got := tally("new&by=day"); got.At("series.0.points.0.count") != "2" || got.At("series.0.of") != "" {
			t.Errorf("two registered: %s", got.Text)
		}
		if got := tally("active"); got.At("series.0.points.0.count") != "1" || got.Value("series.0.points.1") != nil {
			t.Errorf("one of them played: %s", got.Text)
		}
		if got := tally("ggr&of=nobody"); got.Value("series.0") != nil {
			t.Errorf("of nobody: %s", got.Text)
		}
		file := dao.Get("/api/tally?what=deposit&by=day&format=csv" + span).OK(http.StatusOK).Text
		if !strings.Contains(file, "of,at,baht,count") || !strings.Contains(file, fmt.Sprint(in)) {
			t.Errorf("as a file: %s", file)
		}
		dao.Get("/api/tally?what=turnover"+span).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/tally?what=turnover&by=day" + span).OK(http.StatusOK)
		dao.Get("/api/tally?what=fee").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/tally?what=gossip"+span).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/tally?what=fee&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z").
			Refused(http.StatusBadRequest, "RANGE_TOO_LARGE")
	})
}

// pointsOf adds up all points of a tally.
func pointsOf(t *testing.T, answer apptest.Answer) (sum money.Amount) {
	t.Helper()
	series, _ := answer.Value("series").([]any)
	for n := range series {
		sum += sumOf(t, answer, fmt.Sprintf("series.%d.points", n), "amount")
	}
	return sum
}
