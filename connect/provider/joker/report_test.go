package joker_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/joker/wire"
	"krapao/game"
	"krapao/money"
)

// noon is midday at the provider.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, wire.Zone)

// croupier is a Joker whose report has rounds of these moments, some per page, and records its requests.
type croupier struct {
	rounds []time.Time
	page   int
	asked  []string
	// forgets is how many of the next marks are refused.
	forgets int
}

func (c *croupier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in wire.Request
	err := json.NewDecoder(r.Body).Decode(&in)
	from, err1 := time.ParseInLocation(wire.MinuteFormat, in.StartDate, wire.Zone)
	to, err2 := time.ParseInLocation(wire.MinuteFormat, in.EndDate, wire.Zone)
	wrongForm := err != nil || err1 != nil || err2 != nil
	if wrongForm || in.Method != wire.MethodRounds || in.Delay != wire.NoDelay || to.Sub(from) > time.Hour {
		http.Error(w, `{"Message":"Invalid request"}`, http.StatusBadRequest)
		return
	}
	if in.NextID != "" && c.forgets > 0 {
		c.forgets--
		http.Error(w, `{"Message":"Invalid next id"}`, http.StatusBadRequest)
		return
	}
	c.asked = append(c.asked, strings.TrimSpace(from.Format("15:04")+" "+to.Format("15:04")+" "+in.NextID))
	skip, _ := strconv.Atoi(in.NextID)
	var rows []string
	reply := `{"data":{"Game":[%s]},"nextId":"%s"}`
	for n, at := range c.rounds {
		if at.Before(from) || !at.Before(to) {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		if len(rows) == c.page {
			read, _ := strconv.Atoi(in.NextID)
			_, _ = fmt.Fprintf(w, reply, strings.Join(rows, ","), strconv.Itoa(read+c.page))
			return
		}
		rows = append(rows, round(fmt.Sprintf(`"OCode":"%d","Time":"%s"`, n, at.Format(time.RFC3339))))
	}
	_, _ = fmt.Fprintf(w, reply, strings.Join(rows, ","), "")
}

// round is a row of the report: a typical one with some fields changed.
func round(changes string) string {
	row := map[string]any{}
	for _, text := range []string{
		`"OCode":"r1","Username":"KMEMBER1","GameCode":"g","RoundID":"7","Type":"Game",` +
			`"Time":"2026-03-04T12:00:00+07:00","Amount":10.00,"Result":"4.5"`,
		changes,
	} {
		if err := json.Unmarshal([]byte("{"+text+"}"), &row); err != nil {
			panic(err) // the test's own text
		}
	}
	text, _ := json.Marshal(row)
	return string(text)
}

func reporter(t *testing.T, h http.Handler, lag time.Duration) *joker.Provider {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return joker.New(joker.Config{BaseURL: server.URL, AppID: "op", Secret: "s", Terms: provider.Terms{ReportLag: lag}})
}

// readOn reads the report to its end as of a moment, and adds its rounds to those that were seen.
func readOn(t *testing.T, p *joker.Provider, q *game.ReportQuery, seen map[string]bool) {
	t.Helper()
	for range 100 {
		page, err := p.Report(t.Context(), *q)
		if err != nil {
			t.Fatalf("from %q: %v", q.Cursor, err)
		}
		for _, row := range page.Rows {
			seen[row.Round] = true
		}
		if page.More && page.Next == q.Cursor {
			t.Fatalf("it continues from %q, where it was", q.Cursor)
		}
		if q.Cursor = page.Next; !page.More {
			return
		}
	}
	t.Fatal("the report has no end")
}

// Every round is reported over pages and hours, and a page's mark is sent back with its span.
func TestNothingIsLostBetweenPages(t *testing.T) {
	t.Parallel()
	c := &croupier{page: 3}
	for n := range 20 { // from 12:00 to 14:32
		c.rounds = append(c.rounds, noon.Add(time.Duration(n)*8*time.Minute))
	}
	p, seen := reporter(t, c, 0), map[string]bool{}
	q := game.ReportQuery{Since: noon.Add(30 * time.Second), Until: noon.Add(2*time.Hour + 32*time.Minute + 30*time.Second)}
	readOn(t, p, &q, seen)
	if len(seen) != len(c.rounds) {
		t.Errorf("%d of %d rounds were reported", len(seen), len(c.rounds))
	}
	want := []string{
		"12:00 13:00", "12:00 13:00 3", "12:00 13:00 6", "12:58 13:58", "12:58 13:58 3", "12:58 13:58 6",
		"13:56 14:33", "13:56 14:33 3",
	}
	if !slices.Equal(c.asked, want) || q.Cursor != "2026-03-04 14:30" {
		t.Errorf("asked %q, want %q; next %q", c.asked, want, q.Cursor)
	}
	c.asked = nil
	readOn(t, p, &q, seen)
	if !slices.Equal(c.asked, []string{"14:30 14:33"}) || q.Cursor != "2026-03-04 14:30" {
		t.Errorf("at the end it asked %q, next %q", c.asked, q.Cursor)
	}
}

// If the provider has forgotten a mark, its span is read once more, and no round is lost. A provider that accepts no
// mark fails the report, so that it is noticed.
func TestAMarkThatIsForgotten(t *testing.T) {
	t.Parallel()
	c := &croupier{page: 3, forgets: 1}
	for n := range 10 {
		c.rounds = append(c.rounds, noon.Add(time.Duration(n)*time.Minute))
	}
	p, seen := reporter(t, c, 0), map[string]bool{}
	begin := game.ReportQuery{Since: noon, Until: noon.Add(30 * time.Minute)}
	q := begin
	readOn(t, p, &q, seen)
	want := []string{"12:00 12:31", "12:00 12:31", "12:00 12:31 3", "12:00 12:31 6", "12:00 12:31 9"}
	if len(seen) != len(c.rounds) || !slices.Equal(c.asked, want) || q.Cursor != "2026-03-04 12:28" {
		t.Errorf("%d of %d rounds were reported; asked %q, want %q; next %q", len(seen), len(c.rounds), c.asked, want, q.Cursor)
	}
	c.forgets = 2
	q = begin
	for n := range 3 { // a page, a refusal, the first page again
		page, err := p.Report(t.Context(), q)
		if err != nil {
			t.Fatalf("page %d: %v", n, err)
		}
		q.Cursor = page.Next
	}
	if page, err := p.Report(t.Context(), q); !errors.Is(err, game.ErrRefused) {
		t.Errorf("the second refusal of a span: %+v, %v", page, err)
	}
	c.forgets, c.asked = 1, nil
	q.Until = q.Until.Add(time.Hour)
	readOn(t, p, &q, map[string]bool{})
	if !slices.Equal(c.asked[:4], want[1:]) || q.Cursor != "2026-03-04 13:28" {
		t.Errorf("a later one: asked %q, next %q", c.asked, q.Cursor)
	}
}

// A round that is entered a little late is reported, wherever the previous span ended: within an hour, at an hour, or
// after pages that took some time to read.
func TestARoundThatIsEnteredLate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ since, until time.Duration }{
		"WithinTheHour": {10 * time.Minute, 40*time.Minute + 10*time.Second},
		"OfAnHour":      {0, time.Hour + 10*time.Second},
		"AfterAnHour":   {0, time.Hour + 70*time.Second},
	} {
		house := &croupier{page: 3}
		p, seen := reporter(t, house, 0), map[string]bool{}
		q := game.ReportQuery{Since: noon.Add(c.since), Until: noon.Add(c.until)}
		readOn(t, p, &q, seen)
		house.rounds = []time.Time{q.Until.Add(-100 * time.Second)}
		q.Until = q.Until.Add(time.Minute)
		if readOn(t, p, &q, seen); len(seen) != 1 {
			t.Errorf("%s: it was not reported", name)
		}
	}

	house := &croupier{page: 1, rounds: []time.Time{noon, noon.Add(time.Minute)}}
	p, seen := reporter(t, house, 0), map[string]bool{}
	q := game.ReportQuery{Since: noon, Until: noon.Add(90 * time.Second)}
	page, err := p.Report(t.Context(), q) // the first page; the second is read three minutes later
	if err != nil || !page.More {
		t.Fatalf("%+v, %v", page, err)
	}
	q.Cursor, q.Until = page.Next, q.Until.Add(3*time.Minute)
	if page, err = p.Report(t.Context(), q); err != nil || !page.More {
		t.Fatalf("%+v, %v", page, err)
	}
	house.rounds = append(house.rounds, noon.Add(80*time.Second)) // entered now
	q.Cursor = page.Next
	if readOn(t, p, &q, seen); !seen["2"] {
		t.Error("a round from before the second page is not reported")
	}
}

// What may not be complete yet is read later.
func TestReportLag(t *testing.T) {
	t.Parallel()
	c := &croupier{page: 3}
	p := reporter(t, c, time.Hour)
	q := game.ReportQuery{Since: noon, Until: noon.Add(time.Hour)}
	if page, err := p.Report(t.Context(), q); err != nil || page.More || page.Next != "" || len(c.asked) != 0 {
		t.Errorf("%+v, %v; asked %q", page, err, c.asked)
	}
	q.Until = q.Until.Add(5 * time.Minute)
	if readOn(t, p, &q, map[string]bool{}); !slices.Equal(c.asked, []string{"12:00 12:06"}) || q.Cursor != "2026-03-04 12:03" {
		t.Errorf("asked %q, next %q", c.asked, q.Cursor)
	}
}

// What a row counts, and what makes a report unreadable.
func TestRows(t *testing.T) {
	t.Parallel()
	full := game.Played{
		Round: "r1", Version: 1, Username: "kmember1", BetAt: noon.UTC(), SettledAt: noon.UTC(), Count: 1,
		Turnover: 10 * money.Credit, Net: -5*money.Credit - 5000,
	}
	jackpot, competition := full, full
	jackpot.Round, jackpot.Count, jackpot.Turnover = "jackpot:r1", 0, 0
	competition.Round, competition.Count, competition.Turnover = "competition:r1", 0, 0
	one := func(more string) string { return `{"data":{"Game":[` + round(more) + `]},"nextId":""}` }
	for name, c := range map[string]struct {
		answer string
		want   []game.Played // nil: unreadable
	}{
		"Plain":        {one(""), []game.Played{full}},
		"OfUTC":        {one(`"Time":"2026-03-04T05:00:00Z"`), []game.Played{full}},
		"NoOffset":     {one(`"Time":"2026-03-04T12:00:00"`), []game.Played{full}},
		"NoOffsetMore": {one(`"Time":"2026-03-04T12:00:00.000"`), []game.Played{full}},
		"Kinds": {
			`{"data":{"Game":[` + round("") + `],"Jackpot":[` + round("") + `],"Competition":[` + round("") + `]}}`,
			[]game.Played{full, jackpot, competition},
		},
		"Nothing":     {`{"data":{"Game":null,"Jackpot":[]},"nextId":null}`, []game.Played{}},
		"NoData":      {`{"nextId":""}`, nil},
		"NoCode":      {one(`"OCode":""`), nil},
		"NoTime":      {one(`"Time":null`), nil},
		"Words":       {one(`"Time":"today"`), nil},
		"NoAmount":    {one(`"Amount":null`), nil},
		"WordsResult": {one(`"Result":"ten"`), nil},
	} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, c.answer) })
		page, err := reporter(t, h, 0).Report(t.Context(), game.ReportQuery{Since: noon, Until: noon.Add(time.Minute)})
		for n := range page.Rows {
			page.Rows[n].BetAt, page.Rows[n].SettledAt = page.Rows[n].BetAt.UTC(), page.Rows[n].SettledAt.UTC()
		}
		if (err != nil) != (c.want == nil) || !slices.Equal(page.Rows, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, page, err, c.want)
		}
	}
}

func TestBadCursors(t *testing.T) {
	t.Parallel()
	c := &croupier{page: 3}
	p := reporter(t, c, 0)
	for _, cursor := range []string{
		"x", "2026-03-04", "2026-03-04 12:00|", "2026-03-04 12:00|x|3", "2026-03-04 12:00|2026-03-04 13:00",
		"2026-03-04 12:00|2026-03-04 13:00|",
		"anew ", "anew 2026-03-04 13:30|2026-03-04 12:00", "anew x|2026-03-04 12:00|2026-03-04 13:00|3",
		"anew 2026-03-04 13:30|2026-03-04 12:00|2026-03-04 13:00",
	} {
		q := game.ReportQuery{Cursor: cursor, Since: noon, Until: noon.Add(2 * time.Hour)}
		if page, err := p.Report(t.Context(), q); err == nil || len(c.asked) != 0 {
			t.Errorf("%q: %+v; asked %q", cursor, page, c.asked)
		}
	}
}
