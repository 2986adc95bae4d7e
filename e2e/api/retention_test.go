package api

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/privacy"
)

// TestWhatIsDueAndWhatRan: the table of what is kept how long says how many rows have outlived their rule, and when each job
// that ends them last ran. The figure of the alarm has the same.
func TestWhatIsDueAndWhatRan(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		a.Pass(time.Minute)
		if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO otp (token_hash, phone, state, outside_token, ref, tries, calls,
				unanswered, address, created_at, expires_at, verified_at) VALUES ('old', '', '', '', '', 0, 0, '', '', $1, $1, 0)`,
				clock.MicrosOf(a.Store.Now().Add(-8*24*time.Hour)))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var rules []struct {
			Name string
			Due  *struct{ Rows int }
			Jobs []struct {
				Name                  string
				LastAt, Error, DoneAt *string
				Late                  bool
			}
		}
		if err := json.Unmarshal([]byte(dao.Get("/api/retention").OK(http.StatusOK).Text), &rules); err != nil {
			t.Fatal(err)
		}
		jobs := 0
		for n, rule := range rules {
			want := privacy.Rules()[n]
			if rule.Name != want.Name || (rule.Due != nil) != (want.End == privacy.ByJob) {
				t.Errorf("%+v", rule)
			}
			if want.Name == "codes" && rule.Due.Rows != 1 {
				t.Errorf("%d old codes are due", rule.Due.Rows)
			}
			for _, job := range rule.Jobs {
				jobs++
				if job.LastAt == nil || job.DoneAt == nil || *job.DoneAt != *job.LastAt || job.Error != nil || job.Late {
					t.Errorf("%s: %+v", want.Name, job)
				}
			}
		}
		if jobs < 10 {
			t.Errorf("%d jobs", jobs)
		}
		figures := console(a, "").Get("/metrics").OK(http.StatusOK).Text
		if !regexp.MustCompile(`(?m)^krapao_retention_age_seconds\{job="old codes"\} \d{1,2}(\.|$)`).MatchString(figures) {
			t.Error("there is no figure of when old codes were ended")
		}
	})
}
