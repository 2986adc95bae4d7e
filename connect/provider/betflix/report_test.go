package betflix_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/line"
	"krapao/game"
	"krapao/money"
)

// One account that is not there holds up nobody's counters; a report about none is a failure.
func TestReportOfManyAccounts(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	reporter, ok := s.Provider.(game.Reporter)
	if !ok {
		t.Fatal("it has no report")
	}
	if o := s.Move(t.Context(), s.order(100*money.Credit)); o.Kind != game.Done {
		t.Fatalf("%+v", o)
	}
	s.outside.Round(code, s.player.Username, "10", "2.5")
	q := game.ReportQuery{Since: time.Now(), Until: time.Now(), Limit: 100}
	for range 30 {
		q.Players = append(q.Players, game.Player{Username: "bfxknobody"})
	}
	if page, err := reporter.Report(t.Context(), q); err == nil {
		t.Errorf("nobody is there: %+v", page)
	}
	q.Players[3], q.Players[13], q.Players[25] = s.player, s.player, s.player
	rows, pages := 0, 0
	for more := true; more; pages++ {
		page, err := reporter.Report(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			rows++
			if row.Turnover != 10*money.Credit || row.Net != -7*money.Credit-5000 || !strings.HasPrefix(row.Round, s.player.Username+"/") {
				t.Errorf("%+v", row)
			}
		}
		q.Cursor, more = page.Next, page.More
	}
	if rows != 3 || pages != 3 {
		t.Errorf("%d rows on %d pages", rows, pages)
	}
	for _, cursor := range []string{"yesterday", "2026-03-04|x", "2026-03-04|-1", "2026-03-04|31"} {
		q.Cursor = cursor
		if page, err := reporter.Report(t.Context(), q); err == nil {
			t.Errorf("cursor %q: %+v", cursor, page)
		}
	}
}

// What has no total may look in several ways; another object is no total of 0.
func TestStrangeTotals(t *testing.T) {
	t.Parallel()
	for data, fine := range map[string]bool{
		`{"valid_amount":"30.00","winloss":-7.5,"turnover":31}`: true, `[]`: true, `null`: true, `{}`: true, `{ }`: true,
		`{"turnover":31,"winloss":-7.5}`: false, `{"valid_amount":30}`: false, `[{"valid_amount":30,"winloss":1}]`: false, `"30"`: false,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"status":"success","error_code":0,"msg":"","data":`+data+`}`)
		}))
		reporter, _ := connect(server.URL, line.Settings{}, nil).(game.Reporter)
		now := time.Now()
		page, err := reporter.Report(t.Context(), game.ReportQuery{Since: now, Until: now, Limit: 9, Players: []game.Player{{Username: "bfxk0"}}})
		if (err == nil) != fine || fine && len(page.Rows) != 1 {
			t.Errorf("%s: %+v, %v", data, page, err)
		}
		server.Close()
	}
}
