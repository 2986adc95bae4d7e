package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestPromisesByTheAPI: how long things may wait is content, which two chiefs change and return to. The queue follows as soon as
// it is in force.
func TestPromisesByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		wrong := map[string]any{"document": map[string]any{"promises": map[string]any{"chat": -1}}}
		if checked := dao.Post("/api/content-check", wrong).OK(http.StatusOK); checked.At("wrong.0.path") != "promises.chat" {
			t.Error(checked.Text)
		}
		waits := dao.proposes("info", named("Waits")).OK(http.StatusAccepted)
		promised := func(want time.Duration) {
			t.Helper()
			item := lek.Get("/api/queue?kind=proposal").OK(http.StatusOK)
			since, err := time.Parse(time.RFC3339, item.At("items.0.since"))
			due, wrong := time.Parse(time.RFC3339, item.At("items.0.due"))
			if err != nil || wrong != nil || due.Sub(since) != want || item.At("items.0.id") != waits.At("proposal.id") {
				t.Errorf("%s: want %s; %v, %v", item.Text, want, err, wrong)
			}
		}
		promised(30 * time.Minute)
		if at := dao.Get("/api/content/promises").OK(http.StatusOK); at.At("needs") != "chief" || at.At("set") != "false" {
			t.Error(at.Text)
		}
		for n, x := range []struct {
			minutes int
			want    time.Duration
		}{{90, 90 * time.Minute}, {5, 5 * time.Minute}} {
			lek.approves(dao.proposes("promises", map[string]any{"proposal": x.minutes}))
			stays(a, 31*time.Minute, dao, lek)
			promised(x.want)
			if got := dao.Get("/api/content/promises").OK(http.StatusOK); got.At("version") != []string{"1", "2"}[n] {
				t.Error(got.Text)
			}
		}
		back := map[string]any{"version": 1, "seen": lek.seen("promises")}
		dao.approves(lek.decides("/content/promises/roll-back", back))
		stays(a, 31*time.Minute, dao, lek)
		promised(90 * time.Minute)
	})
}
