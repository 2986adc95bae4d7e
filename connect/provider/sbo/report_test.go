package sbo_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/sbo"
	"krapao/connect/provider/sbo/wire"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// timed starts a sandbox whose clock the test moves, with an account that holds 1,000 credits.
func timed(t *testing.T, lag time.Duration) (*sandboxtest.Sandbox, *clock.Fake, *sbo.Provider, string) {
	t.Helper()
	now := clock.NewFake(start)
	s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
	credentials := sandbox.DemoCredentials().SBO
	p := sbo.New(sbo.Config{
		BaseURL: s.URL + "/games/" + code + "/sbo", CompanyKey: credentials.CompanyKey, Agent: credentials.Agent,
		Terms: provider.Terms{ReportLag: lag, Outbound: settings(s)},
	})
	player := game.Player{Username: "k" + id.Lower(11)}
	if err := p.Ensure(t.Context(), player); err != nil {
		t.Fatal(err)
	}
	if o := p.Move(t.Context(), order(player, 1000*money.Credit)); o.Kind != game.Done {
		t.Fatalf("%+v", o)
	}
	return s, now, p, player.Username
}

// read reads a report to its end and returns its rows in order, the cursor, and the number of pages.
func read(t *testing.T, p *sbo.Provider, cursor string, until time.Time) (rows []game.Played, next string, pages int) {
	t.Helper()
	for more := true; more; pages++ {
		page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor, Since: start, Until: until, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		rows, cursor, more = append(rows, page.Rows...), page.Next, page.More
	}
	return rows, cursor, pages
}

// The provider reports half an hour per request: a report that is hours behind is read in pieces, and nothing is left
// out.
func TestReportHoursBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, now, p, user := timed(t, 0)
		var want []time.Time
		for range 12 {
			now.Advance(17*time.Minute + 31*time.Second)
			s.Round(code, user, "10", "4")
			want = append(want, now.Now())
		}
		now.Advance(time.Second)
		rows, cursor, pages := read(t, p, "", now.Now())
		if pages < 7 {
			t.Errorf("three and a half hours in %d pages", pages)
		}
		seen := map[string]bool{}
		for _, row := range rows {
			if seen[row.Round] {
				continue // the overlap of two requests
			}
			seen[row.Round] = true
			timed := row.SettledAt.Equal(want[0]) && row.Version == int64(clock.MicrosOf(want[0]))
			if !timed || row.Turnover != 10*money.Credit || row.Net != -6*money.Credit || row.Username != user {
				t.Errorf("%+v, want one of %s", row, want[0])
			}
			want = want[1:]
		}
		if len(want) > 0 {
			t.Errorf("left out: %v", want)
		}
		if rows, next, _ := read(t, p, cursor, now.Now()); len(rows) > 1 || next != cursor {
			t.Errorf("nothing new: %+v, %s after %s", rows, next, cursor)
		}
	})
}

// A bet is reported when it is settled, with that time, and again when it is corrected, but never while it is running.
func TestReportOfOpenBets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, now, p, user := timed(t, 0)
		s.Stake(code, user, "30")
		betAt := now.Now()
		now.Advance(20 * time.Minute)
		rows, cursor, _ := read(t, p, "", now.Now())
		if len(rows) != 0 {
			t.Errorf("a running bet is reported: %+v", rows)
		}
		s.Settle(code, user, "75.5")
		settledAt := now.Now()
		now.Advance(time.Second)
		rows, cursor, _ = read(t, p, cursor, now.Now())
		if len(rows) != 1 || !rows[0].BetAt.Equal(betAt) || !rows[0].SettledAt.Equal(settledAt) || rows[0].Count != 1 ||
			rows[0].Turnover != 30*money.Credit || rows[0].Net != 45*money.Credit+5000 {
			t.Fatalf("settled: %+v", rows)
		}
		settled := rows[0]
		now.Advance(time.Hour)
		s.Void(code, user)
		now.Advance(time.Second)
		rows, _, _ = read(t, p, cursor, now.Now())
		if len(rows) == 0 {
			t.Fatal("a void bet is not reported")
		}
		last := rows[len(rows)-1]
		later := last.Round == settled.Round && last.Version > settled.Version
		if !later || !last.Void || last.Turnover != 0 || last.Net != 0 || last.Count != 0 {
			t.Errorf("void: %+v after %+v", last, settled)
		}
	})
}

// Bets that may still be listed late are not skipped: the report stays as far behind as the provider may be.
func TestReportLag(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, now, p, user := timed(t, 10*time.Minute)
		now.Advance(time.Minute)
		s.Round(code, user, "10", "0")
		now.Advance(9 * time.Minute)
		rows, cursor, _ := read(t, p, "", now.Now())
		if len(rows) != 0 {
			t.Errorf("too early: %+v", rows)
		}
		now.Advance(2 * time.Minute)
		if rows, _, _ = read(t, p, cursor, now.Now()); len(rows) != 1 {
			t.Errorf("after the lag: %+v", rows)
		}
	})
}

// A cursor that can't be read is an error, and the report does not begin again.
func TestReportCursor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, now, p, _ := timed(t, 0)
		for _, cursor := range []string{"x", "2026-03-04"} {
			if page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor, Since: start, Until: now.Now()}); err == nil {
				t.Errorf("%s: %+v", cursor, page)
			}
		}
	})
}

// A report that was not read for longer than the provider lists continues where it can be read again, whatever the lag,
// and reports the span that it skips. A report within that time skips nothing.
func TestReportLeftForTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, lag := range []time.Duration{0, time.Hour} {
			s, now, p, user := timed(t, lag)
			left := now.Now().Add(-time.Second)
			s.Round(code, user, "10", "4")
			now.Advance(60*24*time.Hour - 30*time.Minute)
			q := game.ReportQuery{Cursor: left.Format(time.RFC3339), Since: start, Until: now.Now(), Limit: 10}
			if page, err := p.Report(t.Context(), q); err != nil || len(page.Rows) != 1 || page.Missed != (game.Span{}) {
				t.Errorf("after 60 days less half an hour: %+v, %v", page, err)
			}
			now.Advance(time.Hour)
			q.Until = now.Now()
			page, err := p.Report(t.Context(), q)
			want := game.Span{From: left, To: now.Now().Add(time.Hour - 60*24*time.Hour)}
			if err != nil || len(page.Rows) != 0 || !page.More || !page.Missed.From.Equal(want.From) || !page.Missed.To.Equal(want.To) {
				t.Fatalf("after 60 days and half an hour: %+v, %v; want %+v", page, err, want)
			}
			q.Cursor = page.Next
			if page, err := p.Report(t.Context(), q); err != nil || page.Missed != (game.Span{}) {
				t.Errorf("it continues with %+v, %v", page, err)
			}
		}
	})
}

// A bet that can't be read is reported as unread, with its account: it must not be lost silently, and it stops the
// report only for one of our accounts. A bet of an unknown status can't be read either.
func TestReportOfBrokenBets(t *testing.T) {
	t.Parallel()
	const good = `{"refNo":"7","username":"ABC123","orderTime":"2026-03-04T01:00:00.5","modifyDate":"2026-03-04T01:06:00",` +
		`"status":"won","stake":10,"winLost":9.5}`
	var bets string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"error":{"id":0},"result":[%s]}`, bets)
	}))
	defer server.Close()
	p := sbo.New(sbo.Config{BaseURL: server.URL})
	q := game.ReportQuery{Since: start, Until: start.Add(time.Minute)}
	bets = good
	want := game.Played{
		Round: "7", Version: int64(clock.MicrosOf(time.Date(2026, 3, 4, 5, 6, 0, 0, time.UTC))), Username: "abc123", Count: 1,
		BetAt:     time.Date(2026, 3, 4, 5, 0, 0, 500_000_000, time.UTC).In(wire.Zone),
		SettledAt: time.Date(2026, 3, 4, 5, 6, 0, 0, time.UTC).In(wire.Zone),
		Turnover:  10 * money.Credit, Net: 9*money.Credit + 5000,
	}
	if page, err := p.Report(t.Context(), q); err != nil || len(page.Rows) != 1 || page.Rows[0] != want {
		t.Errorf("%+v, %v; want %+v", page, err, want)
	}
	for _, broken := range []string{
		`{"refNo":"1","username":"a","orderTime":"","modifyDate":"2026-03-04T01:06:00","status":"won","stake":1,"winLost":1}`,
		`{"refNo":"1","username":"a","orderTime":"2026-03-04T01:00:00","modifyDate":"then","status":"won","stake":1,"winLost":1}`,
		`{"refNo":"1","username":"a","orderTime":"2026-03-04T01:00:00","modifyDate":"2026-03-04T01:06:00","status":"won","stake":1}`,
		`{"refNo":"1","username":"a","orderTime":"2026-03-04T01:00:00","modifyDate":"2026-03-04T01:06:00","status":"won","winLost":1}`,
		`{"refNo":"1","username":"a","orderTime":"2026-03-04T01:00:00","modifyDate":"2026-03-04T01:06:00",` +
			`"status":"Pending","stake":1,"winLost":1}`,
		`{"refNo":"1","username":"a","orderTime":"2026-03-04T01:00:00","modifyDate":"2026-03-04T01:06:00","stake":1,"winLost":1}`,
	} {
		bets = good + "," + broken
		page, err := p.Report(t.Context(), q)
		if err != nil || len(page.Rows) != 2 || page.Rows[0] != want || page.Rows[1].Unread == nil || page.Rows[1].Username != "a" {
			t.Errorf("%s: %+v, %v", broken, page, err)
		}
	}
	for _, name := range []string{"refNo", "username"} { // the reader rejects a row without one of them
		bets = strings.Replace(good, `"`+name+`":`, `"`+name+`":"","was":`, 1)
		page, err := p.Report(t.Context(), q)
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Round != "" && page.Rows[0].Username != "" {
			t.Errorf("no %s: %+v, %v", name, page, err)
		}
	}
}
