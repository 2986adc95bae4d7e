package gsc_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/game"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

func ask(t *testing.T, p *gsc.Provider, cursor string) game.ReportPage {
	t.Helper()
	page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor, Until: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// One report has the rounds of all products, and the provider forgets what is marked: so nothing is marked before the
// page that had it was kept, which is when its cursor comes back.
func TestReportOfAllProducts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	type product struct{ code, site string }
	products := []product{{"tgsc", "GE"}, {"tgsc2", "DG"}, {"tgsc3", "XO"}}
	users := map[string]string{}
	var p *gsc.Provider
	for i, one := range products {
		p = adapter(s.URL, one.code, one.site, settings)
		users[one.site] = open(t, p).Username
		s.Round(one.code, users[one.site], "10", json.Number(fmt.Sprint(i)))
	}
	for range 2 { // nobody kept the first page
		page := ask(t, p, "")
		if len(page.Rows) != 3 || page.More {
			t.Fatalf("%+v", page)
		}
		for i, row := range page.Rows {
			if row.Site != products[i].site || row.Username != users[row.Site] || row.Count != 1 ||
				row.Turnover != 10*money.Credit || row.Net != money.Credits(i-10)*money.Credit || row.BetAt.IsZero() {
				t.Errorf("%+v", row)
			}
		}
	}
	cursor := ask(t, p, "").Next
	s.Round("tgsc2", users["DG"], "7", "7")
	page := ask(t, p, cursor)
	if len(page.Rows) != 1 || page.Rows[0].Turnover != 7*money.Credit {
		t.Fatalf("after the first page was kept: %+v", page)
	}
	again := ask(t, p, cursor)
	if len(again.Rows) != 1 || again.Rows[0].Round != page.Rows[0].Round || again.Rows[0].Version < page.Rows[0].Version {
		t.Errorf("by the same cursor: %+v", again)
	}
	if done := ask(t, p, again.Next); len(done.Rows) != 0 || done.Next != "" || done.More {
		t.Errorf("all was kept: %+v", done)
	}
	s.Void("tgsc2", users["DG"])
	void := ask(t, p, "")
	if len(void.Rows) != 1 || !void.Rows[0].Void || void.Rows[0].Round != page.Rows[0].Round || void.Rows[0].Version <= again.Rows[0].Version || void.Rows[0].Turnover != 0 {
		t.Errorf("what was marked, and became void: %+v", void)
	}
}

// A running bet is told when it is settled, once.
func TestReportOfRunningBets(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	p := adapter(s.URL, "tgsc", "GE", settings)
	user := open(t, p).Username
	s.Stake("tgsc", user, "30")
	s.Round("tgsc", user, "5", "0")
	page := ask(t, p, "")
	if len(page.Rows) != 1 || page.Rows[0].Turnover != 5*money.Credit {
		t.Fatalf("while it runs: %+v", page)
	}
	if page = ask(t, p, page.Next); len(page.Rows) != 0 || page.Next != "" {
		t.Errorf("still: %+v", page)
	}
	s.Settle("tgsc", user, "50")
	page = ask(t, p, page.Next)
	if len(page.Rows) != 1 || page.Rows[0].Turnover != 30*money.Credit || page.Rows[0].Net != 20*money.Credit {
		t.Errorf("settled: %+v", page)
	}
}

// Answers of 300 rows: while they hold settled ones, only those are marked; one that is full of running ones is marked
// too, since it would keep all others out for ever.
func TestReportFullOfRunningBets(t *testing.T) {
	t.Parallel()
	marked := map[string]bool{}
	statuses := make([]int, 650) // running
	statuses[10], statuses[400], statuses[649] = 1, 1, -1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/markbyjson.aspx" {
			var in wire.Mark
			if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Operator != "op" || in.Signature == "" {
				t.Errorf("%+v, %v", in, err)
			}
			for id := range strings.SplitSeq(in.Ticket, ",") {
				marked[id] = true
			}
			_, _ = fmt.Fprint(w, `{"errCode":"0","errMsg":"SUCCESS"}`)
			return
		}
		var rows []string
		for i, status := range statuses {
			if id := fmt.Sprint(i + 1); !marked[id] && len(rows) < wire.MostBets {
				rows = append(rows, fmt.Sprintf(`{"id":%s,"site":"GE","member":"abc123","start_time":"2026-03-04 05:06:07","end_time":"2026-03-04 05:06:08",`+
					`"turnover":1,"bet":1,"payout":2,"status":%d}`, id, status))
			}
		}
		answer, _ := json.Marshal("[" + strings.Join(rows, ",") + "]")
		_, _ = fmt.Fprintf(w, `{"errCode":"0","result":%s}`, answer)
	}))
	defer server.Close()
	p := gsc.New(gsc.Config{BaseURL: server.URL, DataURL: server.URL, Operator: "op", Secret: "secret", Product: "GE"})
	cursor, told, pages := "", map[string]bool{}, 0
	for more := true; more; pages++ {
		page := ask(t, p, cursor)
		for _, row := range page.Rows {
			told[row.Round] = true
		}
		if pages == 0 && page.Next != "11" {
			t.Errorf("the first page marks %q", page.Next)
		}
		if cursor, more = page.Next, page.More; pages > 20 {
			t.Fatal("the report has no end")
		}
	}
	if len(told) != 3 || !told["11"] || !told["401"] || !told["650"] {
		t.Errorf("told %v in %d pages", told, pages)
	}
}

// A page that can't be read, or marks that are not taken, are no empty page.
func TestReportThatFails(t *testing.T) {
	t.Parallel()
	const good = `{"id":1,"site":"GE","member":"a","start_time":"2026-03-04T05:06:07","end_time":"2026-03-04T05:06:08","turnover":1,"bet":1,"payout":2,"status":1}`
	for _, c := range [][2]string{
		{`"id":1`, `"id":"x,y"`},
		{`"id":1`, `"id":""`},
		{`"site":"GE"`, `"site":""`},
		{`"member":"a"`, `"member":""`},
		{`2026-03-04T05:06:07`, `yesterday`},
		{`2026-03-04T05:06:08`, ``},
		{`"bet":1`, `"bet":"x"`},
		{`"payout":2,`, ``},
		{`"status":1`, `"status":2`},
	} {
		base := answering(t, `{"errCode":"0","result":[`+strings.Replace(good, c[0], c[1], 1)+`]}`)
		p := gsc.New(gsc.Config{BaseURL: base, DataURL: base, Product: "GE"})
		if page, err := p.Report(t.Context(), game.ReportQuery{}); err == nil {
			t.Errorf("%s: %+v", c[1], page)
		}
	}
	base := answering(t, `{"errCode":"0"}`)
	p := gsc.New(gsc.Config{BaseURL: base, DataURL: base, Product: "GE"})
	if page, err := p.Report(t.Context(), game.ReportQuery{}); err == nil {
		t.Errorf("without a list: %+v", page)
	}
	refusing := answering(t, `{"errCode":"99","errMsg":"INVALID_SIGNATURE"}`)
	p = gsc.New(gsc.Config{BaseURL: refusing, DataURL: refusing, Product: "GE"})
	for _, cursor := range []string{"", "1,2,3", "1, 2", "x", ","} {
		if page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor}); err == nil {
			t.Errorf("from %q: %+v", cursor, page)
		}
	}
}
