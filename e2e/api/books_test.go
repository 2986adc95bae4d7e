package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
)

// fieldOf is one field of all items of a page.
func fieldOf(page apptest.Answer, field string) (values []string) {
	items, _ := page.Value("items").([]any)
	for n := range items {
		values = append(values, page.At(fmt.Sprintf("items.%d.%s", n, field)))
	}
	return values
}

// TestTheBooksByTheAPI: accounts by name, entries with their other side, transfers of a member and of an account, by pages and as
// a file; and what was opened is in the audit log.
func TestTheBooksByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		m := a.Member()
		id := memberID(t, a, m)
		for _, baht := range []string{"100", "200", "300"} {
			a.Deposit(m, baht)
			a.Step(time.Second)
		}
		wallet := string(ledger.Wallet(id))
		one := dao.Get("/api/account/" + wallet).OK(http.StatusOK)
		if one.At("posted") != "600" || one.At("floor") != "0" || one.At("class") != "member" || one.At("version") != "3" {
			t.Errorf("the wallet is %s", one.Text)
		}
		page := dao.Get("/api/account?class=member&prefix=member:" + id + "&over=599.99").OK(http.StatusOK)
		if got := fieldOf(page, "name"); !slices.Equal(got, []string{wallet}) {
			t.Errorf("the member's accounts are %s", page.Text)
		}
		entries := dao.Get("/api/account/" + wallet + "/entry?kind=deposit&limit=2").OK(http.StatusOK)
		if got := fieldOf(entries, "balance"); !slices.Equal(got, []string{"600", "300"}) ||
			!strings.HasPrefix(entries.At("items.0.other"), "bank:") || entries.At("items.0.side") != "credit" {
			t.Errorf("the entries are %s", entries.Text)
		}
		rest := dao.Get("/api/account/" + wallet + "/entry?kind=deposit&limit=2&after=" + entries.At("next")).OK(http.StatusOK)
		if got := fieldOf(rest, "balance"); !slices.Equal(got, []string{"100"}) || rest.Value("next") != nil {
			t.Errorf("the rest is %s", rest.Text)
		}
		for query, want := range map[string][]string{
			"member=" + id:                                {"300", "200", "100"},
			"member=" + id + "&over=200":                  {"300"},
			"account=" + wallet + "&kind=deposit&limit=1": {"300"},
			"kind=deposit":                                {"300", "200", "100"},
			"kind=deposit&state=voided":                   nil,
			"account=" + wallet + "&member=NOBODY":        nil,
		} {
			if page := dao.Get("/api/transfer?" + query).OK(http.StatusOK); !slices.Equal(fieldOf(page, "amount"), want) {
				t.Errorf("%s: %s", query, page.Text)
			}
		}
		file := dao.sure(http.MethodGet, "/api/transfer?format=csv&member="+id, "").OK(http.StatusOK)
		if strings.Count(file.Text, "\n") != 4 || !strings.Contains(file.Text, ",200.00,200.00,posted,"+id+",") {
			t.Errorf("the file is %s", file.Text)
		}
		dao.Get("/api/account/bank:NOSUCH").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/transfer?account=bank:NOSUCH").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/transfer/nosuchreference").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/transfer?over=much").Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		dao.Get("/api/transfer?from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z").Refused(http.StatusBadRequest, "RANGE_TOO_LARGE")
		log := dao.Get("/api/audit?action=account.show").OK(http.StatusOK)
		if subjects := fieldOf(log, "subject"); !slices.Contains(subjects, wallet) || log.At("items.0.member.id") != id {
			t.Errorf("the audit log has %s", log.Text)
		}
	})
}

// TestTheFinanceReportByTheAPI: a day has what was deposited, bet and won on it, adds up, and is a file with a line for each
// figure.
func TestTheFinanceReportByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		m := a.Member()
		a.Deposit(m, "100")
		a.Deposit(m, "250.50")
		user := into(m, "joker", 100)
		a.Sandbox.Round("joker", user, "40", "10")
		m.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
		a.Pass(2 * time.Minute) // until it is reported, sealed and added up
		day := a.Store.Now().In(clock.Bangkok).Format(time.DateOnly)
		f := dao.Get("/api/report/finance?day=" + day).OK(http.StatusOK)
		if f.At("rows.0.day") != day || f.At("rows.0.channels.0.in") != "350.5" || f.At("rows.0.opening") != "0" ||
			f.At("rows.0.closing") != "320.5" || f.At("whole") != "true" || f.At("rows.0.channels.0.count") != "2" ||
			f.At("rows.0.providers.0.code") != "joker" || f.At("rows.0.providers.0.ggr") != "30" ||
			f.At("rows.0.providers.0.turnover") != "40" {
			t.Errorf("the report is %s", f.Text)
		}
		file := dao.Get("/api/report/finance?format=csv&by=month&from=" + day + "&to=" + day).OK(http.StatusOK)
		if !strings.Contains(file.Text, day+","+day+",closing,,320.50,0\n") || strings.Count(file.Text, "\n") != 19 ||
			!strings.Contains(file.Text, day+","+day+",turnover,joker,40.00,0\n") {
			t.Errorf("the file is %s", file.Text)
		}
		dao.Get("/api/report/finance").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/report/finance?day="+day+"&from="+day).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/report/finance?from=2026-11-02&to=2026-11-01").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/report/finance?from=2024-11-02&to=2026-11-01").Refused(http.StatusBadRequest, "RANGE_TOO_LARGE")
	})
}

// TestTheCoverageByTheAPI: what is owed is what was deposited; what no bank was asked about is not known, and never zero.
func TestTheCoverageByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		m := a.Member()
		a.Deposit(m, "250.50")
		a.Pass(time.Minute) // until it is sealed and added up
		c := dao.Get("/api/report/coverage").OK(http.StatusOK)
		if c.At("owed.wallet") != "250.5" || c.At("owed.total") != "250.5" || c.At("books") != "250.5" ||
			c.At("has.0.ours") != "250.5" || c.At("has.0.theirs") != "" || c.At("missing.0") != c.At("has.0.system") ||
			c.At("ratio") != "" || c.At("complete") != "false" || c.At("whole") != "true" {
			t.Errorf("the coverage is %s", c.Text)
		}
		file := dao.Get("/api/report/coverage?format=csv").OK(http.StatusOK)
		if !strings.Contains(file.Text, "owed,,250.50,\n") || !strings.Contains(file.Text, ",250.50,not known\n") {
			t.Errorf("the file is %s", file.Text)
		}
	})
}

// TestTheLiabilityReportByTheAPI: a cashier enters what the bank has. Less than what is owed stops the automatic payouts with the
// report that says so.
func TestTheLiabilityReportByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		m := a.Member()
		a.Deposit(m, "250.50")
		a.Pass(time.Minute) // until it is sealed and added up
		system := dao.Get("/api/report/coverage").OK(http.StatusOK).At("has.0.system")
		at := a.Store.Now().UTC().Format(time.RFC3339)
		enter := func(system string, more map[string]any) apptest.Answer {
			return dao.decide(http.MethodPut, "/api/report/liability/balance/"+system, dao.because(map[string]any{"at": at}, more))
		}
		enter(system, map[string]any{"amount": 250.49}).Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		enter("bank:NOPE", map[string]any{"amount": 1, "evidence": "the statement"}).Refused(http.StatusNotFound, "NO_DATA")
		enter(system, map[string]any{"amount": 1, "at": "2026-01-01T00:00:00Z", "evidence": "the statement"}).
			Refused(http.StatusBadRequest, "INVALID_INPUT")
		enter(system, map[string]any{"amount": 0.001, "evidence": "the statement"}).Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		enter(system, map[string]any{"amount": 250.49, "evidence": "the statement"}).OK(http.StatusOK)
		c := dao.Get("/api/report/coverage").OK(http.StatusOK)
		if c.At("has.0.theirs") != "250.49" || c.At("has.0.source") != "entered" || c.At("ratio") != "9999" ||
			c.At("complete") != "true" {
			t.Errorf("the coverage is %s", c.Text)
		}
		if b := dao.Get("/api/brake").OK(http.StatusOK); b.Text != "[]\n" && b.Text != "[]" {
			t.Errorf("stopped before the report: %s", b.Text)
		}
		dao.decides("/report/liability").OK(http.StatusOK)
		kept := dao.Get("/api/report/liability?limit=1").OK(http.StatusOK)
		if kept.At("items.0.effect") != "payouts" || kept.At("items.0.by") != "dao" || kept.At("items.0.report.ratio") != "9999" {
			t.Errorf("kept is %s", kept.Text)
		}
		one := dao.Get("/api/report/liability/" + kept.At("items.0.id")).OK(http.StatusOK)
		if one.At("report.seal") != kept.At("items.0.report.seal") || one.At("day") != kept.At("items.0.day") {
			t.Errorf("one is %s", one.Text)
		}
		as := "/api/report/coverage?report=" + kept.At("items.0.id")
		if then := dao.Get(as).OK(http.StatusOK); then.At("seal") != one.At("report.seal") || then.At("at") != one.At("report.at") {
			t.Errorf("the coverage as it was kept is %s", then.Text)
		}
		file := dao.Get(as + "&format=csv").OK(http.StatusOK)
		if !strings.Contains(file.Text, "owed,,250.50,\n") || !strings.Contains(file.Text, ",250.50,250.49\n") {
			t.Errorf("the file of what was kept is %s", file.Text)
		}
		dao.Get("/api/report/coverage?report=nope").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/report/liability/nope").Refused(http.StatusNotFound, "NO_DATA")
		stopped := dao.Get("/api/brake").OK(http.StatusOK)
		if stopped.At("0.system") != "payouts" || stopped.At("0.cause") != "coverage" || stopped.At("0.stands.0") == "" {
			t.Errorf("stopped are %s", stopped.Text)
		}
		a.Pass(30 * time.Hour)
		all := signedIn(t, a, "dao").Get("/api/report/liability?format=csv").OK(http.StatusOK)
		if lines := strings.Count(all.Text, "\n"); lines < 3 || !strings.Contains(all.Text, ",250.50,250.50,99.99,payouts\n") ||
			!strings.Contains(all.Text, ",250.50,250.50,not known,\n") {
			t.Errorf("the file is %s", all.Text)
		}
	})
}

// TestProvidersAndBudgetsByTheAPI: each provider of the catalogue is there, and what each account of the house may still pay.
func TestProvidersAndBudgetsByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		all := dao.Get("/api/provider").OK(http.StatusOK)
		if !strings.Contains(all.Text, `"code":"joker"`) || all.At("0.connected") != "true" || all.At("0.doubts") != "0" {
			t.Errorf("providers are %s", all.Text)
		}
		budgets := dao.Get("/api/budget").OK(http.StatusOK)
		if !strings.Contains(budgets.Text, `"account":"house:bonus"`) || budgets.At("0.left") == "" {
			t.Errorf("budgets are %s", budgets.Text)
		}
	})
}

// TestDaysAreComparedByTheAPI: a day is compared when somebody asks for it, is listed newest first and as a file, and says how
// many of our transfers agree. What is no day of the past, or no provider that somebody plays at, is refused.
func TestDaysAreComparedByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		rich(t, a)
		today := a.Store.Now().In(clock.Bangkok).Format(time.DateOnly)
		dao.Get("/api/reconcile/joker/"+today).Refused(http.StatusNotFound, "NO_DATA")
		dao.decides("/reconcile/nosuch/"+today).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.decides("/reconcile/joker/2199-01-01").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/reconcile?from=yesterday").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.decides("/reconcile/all/today").OK(http.StatusOK)
		at := "/api/reconcile/joker/" + today
		if begun := dao.Get(at).OK(http.StatusOK); begun.At("day") != today || begun.Value("method") != nil {
			t.Errorf("a day that is to be compared is %s", begun.Text)
		}
		a.Pass(10 * time.Minute)
		apptest.Eventually(t, "the day is compared", func() bool {
			return dao.Get(at).OK(http.StatusOK).At("compared") == "1"
		})
		list := dao.Get("/api/reconcile?provider=joker&from=" + today).OK(http.StatusOK)
		if list.At("items.0.provider") != "joker" || list.At("items.0.ours") != "1" || list.Value("items.1") != nil {
			t.Errorf("the days are %s", list.Text)
		}
		if none := dao.Get("/api/reconcile?to=2020-01-01").OK(http.StatusOK); none.Value("items.0") != nil {
			t.Errorf("days of before are %s", none.Text)
		}
		first := dao.Get("/api/reconcile?limit=1").OK(http.StatusOK)
		second := dao.Get("/api/reconcile?limit=1&after=" + first.At("next")).OK(http.StatusOK)
		if first.At("items.0.day")+first.At("items.0.provider") == second.At("items.0.day")+second.At("items.0.provider") {
			t.Errorf("two pages begin with %s", first.Text)
		}
		file := dao.Get("/api/reconcile?format=csv&provider=joker").OK(http.StatusOK).Text
		if !strings.Contains(file, "joker,"+today+",") {
			t.Errorf("the file is %q", file)
		}
	})
}

// TestATransferIsProvenWithoutUs: by code that knows nothing of the product. A changed amount is found, and so is
// another chain.
func TestATransferIsProvenWithoutUs(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		a.Deposit(a.Member(), "100")
		a.Pass(5 * time.Second) // until it is sealed: the seal after it names this one
		m := a.Member()
		id := memberID(t, a, m)
		a.Deposit(m, "250")
		a.Pass(5 * time.Second)
		page := dao.Get("/api/transfer?member=" + id).OK(http.StatusOK)
		reference := page.At("items.0.reference")
		whole := dao.Get("/api/transfer/" + reference).OK(http.StatusOK)
		if whole.At("entries.0.side") != "debit" || whole.At("entries.1.side") != "credit" || whole.At("entries.1.posted") != "250" {
			t.Errorf("the transfer is %s", whole.Text)
		}
		answer := dao.Get("/api/transfer/" + reference + "/proof").OK(http.StatusOK)
		shows, err := checked(answer.Text)
		if err != nil || shows.amount != 25_000 || !slices.Contains(shows.steps, "move debit 0 25000") || len(shows.steps) != 2 {
			t.Fatalf("%+v, %v by %s", shows, err, answer.Text)
		}
		if answer.At("steps.0.seal.before") == "" {
			t.Fatalf("the seal has none before it: %s", answer.Text)
		}
		other := strings.Replace(answer.Text, answer.At("steps.0.seal.before"), answer.At("steps.0.seal.hash"), 1)
		if _, err := checked(other); err == nil {
			t.Error("another chain is not found")
		}
		if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE transfer SET amount = amount + 1, moved = moved + 1 WHERE member = $1`, id)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		changed := dao.Get("/api/transfer/" + reference + "/proof").OK(http.StatusOK)
		if _, err := checked(changed.Text); err == nil || !json.Valid([]byte(changed.Text)) {
			t.Error("a changed amount is not found")
		}
	})
}
