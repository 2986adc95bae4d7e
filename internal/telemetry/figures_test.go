package telemetry_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/telemetry"
	"krapao/internal/testkit/bubble"
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

// Scraping takes no time, whatever the database does. A figure that can't be read is not published, and the age of the figures is
// one of them. A figure that hangs does not keep the others from being read.
func TestScrapingTakesNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := telemetry.NewMetrics()
		var asked atomic.Int64
		var broken, hangs atomic.Bool
		m.Figure("test_waits", "", func(ctx context.Context) (float64, error) {
			asked.Add(1)
			if hangs.Load() {
				<-ctx.Done()
				return 0, ctx.Err()
			}
			if broken.Load() {
				return 0, errors.New("no database")
			}
			return 7, nil
		}, "for", "bank")
		m.Counts("test_total", "", []string{"code"}, func(context.Context) ([]telemetry.Count, error) {
			return []telemetry.Count{{Labels: []string{"A"}, Value: 3}}, nil
		})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go m.KeepFresh(ctx)
		bubble.Pass(time.Second)
		sees := func(want ...string) {
			t.Helper()
			before := asked.Load()
			text, took := scrape(t, m)
			if now := asked.Load(); took > 0 || now != before {
				t.Errorf("scraping took %s and asked the database %d times", took, now-before)
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
		broken.Store(true)
		bubble.Pass(telemetry.FiguresEvery)
		sees("no test_waits{", other, "krapao_figures_age_seconds 11\n")
		broken.Store(false)
		bubble.Pass(telemetry.FiguresEvery)
		sees(known, other, "krapao_figures_age_seconds 1\n")
		hangs.Store(true)
		bubble.Pass(5 * time.Minute)
		sees("no test_waits{", other, "no krapao_figures_age_seconds 1\n")
		stop() // nobody reads them any more
		bubble.Pass(time.Minute)
		sees("no test_waits{", "no test_total{")
	})
}

// The last finished round of the auditor has an age, which shows an auditor that died or never finishes.
func TestADeadAuditorIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := telemetry.NewMetrics()
		bubble.Pass(time.Minute)
		m.Audited(nil)
		bubble.Pass(15 * time.Second)
		m.Audited(errors.New("no database"))
		bubble.Pass(15 * time.Second)
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
