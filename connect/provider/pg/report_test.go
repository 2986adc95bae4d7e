package pg_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/pg"
	"krapao/connect/provider/pg/wire"
	"krapao/game"
	"krapao/money"
)

// historian is a PG whose history is a list of rows. It answers with the rows after the requested version, or with that
// one too.
type historian struct {
	rows []string // by version, which is the number of the row's millisecond
	at   []int64
	too  bool
}

func (h historian) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.ParseInt(r.PostFormValue(wire.FieldRowVersion), 10, 64)
	count, _ := strconv.Atoi(r.PostFormValue(wire.FieldCount))
	var page []string
	for n, row := range h.rows {
		if len(page) < count && (h.at[n] > from || h.too && h.at[n] == from) {
			page = append(page, row)
		}
	}
	_, _ = fmt.Fprintf(w, `{"data":[%s],"error":null}`, strings.Join(page, ","))
}

func history(t *testing.T, h http.Handler, change ...func(*pg.Config)) *pg.Provider {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	config := pg.Config{
		DataURL: server.URL, BaseURL: "http://127.0.0.1:1", OperatorToken: "op", SecretKey: "s", Currency: "THB",
		Terms: provider.Terms{Source: "pg"},
	}
	for _, set := range change {
		set(&config)
	}
	return pg.New(config)
}

func bet(id int, version int64, more string) string {
	return fmt.Sprintf(`{"betId":%d,"playerName":"K1","transactionType":1,"currency":"THB",`+
		`"betAmount":10.00,"winAmount":4.5,"handsStatus":2,`+
		`"rowVersion":%d,"betTime":1700000000000,"betEndTime":1700000001000%s}`, id, version, more)
}

// readAll reads a report to its end, and returns its rounds and the last cursor.
func readAll(t *testing.T, p *pg.Provider, q game.ReportQuery) (seen map[string]bool, cursor string) {
	t.Helper()
	seen = map[string]bool{}
	for range 10 {
		page, err := p.Report(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			seen[row.Round] = true
		}
		if q.Cursor = page.Next; !page.More {
			return seen, page.Next
		}
	}
	t.Fatal("the report has no end")
	return nil, ""
}

// Every row is reported over pages that end in the middle of a millisecond, whether PG lists the requested version or
// only later ones. The last cursor reads the newest minute once more.
func TestNothingIsLostBetweenPages(t *testing.T) {
	t.Parallel()
	const first = 1700000000000
	for _, too := range []bool{true, false} {
		h := historian{too: too}
		for n := range 4000 { // seven of each millisecond, so that every page of 1,500 or so ends between two of them
			version := int64(first + n/7)
			h.rows, h.at = append(h.rows, bet(n+1, version, "")), append(h.at, version)
		}
		p := history(t, h)
		q := game.ReportQuery{Since: time.UnixMilli(first), Until: time.UnixMilli(first).Add(time.Hour), Limit: 500}
		for range 2 {
			seen, next := readAll(t, p, q)
			if len(seen) != 4000 || q.Cursor != "" && next != q.Cursor {
				t.Errorf("the requested version is listed: %v; %d of 4000 rows were reported from %q to %s", too, len(seen), q.Cursor, next)
			}
			q.Cursor = next
		}
	}
}

// A row that is listed late with the version of its time is reported as long as it may be late, on however many pages
// its neighbours are. A report that has nothing new keeps its position.
func TestRowsThatAreListedLate(t *testing.T) {
	t.Parallel()
	const minute = 60 * 1000
	now := time.UnixMilli(1700000000000)
	h := &historian{}
	list := func(id int, ago int64) {
		h.rows, h.at = append(h.rows, bet(id, now.UnixMilli()-ago, "")), append(h.at, now.UnixMilli()-ago)
	}
	for n := range 2000 {
		list(n+1, int64(50*minute-n))
	}
	p := history(t, h, func(c *pg.Config) { c.ReportLag = time.Hour })
	q := game.ReportQuery{Since: now.Add(-2 * time.Hour), Until: now, Limit: 500}
	_, q.Cursor = readAll(t, p, q)
	early := now.UnixMilli() - 59*minute
	h.rows, h.at = append([]string{bet(5000, early, "")}, h.rows...), append([]int64{early}, h.at...)
	seen, cursor := readAll(t, p, q)
	if !seen["5000"] {
		t.Errorf("a row that is listed 59 minutes late is not reported from %s", q.Cursor)
	}
	if _, q.Cursor = readAll(t, p, game.ReportQuery{Cursor: cursor, Since: q.Since, Until: now, Limit: 500}); q.Cursor != cursor {
		t.Errorf("nothing is new, and it goes from %s to %s", cursor, q.Cursor)
	}
	q.Until = now.Add(2 * time.Hour)
	_, cursor = readAll(t, p, q)
	if cursor != strconv.FormatInt(now.UnixMilli()-51*minute+1999, 10) { // the newest row less the overlap
		t.Errorf("two hours later it stands at %s", cursor)
	}
}

// The same holds for a row that is listed late while a report is between two pages.
func TestARowThatIsListedLateBetweenPages(t *testing.T) {
	t.Parallel()
	const minute = 60 * 1000
	now := time.UnixMilli(1700000000000)
	h := &historian{}
	for n := range 2000 {
		version := now.UnixMilli() - 60*minute + int64(n)*1000
		h.rows, h.at = append(h.rows, bet(n+1, version, "")), append(h.at, version)
	}
	p := history(t, h, func(c *pg.Config) { c.ReportLag = time.Hour })
	q := game.ReportQuery{Since: now.Add(-2 * time.Hour), Until: now, Limit: 500}
	first, err := p.Report(t.Context(), q)
	if err != nil || !first.More {
		t.Fatalf("a first page that is not full: %v", err)
	}
	late := now.UnixMilli() - 50*minute // read already
	h.rows, h.at = append([]string{bet(5000, late, "")}, h.rows...), append([]int64{late}, h.at...)
	q.Cursor, q.Until = first.Next, now.Add(40*time.Minute)
	seen, next := readAll(t, p, q)
	if q.Cursor = next; !seen["5000"] {
		seen, _ = readAll(t, p, q)
	}
	if !seen["5000"] {
		t.Errorf("it is not reported from %s", next)
	}
}

// A page of a single millisecond that is listed again and again is an error, not silence.
func TestACrowdedMillisecond(t *testing.T) {
	t.Parallel()
	h := historian{too: true}
	for n := range 6000 {
		h.rows, h.at = append(h.rows, bet(n+1, 1700000000000, "")), append(h.at, 1700000000000)
	}
	p := history(t, h)
	q := game.ReportQuery{Since: time.UnixMilli(1700000000000), Limit: 500}
	for range 5 {
		page, err := p.Report(t.Context(), q)
		if err != nil {
			return
		}
		q.Cursor = page.Next
	}
	t.Error("it repeats for ever without an error")
}

// What a row counts.
func TestRows(t *testing.T) {
	t.Parallel()
	at := time.UnixMilli(1700000000000).UTC()
	full := game.Played{
		Round: "1", Version: 5, Username: "k1", BetAt: at, SettledAt: at.Add(time.Second),
		Count: 1, Turnover: 10 * money.Credit, Net: -5*money.Credit - 5000,
	}
	void, jackpot, within := full, full, full
	void.Count, void.Turnover, void.Net, void.Void = 0, 0, 0, true
	jackpot.Net += 100 * money.Credit
	for name, c := range map[string]struct {
		row  string
		want []game.Played
	}{
		"Plain": {bet(1, 5, ""), []game.Played{full}},
		"TakenBack": {
			strings.NewReplacer("10.00", "0", "4.5", "0", `"handsStatus":2`, `"handsStatus":3`).Replace(bet(1, 5, "")),
			[]game.Played{void},
		},
		"JackpotBesides":   {bet(1, 5, `,"jackpotWinAmount":100,"balanceBefore":50,"balanceAfter":144.5`), []game.Played{jackpot}},
		"JackpotUntold":    {bet(1, 5, `,"jackpotWinAmount":"100.00"`), []game.Played{jackpot}},
		"JackpotInTheWin":  {bet(1, 5, `,"jackpotWinAmount":4,"balanceBefore":50,"balanceAfter":44.5`), []game.Played{within}},
		"ProvidersBonus":   {strings.Replace(bet(1, 5, ""), `"transactionType":1`, `"transactionType":2`, 1), nil},
		"ProvidersFree":    {strings.Replace(bet(1, 5, ""), `"transactionType":1`, `"transactionType":3`, 1), nil},
		"AnothersCurrency": {strings.Replace(bet(1, 5, ""), "THB", "USD", 1), nil},
	} {
		page, err := history(t, historian{rows: []string{c.row}, at: []int64{5}}).Report(t.Context(), game.ReportQuery{})
		if err != nil || len(page.Rows) != len(c.want) || len(c.want) == 1 && page.Rows[0] != c.want[0] {
			t.Errorf("%s: %+v, %v; want %+v", name, page.Rows, err, c.want)
		}
	}
	for name, row := range map[string]string{
		"NoNumber": bet(0, 5, ""), "NoVersion": bet(1, 0, ""), "TooMuch": strings.Replace(bet(1, 5, ""), "10.00", "1e99", 1),
	} { // an unreadable row of one of our accounts stops the report
		page, err := history(t, historian{rows: []string{row}, at: []int64{5}}).Report(t.Context(), game.ReportQuery{})
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Unread == nil || page.Rows[0].Username != "k1" {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
	}
	nobody := strings.Replace(bet(1, 5, ""), "K1", "", 1) // the reader rejects it
	page, err := history(t, historian{rows: []string{nobody}, at: []int64{5}}).Report(t.Context(), game.ReportQuery{})
	if err != nil || len(page.Rows) != 1 || page.Rows[0].Username != "" {
		t.Errorf("nobody's: %+v, %v", page, err)
	}
	for name, row := range map[string]string{"Words": strings.Replace(bet(1, 5, ""), "10.00", `"ten"`, 1)} {
		if page, err := history(t, historian{rows: []string{row}, at: []int64{5}}).Report(t.Context(), game.ReportQuery{}); err == nil {
			t.Errorf("%s: %+v", name, page)
		}
	}
	for _, cursor := range []string{"x", "0", "-5", "1e9"} {
		if page, err := history(t, historian{}).Report(t.Context(), game.ReportQuery{Cursor: cursor}); err == nil {
			t.Errorf("cursor %s: %+v", cursor, page)
		}
	}
}
