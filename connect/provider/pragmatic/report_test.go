package pragmatic_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider/pragmatic/wire"
	"krapao/game"
	"krapao/money"
)

const head = "playerID,extPlayerID,gameID,playSessionID,parentSessionID,startDate,endDate,status,type,bet,win,currency,jackpot\n"

func reported(t *testing.T, text string, q game.ReportQuery) (game.ReportPage, error) {
	t.Helper()
	return scripted(t, map[string]string{wire.PathRounds: text}).Report(t.Context(), q)
}

// The report has the form of the sample that a published client quotes from the maker, with other names and numbers.
// Times are UTC.
func TestReport(t *testing.T) {
	t.Parallel()
	text := "timepoint=1740022596168\n" + head +
		"5640,k1,vs5game,66522376884143,null,2025-02-20 03:26:36,2025-02-20 03:26:37,C,R,0.50,7.60,THB,0.00\n" +
		"5640,K2,vs5game,66522376884144,66522376884143,2025-02-20 03:26:38,2025-02-20 03:26:38,C,F,0.00,1.25,THB,0.00\n" +
		"5640,k1,vs5game,66522376884143,null,2025-02-20 03:26:36,2025-02-20 03:26:37,F,R,0.50,7.60,THB,0.00\r\n" +
		"5640,k1,vs5game,66522376884145,null,2025-02-20 03:26:40,,I,R,0.50,0.00,THB,0.00\n" +
		"5640,k1,vs5game,66522376884146,null,2025-02-20 03:26:40,2025-02-20 03:26:40,C,R,0.50,0.00,USD,0.00\n"
	page, err := reported(t, text, game.ReportQuery{Cursor: "1740022000000", Until: time.UnixMilli(1740022596168)})
	if err != nil || page.Next != "1740022596168" || page.More {
		t.Fatalf("%+v, %v", page, err)
	}
	begun := time.Date(2025, 2, 20, 3, 26, 36, 0, time.UTC)
	ended := begun.Add(time.Second)
	want := []game.Played{
		{
			Round: "66522376884143", Version: ended.UnixMilli(), Username: "k1", BetAt: begun, SettledAt: ended,
			Count: 1, Turnover: 5000, Net: 7*money.Credit + 1000,
		},
		{
			Round: "66522376884144", Version: ended.UnixMilli() + 1000, Username: "k2",
			BetAt: begun.Add(2 * time.Second), SettledAt: begun.Add(2 * time.Second),
			Count: 1, Net: money.Credit + 2500,
		},
		{Round: "66522376884143", Version: ended.UnixMilli() + 1, Username: "k1", BetAt: begun, SettledAt: ended, Void: true},
	}
	if len(page.Rows) != len(want) {
		t.Fatalf("%+v, want %+v", page.Rows, want)
	}
	for n, row := range page.Rows {
		if row != want[n] {
			t.Errorf("row %d: %+v, want %+v", n, row, want[n])
		}
	}
}

// Columns are found by their names, in any order and among others.
func TestColumnsByName(t *testing.T) {
	t.Parallel()
	page, err := reported(t, "timepoint=5\nwin,bet,balance,status,currency,endDate,startDate,playSessionID,extPlayerID\n"+
		`3.00,10,"1,000.00",C,THB,2025-02-20 03:26:37,2025-02-20 03:26:36,9,k1`+"\n", game.ReportQuery{})
	if err != nil || len(page.Rows) != 1 || page.Rows[0].Net != -7*money.Credit || page.Rows[0].Turnover != 10*money.Credit {
		t.Errorf("%+v, %v", page, err)
	}
}

// Rounds in another currency are not ours; the currency is compared in any case of letters.
func TestCurrencies(t *testing.T) {
	t.Parallel()
	for currency, rows := range map[string]int{"THB": 1, "thb": 1, "LAK": 0} {
		page, err := reported(t, "timepoint=5\n"+head+
			"5640,k1,g,66,null,2025-02-20 03:26:36,2025-02-20 03:26:37,C,R,0.50,7.60,"+currency+",0.00\n", game.ReportQuery{})
		if err != nil || len(page.Rows) != rows || rows == 1 && page.Rows[0].Unread != nil {
			t.Errorf("%s: %+v, %v", currency, page, err)
		}
	}
}

// If the provider's timepoint is not near now, there is more, and the report continues from there, also without a row.
func TestThereIsMore(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1740022596000)
	for name, c := range map[string]struct {
		next time.Duration
		more bool
	}{"Far": {-10 * time.Minute, true}, "Near": {-5 * time.Second, false}, "Ahead": {5 * time.Second, false}} {
		next := strconv.FormatInt(now.Add(c.next).UnixMilli(), 10)
		for _, rest := range []string{"", "\n", "\n" + head} {
			page, err := reported(t, "timepoint="+next+rest, game.ReportQuery{Since: now.Add(-time.Hour), Until: now})
			if err != nil || page.More != c.more || page.Next != next || len(page.Rows) != 0 {
				t.Errorf("%s: %+v, %v", name, page, err)
			}
		}
	}
	for ago, more := range map[time.Duration]bool{5 * time.Second: false, time.Hour: true} { // nothing is played
		page, err := reported(t, "timepoint=1740022596000\n"+head, game.ReportQuery{Cursor: "1740022596000", Until: now.Add(ago)})
		if err != nil || page.More != more || page.Next != "1740022596000" {
			t.Errorf("a timepoint that has not advanced since %s: %+v, %v", ago, page, err)
		}
	}
}

// A report that can't be read, in any part of it, is an error: its rows are requested again.
func TestNoReport(t *testing.T) {
	t.Parallel()
	row := "5640,k1,g,66,null,2025-02-20 03:26:36,2025-02-20 03:26:37,C,R,0.50,7.60,THB,0.00\n"
	changed := func(what, with string) string { return "timepoint=5\n" + head + strings.Replace(row, what, with, 1) }
	for name, text := range map[string]string{
		"NoTimepoint": head + row, "Negative": "timepoint=-5\n" + head + row, "Words": "timepoint=now\n" + head + row,
		"NoColumns": "timepoint=5\n" + row, "NoBet": "timepoint=5\n" + strings.Replace(head, ",bet", ",stake", 1) + row,
		"ShortRow": "timepoint=5\n" + head + row + "5640,k1,g\n", "OpenQuote": changed("k1", `"k1`),
		"JSON": `{"error":"7","description":"Bad parameters"}`,
	} {
		if page, err := reported(t, text, game.ReportQuery{}); err == nil {
			t.Errorf("%s: %+v", name, page)
		}
	}
	for name, text := range map[string]string{ // an unreadable row of one of our accounts stops the report
		"BadTime": changed("2025-02-20 03:26:37", "yesterday"), "BadBet": changed("0.50", "half"), "BadWin": changed("7.60", ""),
		"NewStatus": changed(",C,", ",X,"), "NoCurrency": changed(",THB,", ",,"),
	} {
		page, err := reported(t, text, game.ReportQuery{})
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Unread == nil || page.Rows[0].Username != "k1" {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
	}
	for name, text := range map[string]string{ // the reader rejects it
		"NoRound": changed(",66,", ",,"), "NoPlayer": changed(",k1,", ",,"),
	} {
		page, err := reported(t, text, game.ReportQuery{})
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Round != "" && page.Rows[0].Username != "" {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
	}
	if page, err := reported(t, "timepoint=5\n"+head, game.ReportQuery{Cursor: "6"}); err == nil {
		t.Errorf("a timepoint that goes backwards: %+v", page)
	}
	for _, cursor := range []string{"x", "-5", "1e9"} {
		if page, err := reported(t, "timepoint=5\n"+head, game.ReportQuery{Cursor: cursor}); err == nil {
			t.Errorf("cursor %s: %+v", cursor, page)
		}
	}
}
