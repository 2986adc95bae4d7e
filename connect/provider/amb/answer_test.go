package amb_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider/amb"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/money"
)

// answering makes the adapter for a provider that answers every call with the same data.
func answering(t *testing.T, data string) *amb.Provider {
	t.Helper()
	base := providertest.Scripted(t, map[string]string{"": `{"status":{"code":0,"message":"Success"},"data":` + data + `}`})
	return amb.New(amb.Config{BaseURL: base, Agent: "op", Secret: "s"})
}

// A code is a definitive rejection only where the operator's document lists it: no public one does.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listed []int
		code   int
		again  bool
		want   game.Kind
		reason string
	}{
		{nil, 904, false, game.Unknown, ""},
		{nil, 902, false, game.Unknown, ""},
		{[]int{903, 904}, 904, false, game.Rejected, "amb: code 904"},
		{[]int{903, 904}, 903, false, game.Rejected, game.ReasonNotEnough}, // by the configuration, not by a built-in number
		{[]int{903, 904}, 904, true, game.Unknown, ""},                     // it may have been applied before
		{[]int{903, 904}, 905, false, game.Unknown, ""},
		{[]int{903, 904}, 902, false, game.Unknown, ""}, // "exists" does not answer a transfer
	} {
		base := providertest.Scripted(t, map[string]string{"": fmt.Sprintf(`{"status":{"code":%d,"message":"m"}}`, c.code)})
		p := amb.New(amb.Config{BaseURL: base, Agent: "op", Secret: "s", Refusals: c.listed, NotEnough: 903})
		m := game.Move{Reference: "r1", Player: game.Player{Username: "k1"}, Credits: -money.Credit, Again: c.again}
		if o := p.Move(t.Context(), m); o.Kind != c.want || c.reason != "" && o.Reason != c.reason {
			t.Errorf("%+v: %+v", c, o)
		}
	}
}

// An account's rounds decide the outcome of a transfer: a part of the rounds, or no list, is never taken for all of
// them.
func TestPartsOfTheRounds(t *testing.T) {
	t.Parallel()
	const row = `{"roundId":"1","username":"k1","betAt":"2026-03-04T05:06:05Z","settledAt":"2026-03-04T05:06:07Z",` +
		`"bet":"2.00","win":0.5}`
	until := time.Date(2026, 3, 4, 6, 0, 0, 0, time.UTC)
	for data, fine := range map[string]bool{
		`{"total":1,"list":[` + row + `]}`: true,
		`{"total":0,"list":[]}`:            true,
		`{"total":2,"list":[]}`:            false,
		`{"list":[` + row + `]}`:           false,
		`{"list":[]}`:                      false,
		`{"total":0}`:                      false,
		`{"total":0,"list":null}`:          false,
		`{}`:                               false,
		`{"total":1,"list":[` + strings.Replace(row, "k1", "k2", 1) + `]}`:                                        false,
		`{"total":1,"list":[{"roundId":"1","username":"k1","settledAt":"2026-03-04T05:06:07Z","bet":1,"win":1}]}`: false,
		`{"total":1,"list":[{"roundId":"1","username":"k1","betAt":"2026-03-04T05:06:07Z","bet":1,"win":1}]}`:     false,
		`{"total":1,"list":[` + strings.Replace(row, "05:06:05", "05:06:08", 1) + `]}`:                            false,
	} {
		play, err := answering(t, data).Rounds(t.Context(), game.Player{Username: "k1"}, until.Add(-time.Hour), until)
		if (err == nil) != fine || fine && play.Rounds == 1 && (play.Turnover != 2*money.Credit || play.Net != -money.Credit-5000) {
			t.Errorf("%s: %+v, %v", data, play, err)
		}
	}
}

// An answer without a list is not a report.
func TestReportWithoutAList(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 3, 4, 6, 0, 0, 0, time.UTC)
	for data, fine := range map[string]bool{
		`{"total":0,"list":[]}`: true, `{"total":0}`: false, `{"total":3,"list":[]}`: false, `{"list":[]}`: false, `{}`: false,
	} {
		page, err := answering(t, data).Report(t.Context(), game.ReportQuery{Since: until, Until: until, Limit: 100})
		if (err == nil) != fine || len(page.Rows) != 0 {
			t.Errorf("%s: %+v, %v", data, page, err)
		}
	}
}

// A cursor that can't be read is an error, and the report does not begin again.
func TestReportCursor(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 3, 4, 6, 0, 0, 0, time.UTC)
	p := answering(t, `{"total":0,"list":[]}`)
	for cursor, fine := range map[string]bool{
		"": true, "2026-03-04": true, "2026-03-04|2": true, "x": false, "2026-03-04|x": false, "2026-03-04|-1": false,
	} {
		page, err := p.Report(t.Context(), game.ReportQuery{Cursor: cursor, Since: until, Until: until, Limit: 100})
		if (err == nil) != fine {
			t.Errorf("%q: %+v, %v", cursor, page, err)
		}
	}
}

// An account is the same in upper and lower case, and has one total per day. A second total in the same answer is
// reported as unreadable, since nobody knows which one holds. An unknown account disturbs no other.
func TestOneTotalOfAnAccount(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 3, 4, 6, 0, 0, 0, time.UTC)
	p := answering(t, `{"total":3,"list":[{"username":"K1","rounds":1,"turnover":"2.00","winLoss":-2},`+
		`{"username":"k1","rounds":1,"turnover":"3.00","winLoss":-3},{"username":"K2","rounds":1,"turnover":"1e99","winLoss":0}]}`)
	page, err := p.Report(t.Context(), game.ReportQuery{Since: until, Until: until, Limit: 100})
	if err != nil || len(page.Rows) != 3 {
		t.Fatalf("%+v, %v", page, err)
	}
	first, second, strange := page.Rows[0], page.Rows[1], page.Rows[2]
	if first.Round != "k1/2026-03-04" || first.Username != "k1" || first.Turnover != 2*money.Credit || first.Unread != nil {
		t.Errorf("%+v", first)
	}
	if second.Round != first.Round || second.Username != "k1" || second.Unread == nil {
		t.Errorf("%+v", second)
	}
	if strange.Username != "k2" || strange.Unread == nil {
		t.Errorf("%+v", strange)
	}
}
