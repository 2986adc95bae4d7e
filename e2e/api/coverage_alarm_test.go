package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// covered is a house whose bank's figure a chief enters.
type covered struct {
	desk
	system string
}

// passes lets hours pass, in which sessions end.
func (h *covered) passes(d time.Duration) {
	h.t.Helper()
	h.a.Pass(d)
	h.Client = signedIn(h.t, h.a, "dao")
}

// enters has the chief enter what the bank has now, and returns when that was.
func (h *covered) enters(baht float64) time.Time {
	h.t.Helper()
	now := h.a.Store.Now().UTC().Truncate(time.Second)
	h.decide(http.MethodPut, "/api/report/liability/balance/"+h.system, h.because(map[string]any{
		"amount": baht, "at": now.Format(time.RFC3339), "evidence": "the statement",
	})).OK(http.StatusOK)
	return now
}

// due is since when it is an alarm that a system's figure is due; zero: it is none.
func (h *covered) due() (system string, since time.Time) {
	h.t.Helper()
	got := h.Get("/api/alarm?open=true").OK(http.StatusOK)
	items, _ := got.Value("items").([]any)
	for n := range items {
		at := func(field string) string { return got.At(fmt.Sprintf("items.%d.%s", n, field)) }
		if at("name") == "coverage" {
			since, err := time.Parse(time.RFC3339Nano, at("since"))
			if err != nil || system != "" {
				h.t.Fatalf("%v: %s", err, got.Text)
			}
			return at("of"), since
		}
	}
	return "", time.Time{}
}

// is waits until the bank's figure is due since a time; zero: until it is not.
func (h *covered) is(when string, since time.Time) {
	h.t.Helper()
	apptest.Comes(h.t, "the alarm "+when, func() string {
		h.a.Pass(time.Minute) // figures of a store that nobody writes to are read once a minute
		system, at := h.due()
		// A figure is some seconds old when a node looks at it.
		if at.IsZero() == since.IsZero() && (at.IsZero() || system == h.system && at.Sub(since).Abs() < time.Minute) {
			return ""
		}
		return fmt.Sprintf("it is of %q since %s, want since %s", system, at, since)
	})
}

// TestACoverageThatIsNotKnownIsAnAlarm: a report lacks a bank's figure, or a figure is 20 hours old. It names the bank,
// and ends with the report that has the figure, or with a newer figure.
func TestACoverageThatIsNotKnownIsAnAlarm(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		house(t, a)
		h := &covered{desk: desk{t: t, a: a}}
		h.passes(30 * time.Hour) // a report is kept each day, and nothing is owed
		h.is("of a house that owes nothing", time.Time{})
		a.Deposit(a.Member(), "250.50")
		a.Pass(time.Minute) // until it is sealed and added up
		h.system = h.Get("/api/report/coverage").OK(http.StatusOK).At("missing.0")
		h.is("before a report lacks a figure", time.Time{})
		h.decides("/report/liability").OK(http.StatusOK)
		kept := h.Get("/api/report/liability?limit=1").OK(http.StatusOK)
		made, err := time.Parse(time.RFC3339Nano, kept.At("items.0.madeAt"))
		if err != nil || kept.At("items.0.report.missing.0") != h.system {
			t.Fatalf("%v: kept is %s", err, kept.Text)
		}
		h.is("after it", made)
		if got := toldOf(a, "alarm.begun"); !strings.Contains(got[0].Text, `"kind":"coverage","of":"`+h.system+`"`) {
			t.Errorf("the house was told %+v", got)
		}
		at := h.enters(250.50)
		h.is("until the next report", made)
		h.decides("/report/liability").OK(http.StatusOK)
		h.is("once a report has all figures", time.Time{})
		h.passes(19 * time.Hour)
		h.is("of a figure that is 19 hours old", time.Time{})
		h.passes(time.Hour)
		h.is("of one that is 20 hours old", at.Add(20*time.Hour))
		h.enters(250.50)
		h.is("with a newer one", time.Time{})
	})
}
