package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/notices"
	"krapao/sandbox/sandboxtest"
)

// posted is what the ledger's entries say about accounts: what was debited, and credited.
func posted(t *testing.T, a *apptest.App, accounts string) (debits, credits money.Amount) {
	t.Helper()
	err := a.Store.DB().QueryRowContext(t.Context(), `SELECT
			CAST(COALESCE(SUM(CASE WHEN e.debit THEN e.posted ELSE 0 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN e.debit THEN 0 ELSE e.posted END), 0) AS BIGINT)
		FROM entry e JOIN account c ON c.number = e.account WHERE c.name LIKE '`+accounts+`'`).Scan(&debits, &credits)
	if err != nil {
		t.Fatal(err)
	}
	return debits, credits
}

// baht is an amount as an answer has it.
func baht(t *testing.T, answer apptest.Answer, path string) money.Amount {
	t.Helper()
	amount, err := money.Parse(answer.At(path))
	if err != nil {
		t.Fatalf("%s: %v in %s", path, err, answer.Text)
	}
	return amount
}

// sumOf adds up an amount of all rows of a list.
func sumOf(t *testing.T, answer apptest.Answer, list, path string) (sum money.Amount) {
	t.Helper()
	rows, _ := answer.Value(list).([]any)
	for n := range rows {
		sum += baht(t, answer, fmt.Sprintf("%s.%d.%s", list, n, path))
	}
	return sum
}

// TestTodayIsTheLedgers: the money of the day is what the ledger's entries say, by channel and by game; a week later it is what
// the day is compared with.
func TestTodayIsTheLedgers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		for _, code := range []string{"joker", "pg"} {
			evening(t, a, code)
		}
		a.Member()
		a.Pass(time.Minute) // what was posted is sealed and added up
		got := dao.Get("/api/today").OK(http.StatusOK)
		in, back := posted(t, a, "bank:%")
		returned, out := posted(t, a, "house:payout")
		if in == 0 || out == 0 || sumOf(t, got, "money", "in") != in+returned || sumOf(t, got, "money", "out") != out+back {
			t.Errorf("the ledger has %s and %s in, %s and %s out: %s", in, returned, out, back, got.Text)
		}
		if sumOf(t, got, "hours", "in") != in+returned || sumOf(t, got, "hours", "out") != out+back {
			t.Errorf("the hours are not the day: %s", got.Text)
		}
		won, lost := posted(t, a, "result:%")
		if won == lost || sumOf(t, got, "games", "ggr") != lost-won || baht(t, got, "games.0.ggr") == 0 {
			t.Errorf("members won %s and lost %s: %s", won, lost, got.Text)
		}
		if got.At("members.new") != "3" || got.At("members.active") != "2" || got.At("members.compare.new") != "0" ||
			got.At("whole") != "true" || got.At("bonus.cost") != "0" {
			t.Errorf("three registered, two of them played: %s", got.Text)
		}
		if got.Value("alarms.0") != nil {
			t.Errorf("a day without an alarm has %s", got.Text)
		}
		if got.Value("coverage") != nil {
			t.Errorf("before the first liability report: %s", got.Text)
		}
		if same := dao.Get("/api/today", "If-None-Match", got.Header.Get("ETag")); same.Status != http.StatusNotModified {
			t.Errorf("nothing has changed, and the answer is %d %s", same.Status, same.Text)
		}
		a.Pass(7*24*time.Hour + 2*time.Hour) // after all hours in which something was posted
		a.Deposit(a.Member(), "200")
		a.Pass(time.Minute)
		dao = signedIn(t, a, "dao")
		later := dao.Get("/api/today").OK(http.StatusOK)
		if kept := dao.Get("/api/report/liability?limit=1").OK(http.StatusOK); later.At("coverage.at") != kept.At("items.0.madeAt") ||
			later.Value("coverage.ratio") != kept.Value("items.0.report.ratio") {
			t.Errorf("the newest report is %s, and today says %s", kept.Text, later.Text)
		}
		if later.At("before") != got.At("day") || sumOf(t, later, "money", "compare.in") != in+returned ||
			sumOf(t, later, "money", "compare.out") != out+back || sumOf(t, later, "games", "compare") != lost-won ||
			sumOf(t, later, "hours", "compare.in") != in+returned || later.At("members.compare.new") != "3" ||
			later.At("members.compare.active") != "2" || sumOf(t, later, "money", "in") != 200*money.Baht ||
			later.At("members.new") != "1" {
			t.Errorf("a week later: %s", later.Text)
		}
	})
}

// TestTodayReadsLittle: an answer takes as many statements whatever happened, and one for all who ask within some seconds.
func TestTodayReadsLittle(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64 // without preparing, which each connection does for itself
	o := apptest.Options{Database: func(c *store.Config) {
		c.Trace = func(*pgx.Conn, string, pgconn.CommandTag) { asked.Add(1) }
	}}
	apptest.On(t, store.Postgres, o, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		count := func(by *apptest.Client) int64 {
			by.Rest() // what the node does by itself in the minute that passed is not the call's
			before := asked.Load()
			by.Now(http.MethodGet, "/api/today", nil).OK(http.StatusOK)
			return asked.Load() - before
		}
		count(dao)
		a.Step(time.Minute)
		few := count(dao)
		if again := count(lek); again > 6 { // its session and its operator
			t.Errorf("the second who asks costs %d statements", again)
		}
		evening(t, a, "joker")
		a.Step(time.Minute)
		if n := count(dao); n != few || n > mostOfToday {
			t.Errorf("%d statements with a day's work, %d without", n, few)
		}
	})
}

// mostOfToday is how many statements GET today takes, with the session. Preparing them is not counted.
const mostOfToday = 37

// TestTheOutsideSystems: what does not answer is down since then, what is stopped is stopped, and all else is up.
func TestTheOutsideSystems(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		c := rich(t, a)
		a.Pass(time.Minute)
		state := func(name string) (state, why string) {
			list := dao.Get("/api/system").OK(http.StatusOK)
			rows, _ := list.JSON().([]any)
			for n := range rows {
				if list.At(fmt.Sprintf("%d.system", n)) == name {
					return list.At(fmt.Sprintf("%d.state", n)), list.At(fmt.Sprintf("%d.why", n))
				}
			}
			t.Fatalf("there is no %s: %s", name, list.Text)
			return "", ""
		}
		for _, name := range []string{"provider:joker", "gateway:KBANK", "payouts", "slip:easyslip", "sms"} {
			if got, why := state(name); got != "up" || why != "" {
				t.Errorf("%s is %s, %s", name, got, why)
			}
		}
		stops(t, a, brake.Provider("pg"))
		if got, why := state("provider:pg"); got != "stopped" || why != "break" {
			t.Errorf("a stopped one is %s, %s", got, why)
		}
		first := dao.Get("/api/today").OK(http.StatusOK)
		if first.At("systems.0.system") != "provider:pg" || first.Value("systems.0.detail") != nil ||
			first.At("systems.1.state") != "up" {
			t.Errorf("today has %s", first.Text)
		}
		a.Metrics.Break()
		a.Pass(15 * time.Second) // a node looks every ten, and an answer is for all who ask within some
		if got := dao.Get("/api/today").OK(http.StatusOK); got.At("alarms.0.name") != "breaks" || got.At("alarms.0.since") == "" {
			t.Errorf("books that are not whole are no alarm: %s", got.Text)
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "down", Count: 1000})
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 1})
		if got, why := state("provider:joker"); got != "slow" || why != "unanswered" {
			t.Errorf("one that does not answer since just now is %s, %s", got, why)
		}
	})
}

// TestTheRecordOfAlarms: an alarm is one, whichever node sees it, until none does. Who says first that it has seen it is kept.
func TestTheRecordOfAlarms(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		house(t, a)
		mai := employed(t, a, "mai", "auditor", "")
		dao, lek := signedIn(t, a, "dao"), signedIn(t, a, "lek")
		lives := a
		if a.Store.Engine() == store.Postgres {
			lives = a.Beside()
			lives.Metrics.Break()
		}
		a.Metrics.Break()
		a.Pass(time.Minute)
		open := dao.Get("/api/alarm?open=true").OK(http.StatusOK)
		day := dao.Get("/api/today").OK(http.StatusOK)
		if day.At("alarms.0.may.0") != "seeAlarm" || mai.Get("/api/today").OK(http.StatusOK).Value("alarms.0.may.0") != nil {
			t.Errorf("an auditor only reads, and others may say that they have seen it: %s", day.Text)
		}
		if open.At("items.0.name") != "breaks" || open.At("items.0.endedAt") != "" || open.At("items.0.may.0") != "seeAlarm" ||
			open.Value("items.1") != nil {
			t.Fatalf("the books of both nodes are not whole: %s", open.Text)
		}
		if got := toldOf(a, "alarm.begun"); len(got) != 1 || !strings.Contains(got[0].Text, `"kind":"breaks"`) {
			t.Errorf("the house was told %+v", got)
		}
		seen := "/api/alarm/" + open.At("items.0.id") + "/seen"
		got := lek.Post(seen, nil).OK(http.StatusOK)
		if got.At("seenBy") != "lek" || got.At("seenAt") == "" || got.Value("may.0") != nil {
			t.Errorf("lek has seen it: %s", got.Text)
		}
		if day := dao.Get("/api/today").OK(http.StatusOK); day.At("alarms.0.seenBy") != "lek" || day.Value("alarms.0.may.0") != nil {
			t.Errorf("today says so at once: %s", day.Text)
		}
		if got := dao.Post(seen, nil).OK(http.StatusOK); got.At("seenBy") != "lek" {
			t.Errorf("the second who sees it is %s", got.Text)
		}
		shell := a.Operator("dao")
		if text := shell.Must("alarms", "--open"); !strings.Contains(text, "breaks") || !strings.Contains(text, "lek") {
			t.Errorf("the shell lists %s", text)
		}
		if text := shell.Must("alarms", "seen", open.At("items.0.id")); text != "seen\n" {
			t.Errorf("the shell says %s", text)
		}
		dao.Post("/api/alarm/nothing/seen", nil).Refused(http.StatusNotFound, "NO_DATA")
		mai.Post(seen, nil).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		a.Restart()    // a count begins anew with its node
		for range 12 { // without a leap of the clock, in which nobody looks
			a.Pass(15 * time.Second)
		}
		dao = signedIn(t, a, "dao")
		still := dao.Get("/api/alarm?open=true").OK(http.StatusOK)
		if lives != a && still.At("items.0.id") != open.At("items.0.id") {
			t.Errorf("the other node still sees it: %s", still.Text)
		}
		if lives == a && (still.Value("items.0") != nil || dao.Get("/api/alarm").OK(http.StatusOK).At("items.0.endedAt") == "") {
			t.Errorf("no node sees it any more: %s", still.Text)
		}
		if got := toldOf(a, "alarm.ended"); (len(got) == 0) != (lives != a) {
			t.Errorf("the house was told %+v", got)
		}
	})
}

// toldOf are the webhooks that the house got about an event, newest first.
func toldOf(a *apptest.App, event string) []notices.Received {
	return slices.DeleteFunc(a.Sandbox.Notices(), func(n notices.Received) bool {
		return n.Kind != notices.Webhook || n.Event != event
	})
}
