package telemetry_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/telemetry"
)

// scrape reads the figures as Prometheus does, and measures how long that takes.
func scrape(t *testing.T, m *telemetry.Metrics) (text string, took time.Duration) {
	t.Helper()
	began := time.Now()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	return w.Body.String(), time.Since(began)
}

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// Scraping takes no time, whatever the database does. A figure that can't be read is not published, and the age of the figures is
// one of them. A figure that hangs does not keep the others from being read.
func TestScrapingTakesNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := telemetry.NewMetrics()
		asked, broken, hangs := 0, errors.New("no database"), false
		var fails error
		m.Figure("test_waits", "", func(ctx context.Context) (float64, error) {
			asked++
			if hangs {
				<-ctx.Done()
				return 0, ctx.Err()
			}
			return 7, fails
		}, "for", "bank")
		m.Counts("test_total", "", []string{"code"}, func(context.Context) ([]telemetry.Count, error) {
			return []telemetry.Count{{Labels: []string{"A"}, Value: 3}}, nil
		})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go m.KeepFresh(ctx)
		pass(time.Second)
		sees := func(want ...string) {
			t.Helper()
			before := asked
			text, took := scrape(t, m)
			if took > 0 || asked != before {
				t.Errorf("scraping took %s and asked the database %d times", took, asked-before)
			}
			for _, line := range want {
				not, absent := strings.CutPrefix(line, "no ")
				if strings.Contains(text, not) == absent {
					t.Errorf("want %q in:\n%s", line, text)
				}
			}
		}
		const known, other = `test_waits{for="bank"} 7`, `test_total{code="A"} 3`
		sees(known, other, "krapao_figures_age_seconds 1\n")
		fails = broken
		pass(telemetry.FiguresEvery)
		sees("no test_waits{", other, "krapao_figures_age_seconds 11\n")
		fails = nil
		pass(telemetry.FiguresEvery)
		sees(known, other, "krapao_figures_age_seconds 1\n")
		hangs = true
		pass(5 * time.Minute)
		sees("no test_waits{", other, "no krapao_figures_age_seconds 1\n")
		stop() // nobody reads them any more
		pass(time.Minute)
		sees("no test_waits{", "no test_total{")
	})
}

// The last finished round of the auditor has an age, which shows an auditor that died or never finishes.
func TestADeadAuditorIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := telemetry.NewMetrics()
		pass(time.Minute)
		m.Audited(nil)
		pass(15 * time.Second)
		m.Audited(errors.New("no database"))
		pass(15 * time.Second)
		text, _ := scrape(t, m)
		for _, line := range []string{
			"krapao_audit_age_seconds 30\n",
			`krapao_audit_rounds_total{outcome="done"} 1`, `krapao_audit_rounds_total{outcome="failed"} 1`,
		} {
			if !strings.Contains(text, line) {
				t.Errorf("missing: %s", line)
			}
		}
	})
}
