package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// mayStop is what a caller may do with each system of the outside.
func mayStop(t *testing.T, by *apptest.Client) map[string][]string {
	t.Helper()
	var systems []struct {
		System string
		May    []string
	}
	if err := json.Unmarshal([]byte(by.Get("/api/system").OK(http.StatusOK).Text), &systems); err != nil || len(systems) < 3 {
		t.Fatal(systems, err)
	}
	may := map[string][]string{}
	for _, x := range systems {
		may[x.System] = x.May
	}
	return may
}

// TestBrakesByTheOperatorAPI: one stops a system at once, on every node; two let it go on, with what they compared, and about the
// stop that they looked at (OPERATOR-API.md, section 17).
func TestBrakesByTheOperatorAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		member := rich(t, a)
		nodes := nodesOf(a)
		there := nodes[len(nodes)-1].Client()
		there.Token = member.Token
		move := func() apptest.Answer {
			return there.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 10})
		}
		move().OK(http.StatusOK)
		if none := dao.Get("/api/brake").OK(http.StatusOK); none.Text != "[]\n" {
			t.Errorf("nothing is stopped: %q", none.Text)
		}
		dao.decide(http.MethodPost, "/api/brake/provider:nosuch/stop", `{"reason":"not believed"}`).
			Refused(http.StatusNotFound, "NO_DATA")
		dao.decide(http.MethodPost, "/api/brake/provider:joker/stop", `{"reason":"no"}`).
			Refused(http.StatusBadRequest, "REASON_REQUIRED")
		dao.decide(http.MethodPost, "/api/brake/provider:joker/resume", `{"reason":"all is well","evidence":"x"}`).
			Refused(http.StatusNotFound, "NO_DATA")

		stopped := dao.decide(http.MethodPost, "/api/brake/provider%3Ajoker/stop", `{"reason":"its figures differ"}`).OK(http.StatusOK)
		if stopped.At("message") != "SUCCESS" || stopped.At("subject") != "provider:joker" || stopped.At("facts.1.after") != "stopped" {
			t.Errorf("stopped: %s", stopped.Text)
		}
		move().Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
		lek.decide(http.MethodPost, "/api/brake/provider:joker/stop", `{"reason":"another reason"}`).OK(http.StatusOK)
		list := lek.Get("/api/brake").OK(http.StatusOK)
		if list.At("0.system") != "provider:joker" || list.At("0.cause") != "person" || list.At("0.by") != "dao" ||
			list.At("0.why") != "its figures differ" || list.At("0.since") == "" || list.At("0.effect.0") != "transfers" ||
			list.At("0.state") == "" || list.Value("0.proposal") != nil || list.Value("1") != nil {
			t.Errorf("stopped are %s", list.Text)
		}
		aud := employed(t, a, "aud", "auditor", "")
		if list.At("0.may.0") != "resumeSystem" || aud.Get("/api/brake").OK(http.StatusOK).Value("0.may.0") != nil {
			t.Errorf("a chief lets it go on, an auditor only looks: %s", list.Text)
		}
		for name, by := range map[string]*apptest.Client{"a chief": lek.Client, "an auditor": aud} {
			for system, may := range mayStop(t, by) {
				kind, _, _ := strings.Cut(system, ":")
				stops := by == lek.Client && system != "provider:joker" && !slices.Contains([]string{"sms", "notice", "blob"}, kind)
				if stops != slices.Equal(may, []string{"stopSystem"}) || !stops && len(may) > 0 {
					t.Errorf("%s may, of %s: %v", name, system, may)
				}
			}
		}
		resume := func(by desk, seen string) apptest.Answer {
			return by.decide(http.MethodPost, "/api/brake/provider:joker/resume",
				fmt.Sprintf(`{"reason":"all is well","evidence":"its list of the day","seen":%q}`, seen))
		}
		dao.decide(http.MethodPost, "/api/brake/provider:joker/resume", `{"reason":"all is well"}`).
			Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		other := resume(dao, "another").Refused(http.StatusConflict, "STATE_CHANGED")
		if other.At("params.state") != list.At("0.state") {
			t.Errorf("another stop: %s", other.Text)
		}
		proposed := resume(dao, list.At("0.state")).OK(http.StatusAccepted)
		if proposed.At("message") != "PROPOSED" || proposed.At("proposal.action") != "brake.resume" {
			t.Errorf("proposed: %s", proposed.Text)
		}
		move().Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
		id := proposed.At("proposal.id")
		if got := lek.Get("/api/brake").OK(http.StatusOK); got.At("0.proposal") != id {
			t.Errorf("its proposal is not shown: %s", got.Text)
		}
		if again := resume(lek, "").Refused(http.StatusConflict, "PROPOSAL_OPEN"); again.At("params.proposal") != id {
			t.Errorf("proposed twice: %s", again.Text)
		}
		lek.decide(http.MethodPost, "/api/proposal/"+id+"/approve", `{"reason":"the list agrees"}`).OK(http.StatusOK)
		move().OK(http.StatusOK)
		if got := dao.Get("/api/brake").OK(http.StatusOK); got.Text != "[]\n" {
			t.Errorf("still stopped: %q", got.Text)
		}
	})
}

// TestWhoMayBrake: a cashier stops and does not resume, support does neither, and nobody resumes while the cause is there.
func TestWhoMayBrake(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		for name, role := range map[string]string{"mai": "cashier", "som": "support"} {
			for _, by := range []string{"dao", "lek"} {
				mustCommand(t, a, "add", name, "@"+by, "--reason", "more people", "--role", role)
			}
		}
		stays(a, 31*time.Minute, dao, lek) // they may act then
		mai, som := desk{Client: signedIn(t, a, "mai")}, desk{Client: signedIn(t, a, "som")}
		because := `{"reason":"to be sure","evidence":"the list"}`
		som.decide(http.MethodPost, "/api/brake/payouts/stop", because).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		mai.decide(http.MethodPost, "/api/brake/payouts/stop", because).OK(http.StatusOK)
		mai.decide(http.MethodPost, "/api/brake/payouts/resume", because).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		if got := som.Get("/api/brake").OK(http.StatusOK); got.At("0.system") != brake.Payouts || got.At("0.effect.0") != "payouts" {
			t.Errorf("stopped are %s", got.Text)
		}
		stops(t, a, brake.Provider("pg"))
		all := som.Get("/api/brake").OK(http.StatusOK)
		if all.Value("0.found.0") != nil || all.At("0.why") != "to be sure" || all.At("1.found.0.kind") != string(brake.Differences) ||
			all.At("1.found.0.provider") != "joker" || all.At("1.found.0.cases") != "21" || all.Value("1.found.1") != nil {
			t.Errorf("what was found is %s", all.Text)
		}
		differ(t, a, "pg")
		got := dao.Get("/api/brake").OK(http.StatusOK)
		if got.At("0.stands.0.kind") != string(brake.Differences) || got.At("0.stands.0.provider") != "pg" {
			t.Errorf("nothing stands against it: %s", got.Text)
		}
		stands := func(refused apptest.Answer) {
			t.Helper()
			if refused.Refused(http.StatusConflict, "STATE_CHANGED").At("params.why") == "" {
				t.Errorf("refused with %s", refused.Text)
			}
		}
		stands(dao.decide(http.MethodPost, "/api/brake/payouts/resume", because))
		alike(t, a)
		id := dao.decide(http.MethodPost, "/api/brake/payouts/resume", because).OK(http.StatusAccepted).At("proposal.id")
		differ(t, a, "pg")
		stands(lek.decide(http.MethodPost, "/api/proposal/"+id+"/approve", because))
	})
}

// differ makes more differences with a provider than it may have.
func differ(t *testing.T, a *apptest.App, provider string) {
	t.Helper()
	for n := range 21 {
		mustExec(t, a, fmt.Sprintf(`INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours,
			theirs, detail, state, outcome, booking, due_at, note, found_at, decided_by, decided_at)
			VALUES ('c%[1]d', '%[2]s', '2026-01-01', 'missing_here', 'r%[1]d', 0, 'u', '', 0, 100, '{}', 'open', '', 0, 0, '', 1, '', 0)`,
			n, provider))
	}
}

// alike takes them away.
func alike(t *testing.T, a *apptest.App) {
	t.Helper()
	mustExec(t, a, `DELETE FROM reconcile_case`)
}

func mustExec(t *testing.T, a *apptest.App, statement string) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
