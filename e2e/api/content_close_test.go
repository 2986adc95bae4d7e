package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestOneClosesAtOnce: a cashier closes a campaign, a game, a provider's games, an account that members pay into and the wheel.
// Members see it at once, its version says who it was, and what somebody proposed of the section before is of another state. Two
// open it again.
func TestOneClosesAtOnce(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		mustCommand(t, a, "add", "mai", "@dao", "--reason", "third", "--role", "cashier")
		mustCommand(t, a, "proposals", "approve", theProposal(t, dao), "@lek", "--reason", "third")
		stays(a, 31*time.Minute, dao, lek)
		mai := deskBy(t, a, printed(mustCommand(t, a, "invite", "mai", "@dao", "--reason", "third")))
		member := a.Member()
		var games map[string]any
		closes := func(section, code string) {
			t.Helper()
			out := mai.decides("/content/"+section+"/close", map[string]any{"code": code, "seen": mai.seen(section)}).OK(http.StatusOK)
			if out.At("message") != "SUCCESS" || out.At("subject") != section+"/"+code || out.At("facts.0.name") == "" {
				t.Error(out.Text)
			}
			now := mai.Get("/api/content/" + section).OK(http.StatusOK)
			if now.At("by") != "mai" || now.At("second") != "" || now.At("may.0") == "" {
				t.Error(now.Text)
			}
			mai.decides("/content/"+section+"/close", map[string]any{"code": code}).Refused(http.StatusNotFound, "NO_DATA")
		}
		state := func(code string) any {
			t.Helper()
			return games[code]
		}
		read := func() {
			t.Helper()
			games = map[string]any{}
			rows, _ := dao.Get("/api/content/games").OK(http.StatusOK).Value("body").([]any)
			for _, row := range rows {
				g, _ := row.(map[string]any)
				code, _ := g["code"].(string)
				games[code] = g["state"]
			}
		}
		for section, code := range map[string]string{
			"bonus": "DAILY50", "games": "pg", "depositAccounts": "WW", "wheel": "wheel", "promotions": "WELCOME",
		} {
			closes(section, code)
		}
		for path, gone := range map[string]string{"/api/bonus": `"DAILY50"`, "/api/lookup/deposit": `"WW"`} {
			if shown := member.Get(path).OK(http.StatusOK); has(gone)(shown) != "false" {
				t.Errorf("members read %s of %s: %s", gone, path, shown.Text)
			}
		}
		closes("games", "provider:joker2")
		if read(); state("pg") != "closing" || state("joker2") != "closing" || state("joker") != "open" {
			t.Errorf("%v", games)
		}
		mai.decides("/content/info/close", map[string]any{"code": "x"}).Refused(http.StatusNotFound, "NO_DATA")
		mai.decides("/content/nosuch/close", map[string]any{"code": "x"}).Refused(http.StatusNotFound, "NO_DATA")
		mai.decides("/content/games/close", map[string]any{"code": "joker", "seen": "another"}).
			Refused(http.StatusConflict, "STATE_CHANGED")

		before := dao.Get("/api/content/promotions").OK(http.StatusOK)
		list, _ := before.Value("body").([]any)
		first, _ := list[0].(map[string]any)
		if first["closed"] != true {
			t.Fatalf("content lists it as open: %s", before.Text)
		}
		delete(first, "closed")
		opened := mai.decides("/content/promotions/propose", map[string]any{"content": list, "seen": mai.seen("promotions")})
		lek.approves(opened)
		stays(a, 31*time.Minute, dao, lek)
		if now := dao.Get("/api/content/promotions").OK(http.StatusOK); has(`"closed"`)(now) != "false" || now.At("second") != "lek" {
			t.Errorf("two did not open it: %s", now.Text)
		}
	})
}

// TestWhatIsClosedIsNotOpenedByAnOlderProposal: two wanted another text of a bonus, and somebody closed it before that came into
// force. It stays closed.
func TestWhatIsClosedIsNotOpenedByAnOlderProposal(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		body, _ := dao.Get("/api/content/bonus").OK(http.StatusOK).Value("body").(map[string]any)
		list, _ := body["bonuses"].([]any)
		first, _ := list[0].(map[string]any)
		code, _ := first["code"].(string)
		first["quota"] = 7
		waits := dao.proposes("bonus", body)
		lek.approves(waits)
		dao.decides("/content/bonus/close", map[string]any{"code": code}).OK(http.StatusOK)
		stays(a, 31*time.Minute, dao, lek)
		if p := dao.Get("/api/proposal/" + waits.At("proposal.id")).OK(http.StatusOK); p.At("state") != "stale" {
			t.Errorf("it was carried out: %s", p.Text)
		}
		if now := dao.Get("/api/content/bonus").OK(http.StatusOK); has(`"closed":true`)(now) != "true" {
			t.Errorf("it is open: %s", now.Text)
		}
	})
}
