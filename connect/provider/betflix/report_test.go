package betflix_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/money"
)

// reported reads a report of counters to its end, from its beginning.
func reported(t *testing.T, reporter game.Reporter, players []game.Player) (rows []game.Played, pages int, err error) {
	t.Helper()
	q := game.ReportQuery{Since: time.Now(), Until: time.Now(), Limit: 100, Players: players}
	for more := true; more; pages++ {
		page, err := reporter.Report(t.Context(), q)
		if err != nil {
			return rows, pages, err
		}
		rows, q.Cursor, more = append(rows, page.Rows...), page.Next, page.More
	}
	return rows, pages, nil
}

// One readable account is enough, on whichever page it is, and a refusal for one account delays no other. A report
// about no account at all has failed.
func TestReportOfManyAccounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, nil)
		reporter, ok := s.Provider.(game.Reporter)
		if !ok {
			t.Fatal("the provider has no report")
		}
		if o := s.Move(t.Context(), s.order(100*money.Credit)); o.Kind != game.Done {
			t.Fatalf("%+v", o)
		}
		s.outside.Round(code, s.player.Username, "10", "2.5")
		nobody := slices.Repeat([]game.Player{{Username: "bfxknobody"}}, 21)
		if rows, _, err := reported(t, reporter, nobody); !errors.Is(err, game.ErrRefused) {
			t.Errorf("nobody is there: %+v, %v", rows, err)
		}
		for _, at := range []int{0, 13, 20} { // the last page has one account
			players := slices.Clone(nobody)
			players[at] = s.player
			rows, pages, err := reported(t, reporter, players)
			if err != nil || len(rows) != 1 || pages != 3 {
				t.Fatalf("the one at %d: %d rows on %d pages, %v", at, len(rows), pages, err)
			}
			row := rows[0]
			forAccount := strings.HasPrefix(row.Round, s.player.Username+"/")
			if row.Turnover != 10*money.Credit || row.Net != -7*money.Credit-5000 || !forAccount {
				t.Errorf("%+v", row)
			}
		}
		today := clock.Day(time.Now()).In(clock.Bangkok).Format(time.DateOnly)
		for _, cursor := range []string{"yesterday", today + "|x", today + "|5", today + "|-1/0", today + "|3/4", today + "|22/1"} {
			q := game.ReportQuery{Cursor: cursor, Since: time.Now(), Until: time.Now(), Limit: 100, Players: nobody}
			if page, err := reporter.Report(t.Context(), q); err == nil || errors.Is(err, game.ErrRefused) {
				t.Errorf("cursor %q: %+v, %v", cursor, page, err)
			}
		}
	})
}

// An answer without a total counts as an answer: beside it, a refused account delays no other.
func TestNothingPlayedIsAnAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := `{"status":"success","error_code":0,"data":[]}`
		if r.FormValue("username") == "bfxkgone" {
			answer = `{"status":"error","error_code":7}`
		}
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()
	reporter, _ := connect(server.URL, outbound.Settings{}, nil).(game.Reporter)
	rows, _, err := reported(t, reporter, []game.Player{{Username: "bfxkgone"}, {Username: "bfxk0"}})
	if err != nil || len(rows) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// A missing total may look in several ways. It is not a total of 0, which would take back an earlier report. Another
// object is none of them.
func TestStrangeTotals(t *testing.T) {
	t.Parallel()
	for data, c := range map[string]struct {
		rows int
		fine bool
	}{
		`{"valid_amount":"30.00","winloss":-7.5,"turnover":31}`: {1, true}, `{"valid_amount":0,"winloss":0}`: {1, true},
		`[]`: {0, true}, `null`: {0, true}, `{}`: {0, true}, `{ }`: {0, true},
		`{"turnover":31,"winloss":-7.5}`: {}, `{"valid_amount":30}`: {}, `[{"valid_amount":30,"winloss":1}]`: {}, `"30"`: {},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"status":"success","error_code":0,"msg":"","data":`+data+`}`)
		}))
		reporter, _ := connect(server.URL, outbound.Settings{}, nil).(game.Reporter)
		now := time.Now()
		q := game.ReportQuery{Since: now, Until: now, Limit: 9, Players: []game.Player{{Username: "bfxk0"}}}
		page, err := reporter.Report(t.Context(), q)
		if (err == nil) != c.fine || len(page.Rows) != c.rows {
			t.Errorf("%s: %+v, %v", data, page, err)
		}
		server.Close()
	}
}
