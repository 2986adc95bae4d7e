package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestTheHouseIsTold of what its people may not overlook, and nothing of it names anybody. What a target refuses is seen, and
// told again when a chief wants it.
func TestTheHouseIsTold(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		member := a.Member()
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "notice:webhook", Mode: "refuse"})
		proposed(t, a, "dao", "we grow", "op-new")
		a.Pass(15 * time.Second)
		stops(t, a, brake.Provider("pg"))
		a.Pass(time.Minute)

		dead := dao.Get("/api/notification?state=dead").OK(http.StatusOK)
		if dead.At("items.0.target") != "system" || !strings.Contains(dead.At("items.0.last"), "410") ||
			dead.At("items.0.may.0") != "repeatNotification" || dead.Value("items.1") != nil {
			t.Fatalf("refused was %s", dead.Text)
		}
		again := "/api/notification/" + dead.At("items.0.id") + "/again"
		dao.Post(again, map[string]any{}, "Idempotency-Key", "a0").Refused(http.StatusBadRequest, "REASON_REQUIRED")
		dao.Post(again, map[string]any{"reason": "it is there again"}, "Idempotency-Key", "a1").OK(http.StatusOK)
		dao.Post(again, map[string]any{"reason": "it is there again"}, "Idempotency-Key", "a2").Refused(http.StatusNotFound, "NO_DATA")
		dao.Post("/api/notification/target/system/try", map[string]any{"reason": "is it there"}, "Idempotency-Key", "t1").
			OK(http.StatusOK)
		dao.Post("/api/notification/target/nobody/try", map[string]any{"reason": "is it there"}, "Idempotency-Key", "t2").
			Refused(http.StatusNotFound, "NO_DATA")
		a.Pass(35 * time.Minute) // the proposal waits for longer than promised

		for _, event := range []string{"proposal.waits", "operator.changed", "system.stopped", "queue.late", "try"} {
			apptest.Eventually(t, event+" is told", func() bool { return len(toldOf(a, event)) > 0 })
			a.Pass(15 * time.Second) // at each of its targets
			if got := toldOf(a, event); len(got) == 0 || got[0].Times != 1 {
				t.Errorf("%s: the house was told %+v", event, got)
			}
		}
		if got := toldOf(a, "proposal.waits"); !strings.Contains(got[0].Text, `"kind":"operator.add","needs":"chief"`) {
			t.Errorf("a proposal waits: %+v", got)
		}
		kinds := map[string]int{}
		for _, n := range a.Sandbox.Notices() {
			kinds[n.Kind]++
			for _, name := range []string{"dao", "lek", "op-new", "we grow", member.Registered.Phone, member.Registered.Name} {
				if strings.Contains(n.Text, name) {
					t.Errorf("%q is in a notice: %s", name, n.Text)
				}
			}
		}
		if kinds["line"] == 0 || kinds["slack"] < kinds["line"] || kinds["webhook"] != kinds["slack"]+1 {
			t.Errorf("told were %v", kinds)
		}
		dao = signedIn(t, a, "dao")
		targets := dao.Get("/api/notification/target").OK(http.StatusOK)
		if targets.At("2.name") != "system" || targets.At("2.failingSince") != "" || targets.At("2.lastAt") == "" ||
			targets.At("1.events.0") != "queue.late" || targets.At("0.may.0") != "tryNotificationTarget" {
			t.Errorf("the targets are %s", targets.Text)
		}
	})
}
