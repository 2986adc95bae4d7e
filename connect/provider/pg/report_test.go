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

// historian is a PG whose history is a list of rows; it answers rows after the version asked for, or that one too.
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

func history(t *testing.T, h http.Handler) *pg.Provider {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return pg.New(pg.Config{DataURL: server.URL, BaseURL: "http://127.0.0.1:1", OperatorToken: "op", SecretKey: "s", Currency: "THB", Terms: provider.Terms{Source: "pg"}})
}

func bet(id int, version int64, more string) string {
	return fmt.Sprintf(`{"betId":%d,"playerName":"K1","transactionType":1,"currency":"THB","betAmount":10.00,"winAmount":4.5,"handsStatus":2,`+
		`"rowVersion":%d,"betTime":1700000000000,"betEndTime":1700000001000%s}`, id, version, more)
}

// Every row is told over pages that end in the middle of a millisecond, whether PG lists the version that is asked for or
// only later ones, and the last cursor reads the newest minute once more.
func TestNothingIsLostBetweenPages(t *testing.T) {
	t.Parallel()
	const first = 1700000000000
	for _, too := range []bool{true, false} {
		h := historian{too: too}
		for n := range 4000 { // three of each millisecond, so that every page of 1,500 or so ends between two of them
			version := int64(first + n/7)
			h.rows, h.at = append(h.rows, bet(n+1, version, "")), append(h.at, version)
		}
		p := history(t, h)
		seen := map[string]bool{}
		q := game.ReportQuery{Since: time.UnixMilli(first), Limit: 500}
		for pages := 1; ; pages++ {
			page, err := p.Report(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range page.Rows {
				seen[row.Round] = true
			}
			if q.Cursor = page.Next; !page.More {
				break
			}
			if pages > 10 {
				t.Fatal("the report has no end")
			}
		}
		if len(seen) != 4000 {
			t.Errorf("the version asked for is listed: %v; %d of 4000 rows were told", too, len(seen))
		}
		if page, err := p.Report(t.Context(), q); err != nil || page.Next != q.Cursor || page.More || len(page.Rows) < 1000 {
			t.Errorf("at the end: %d rows, next %s after %s, %v", len(page.Rows), page.Next, q.Cursor, err)
		}
	}
}

// A page of one millisecond alone that is listed again and again is an error, not a silence.
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
	t.Error("it goes round in circles without an error")
}

// What a row counts.
func TestRows(t *testing.T) {
	t.Parallel()
	at := time.UnixMilli(1700000000000).UTC()
	full := game.Played{
		Round: "1", Version: 5, Username: "k1", BetAt: at, SettledAt: at.Add(time.Second), Count: 1, Turnover: 10 * money.Credit, Net: -5*money.Credit - 5000,
	}
	void, jackpot, within := full, full, full
	void.Count, void.Turnover, void.Net, void.Void = 0, 0, 0, true
	jackpot.Net += 100 * money.Credit
	for name, c := range map[string]struct {
		row  string
		want []game.Played
	}{
		"Plain":            {bet(1, 5, ""), []game.Played{full}},
		"TakenBack":        {strings.NewReplacer("10.00", "0", "4.5", "0", `"handsStatus":2`, `"handsStatus":3`).Replace(bet(1, 5, "")), []game.Played{void}},
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
		"NoNumber": bet(0, 5, ""), "NoVersion": bet(1, 0, ""), "NoPlayer": strings.Replace(bet(1, 5, ""), "K1", "", 1),
		"Words": strings.Replace(bet(1, 5, ""), "10.00", `"ten"`, 1),
	} {
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
