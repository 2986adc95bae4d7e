package gsc_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
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

// nothingToMark reports whether a page's cursor has no bets.
func nothingToMark(page game.ReportPage) bool { return strings.HasSuffix(page.Next, "|") }

// One report has the rounds of all products, and the provider no longer lists a marked bet. So a page is marked only
// after it was stored, which is when its cursor comes back.
func TestReportOfAllProducts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		type product struct{ code, site string }
		products := []product{{"tgsc", "GE"}, {"tgsc2", "DG"}, {"tgsc3", "XO"}}
		users := map[string]string{}
		var p *gsc.Provider
		for i, one := range products {
			p = adapter(s.URL, one.code, one.site, settings(s))
			users[one.site] = open(t, p).Username
			s.Round(one.code, users[one.site], "10", json.Number(fmt.Sprint(i)))
		}
		for range 2 { // nobody stored the first page
			page := ask(t, p, "")
			if len(page.Rows) != 3 || page.More {
				t.Fatalf("%+v", page)
			}
			for i, product := range products {
				at := slices.IndexFunc(page.Rows, func(row game.Played) bool { return row.Site == product.site })
				if at < 0 {
					t.Fatalf("nothing of %s: %+v", product.site, page)
				}
				if row := page.Rows[at]; row.Username != users[row.Site] || row.Count != 1 ||
					row.Turnover != 10*money.Credit || row.Net != money.Credits(i-10)*money.Credit || row.BetAt.IsZero() {
					t.Errorf("%+v", row)
				}
			}
		}
		cursor := ask(t, p, "").Next
		s.Round("tgsc2", users["DG"], "7", "7")
		page := ask(t, p, cursor)
		if len(page.Rows) != 1 || page.Rows[0].Turnover != 7*money.Credit {
			t.Fatalf("after the first page was stored: %+v", page)
		}
		again := ask(t, p, cursor)
		if len(again.Rows) != 1 || again.Rows[0].Round != page.Rows[0].Round || again.Rows[0].Version < page.Rows[0].Version {
			t.Errorf("by the same cursor: %+v", again)
		}
		done := ask(t, p, again.Next)
		if len(done.Rows) != 0 || !nothingToMark(done) || done.More {
			t.Errorf("all is stored: %+v", done)
		}
		s.Void("tgsc2", users["DG"])
		void := ask(t, p, done.Next)
		changed := len(void.Rows) == 1 && void.Rows[0].Void && void.Rows[0].Round == page.Rows[0].Round
		if !changed || void.Rows[0].Version <= again.Rows[0].Version || void.Rows[0].Turnover != 0 {
			t.Errorf("what was marked, and became void: %+v", void)
		}
	})
}

// A running bet is reported when it is settled, once.
func TestReportOfRunningBets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		user := open(t, p).Username
		s.Stake("tgsc", user, "30")
		s.Round("tgsc", user, "5", "0")
		page := ask(t, p, "")
		if len(page.Rows) != 1 || page.Rows[0].Turnover != 5*money.Credit {
			t.Fatalf("while it runs: %+v", page)
		}
		if page = ask(t, p, page.Next); len(page.Rows) != 0 || !nothingToMark(page) {
			t.Errorf("still: %+v", page)
		}
		s.Settle("tgsc", user, "50")
		page = ask(t, p, page.Next)
		if len(page.Rows) != 1 || page.Rows[0].Turnover != 30*money.Credit || page.Rows[0].Net != 20*money.Credit {
			t.Errorf("settled: %+v", page)
		}
	})
}

// Answers of 300 rows: while they contain settled bets, only those are marked. An answer full of running bets is marked
// too, since it would hide all others for ever.
func TestReportFullOfRunningBets(t *testing.T) {
	t.Parallel()
	statuses := make([]int, 650) // running
	statuses[10], statuses[400], statuses[649] = 1, 1, -1
	p := logOf(t, statuses, wire.MostBets)
	cursor, told, pages := "", map[string]bool{}, 0
	for more := true; more; pages++ {
		page := ask(t, p, cursor)
		for _, row := range page.Rows {
			told[row.Round] = true
		}
		if _, ids, _ := strings.Cut(page.Next, "|"); pages == 0 && (!strings.HasPrefix(ids, "11=") || strings.Contains(ids, ",")) {
			t.Errorf("the first page marks %q", page.Next)
		}
		if cursor, more = page.Next, page.More; pages > 20 {
			t.Fatal("the report has no end")
		}
	}
	if len(told) != 3 || !told["11"] || !told["401"] || !told["650"] {
		t.Errorf("reported %v in %d pages", told, pages)
	}
}

// An older version's answer is full with 150 rows: the rows it left out are read before the report counts as read to
// its end. If that many are running, the report fails: they may happen to be all of them, and then none may be marked.
func TestReportOfAnOlderVersion(t *testing.T) {
	t.Parallel()
	all := logOf(t, make([]int, wire.OlderMostBets), wire.OlderMostBets)
	if page, err := all.Report(t.Context(), game.ReportQuery{}); err == nil || len(page.Rows) != 0 {
		t.Errorf("%+v, %v", page, err)
	}
	for _, running := range []int{0, 100} {
		statuses := make([]int, 320)
		for i := range statuses[running:] {
			statuses[running+i] = 1
		}
		p, cursor, told := logOf(t, statuses, wire.OlderMostBets), "", map[string]bool{}
		for n, more := 0, true; more; n++ {
			page := ask(t, p, cursor)
			for _, row := range page.Rows {
				told[row.Round] = true
			}
			if cursor, more = page.Next, page.More; n > 30 {
				t.Fatal("the report has no end")
			}
		}
		if len(told) != len(statuses)-running {
			t.Errorf("with %d running, %d were reported", running, len(told))
		}
	}
}

// logOf is a log of bets with these statuses, which lists at most so many of the unmarked ones.
func logOf(t *testing.T, statuses []int, most int) *gsc.Provider {
	t.Helper()
	marked := map[string]bool{}
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
			if id := fmt.Sprint(i + 1); !marked[id] && len(rows) < most {
				rows = append(rows, fmt.Sprintf(`{"id":%s,"site":"GE","member":"abc123",`+
					`"start_time":"2026-03-04 05:06:07","end_time":"2026-03-04 05:06:08",`+
					`"turnover":1,"bet":1,"payout":2,"status":%d}`, id, status))
			}
		}
		answer, _ := json.Marshal("[" + strings.Join(rows, ",") + "]")
		_, _ = fmt.Fprintf(w, `{"errCode":"0","result":%s}`, answer)
	}))
	t.Cleanup(server.Close)
	return gsc.New(gsc.Config{BaseURL: server.URL, DataURL: server.URL, Operator: "op", Secret: "secret", Product: "GE"})
}

// A page that can't be read is not an empty page.
func TestReportThatFails(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{`"site":"GE"`, `"site":""`}, {`"member":"abc123"`, `"member":""`}, {`"member":"abc123"`, `"member":7`},
	} {
		p := reporting(t, `{"errCode":"0","result":[`+strings.Replace(goodBet, c[0], c[1], 1)+`]}`)
		if page, err := p.Report(t.Context(), game.ReportQuery{}); err == nil {
			t.Errorf("%s: %+v", c[1], page)
		}
	}
	for _, answer := range []string{`{"errCode":"0"}`, `{"errCode":"0","result":[7]}`} {
		if page, err := reporting(t, answer).Report(t.Context(), game.ReportQuery{}); err == nil {
			t.Errorf("%s: %+v", answer, page)
		}
	}
	nameless := strings.Replace(goodBet, `"id":1`, `"id":"x"`, 1)
	full := `{"errCode":"0","result":[` + strings.Repeat(nameless+",", wire.MostBets-1) + nameless + `]}`
	if page, err := reporting(t, full).Report(t.Context(), game.ReportQuery{}); err == nil {
		t.Errorf("full of bets that can't be marked: %+v", page)
	}
	p := reporting(t, `{"errCode":"99","errMsg":"INVALID_SIGNATURE"}`)
	for _, cursor := range []string{"", "1,2,3", "1, 2", "x", ","} {
		if page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor}); err == nil {
			t.Errorf("from %q: %+v", cursor, page)
		}
	}
}

const goodBet = `{"id":1,"site":"GE","member":"abc123","start_time":"2026-03-04T05:06:07",` +
	`"end_time":"2026-03-04T05:06:08","turnover":1,"bet":1,"payout":2,"status":1}`

func reporting(t *testing.T, answer string) *gsc.Provider {
	t.Helper()
	base := answering(t, answer)
	return gsc.New(gsc.Config{BaseURL: base, DataURL: base, Product: "GE"})
}

// A cursor is read in its own form, or rejected; ids without fingerprints are the beginning.
func TestCursors(t *testing.T) {
	t.Parallel()
	p := reporting(t, `{"errCode":"0","result":[`+goodBet+`]}`)
	state := ask(t, p, "").Next
	for cursor, want := range map[string]int{
		"": 1, "5|": 1, "1": 1, "1,2,3": 1, state: 0, "5|1=0123456789abcdef": 1, "5|2=0123456789abcdef": 1,
	} {
		if page := ask(t, p, cursor); len(page.Rows) != want {
			t.Errorf("from %q: %+v", cursor, page)
		}
	}
	for _, cursor := range []string{
		"1, 2", "x", ",", "|", "5,", "x|", "|1=0123456789abcdef", "5|1", "5|1=x", "5|1=0123456789abcdef,", "5|1=0123456789abcdef 2",
	} {
		if page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor}); err == nil {
			t.Errorf("from %q: %+v", cursor, page)
		}
	}
}

// An unreadable value is reported with the bet's account, so that it stops the report only for that account. The bet is
// marked like others: otherwise an unknown account's bet would be listed for ever.
func TestReportOfUnreadableBets(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{`2026-03-04T05:06:07"`, `yesterday"`},
		{`"2026-03-04T05:06:08"`, `""`},
		{`"2026-03-04T05:06:08"`, `null`},
		{`"2026-03-04T05:06:08"`, `7`},
		{`"bet":1`, `"bet":"x"`},
		{`"bet":1`, `"bet":{}`},
		{`"payout":2,`, ``},
		{`"status":1`, `"status":2`},
		{`"status":1`, `"status":true`},
	} {
		other := strings.Replace(goodBet, `"id":1`, `"id":2`, 1)
		p := reporting(t, `{"errCode":"0","result":[`+strings.Replace(goodBet, c[0], c[1], 1)+","+other+`]}`)
		page := ask(t, p, "")
		if len(page.Rows) != 2 {
			t.Errorf("%s: %+v", c[1], page)
			continue
		}
		for _, row := range page.Rows {
			if row.Site != "GE" || row.Username != "abc123" || (row.Unread != nil) != (row.Round == "1") {
				t.Errorf("%s: %+v", c[1], row)
			}
		}
		if page = ask(t, p, page.Next); len(page.Rows) != 0 {
			t.Errorf("%s, when it was stored: %+v", c[1], page)
		}
	}
	for _, id := range []string{`"x,y"`, `""`, `null`, `"1=2"`} {
		p := reporting(t, `{"errCode":"0","result":[`+strings.Replace(goodBet, `"id":1`, `"id":`+id, 1)+`]}`)
		if page := ask(t, p, ""); len(page.Rows) != 1 || page.Rows[0].Unread == nil || !nothingToMark(page) {
			t.Errorf("%s: %+v", id, page)
		}
	}
}

// A change after a page was stored and before it is marked is reported, and then marked itself.
func TestReportOfACorrectionBeforeTheMark(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		user := open(t, p).Username
		s.Round("tgsc", user, "10", "0")
		s.Round("tgsc", user, "7", "0")
		first := ask(t, p, "")
		if len(first.Rows) != 2 {
			t.Fatalf("%+v", first)
		}
		s.Void("tgsc", user)
		second := ask(t, p, first.Next)
		if len(second.Rows) != 1 || !second.Rows[0].Void || second.Rows[0].Version <= first.Rows[0].Version {
			t.Fatalf("void since: %+v", second)
		}
		if third := ask(t, p, second.Next); len(third.Rows) != 0 || !nothingToMark(third) {
			t.Errorf("all is stored: %+v", third)
		}
		if left := ask(t, p, ""); len(left.Rows) != 0 {
			t.Errorf("not marked: %+v", left)
		}
	})
}

// A node whose clock is behind the previous node's still reports changes with a later version.
func TestReportVersionsGrow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		at := func(now time.Time) *gsc.Provider {
			behind := settings(s)
			behind.Now = func() time.Time { return now }
			return adapter(s.URL, "tgsc", "GE", behind)
		}
		now := time.Now()
		ahead, behind := at(now.Add(time.Hour)), at(now)
		user := open(t, behind).Username
		s.Round("tgsc", user, "10", "0")
		first := ask(t, ahead, "")
		quiet := ask(t, behind, first.Next)
		s.Void("tgsc", user)
		void := ask(t, behind, quiet.Next)
		if len(void.Rows) != 1 || len(first.Rows) != 1 || void.Rows[0].Version <= first.Rows[0].Version {
			t.Errorf("%+v, then %+v", first, void)
		}
	})
}

// A mark that fails also fails the page, and is made the next time. A mark whose answer was lost was made.
func TestReportOfMarksThatFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		user := open(t, p).Username
		for _, mode := range []string{"refuse", "down", "garbage", "lost_reply"} {
			s.Round("tgsc", user, "10", "0")
			kept := ask(t, p, "").Next
			s.AddFault(sandboxtest.Fault{Target: "game:tgsc2", Op: "mark", Mode: mode})
			s.Round("tgsc", user, "5", "0")
			if page, err := p.Report(t.Context(), game.ReportQuery{Cursor: kept}); err == nil {
				t.Errorf("%s: %+v", mode, page)
			}
			page := ask(t, p, kept)
			if len(page.Rows) != 1 || page.Rows[0].Turnover != 5*money.Credit {
				t.Errorf("after %s: %+v", mode, page)
			}
			if page = ask(t, p, page.Next); len(page.Rows) != 0 {
				t.Errorf("after %s, at the end: %+v", mode, page)
			}
		}
	})
}

// More bets than fit into an answer are all reported, the latest of them first, and marked.
func TestReportOfManyBets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		user := open(t, p).Username
		const rounds = wire.MostBets + 20
		for range rounds {
			s.Round("tgsc", user, "0.01", "0.01")
		}
		cursor, told, latest := "", map[string]bool{}, time.Now()
		for more := true; more; {
			page := ask(t, p, cursor)
			for _, row := range page.Rows {
				if told[row.Round] || row.SettledAt.After(latest) {
					t.Errorf("reported twice, or after older ones: %+v", row)
				}
				told[row.Round] = true
			}
			if !slices.IsSortedFunc(page.Rows, func(a, b game.Played) int { return a.SettledAt.Compare(b.SettledAt) }) {
				t.Error("a page is not in the order of time")
			}
			if len(page.Rows) > 0 {
				latest = page.Rows[0].SettledAt
			}
			cursor, more = page.Next, page.More
		}
		if page := ask(t, p, cursor); len(told) != rounds || len(page.Rows) != 0 || !nothingToMark(page) {
			t.Errorf("reported %d, and at the end %+v", len(told), page)
		}
	})
}

// The details of a full answer's bets may be longer than the answer limit of other calls.
func TestReportOfLongBets(t *testing.T) {
	t.Parallel()
	long := strings.Replace(goodBet, `"id":1`, `"bet_detail":"`+strings.Repeat("x", 8000)+`","id":1`, 1)
	rows := make([]string, wire.MostBets-1)
	for i := range rows {
		rows[i] = strings.Replace(long, `"id":1`, fmt.Sprintf(`"id":%d`, i+1), 1)
	}
	if page := ask(t, reporting(t, `{"errCode":"0","result":[`+strings.Join(rows, ",")+`]}`), ""); len(page.Rows) != len(rows) {
		t.Errorf("%d rows", len(page.Rows))
	}
}
