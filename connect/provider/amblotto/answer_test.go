package amblotto_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
	"krapao/money"
	"krapao/sandbox"
)

// A success counts only if it answers the request, and a refusal only if the document lists it for the call.
func TestStrangeAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		status int
		want   game.Kind
	}{
		"yes":               {`{"code":0,"message":"success","before_balance":9,"after_balance":4.00,"ref":"5f1c"}`, 200, game.Done},
		"more than asked":   {`{"code":0,"before_balance":14,"after_balance":4}`, 200, game.Unknown},
		"the other way":     {`{"code":0,"before_balance":4,"after_balance":9}`, 200, game.Unknown},
		"no balance":        {`{"code":0,"message":"success"}`, 200, game.Unknown},
		"yes with HTTP 202": {`{"code":0,"before_balance":9,"after_balance":4}`, 202, game.Unknown},
		"listed":            {`{"code":2033}`, 200, game.Rejected},
		"not enough":        {`{"code":801}`, 200, game.Rejected},
		"listed, HTTP 500":  {`{"code":2033}`, 500, game.Unknown},
		"database":          {`{"code":999}`, 200, game.Unknown},
		"of another call":   {`{"code":2053}`, 200, game.Unknown},
		"duplicate":         {`{"code":2037}`, 200, game.Unknown},
		"no code":           {`{"message":"success","before_balance":9,"after_balance":4}`, 200, game.Unknown},
		"code of some text": {`{"code":"0","before_balance":9,"after_balance":4}`, 200, game.Unknown},
	} {
		server := answering(c.status, func(string) string { return c.answer })
		o := connect(server.URL, outbound.Settings{}, false).Move(t.Context(), game.Move{
			Reference: "0a1b2c3d4e5f6g7", Player: game.Player{Username: "lotk0"}, Credits: -5 * money.Credit,
		})
		if o.Kind != c.want || o.Kind == game.Done && (o.After.Credits != 4*money.Credit || o.Outside != "5f1c") {
			t.Errorf("%s: %+v", name, o)
		}
		server.Close()
	}
}

func answering(status int, answer func(path string) string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer(r.URL.Path))
	}))
}

// Open bets and a balance that changed around them do not belong together: the balance counts as unread.
func TestBalanceMovesMeanwhile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second, turn string
		fine                bool
	}{
		{"10", "10.00", `{"code":0,"username":"LOTK0","data":{` +
			`"LOTTO":{"validAmount":1,"wlTurnAmount":0,"outstanding":2},` +
			`"SLOT":{"validAmount":1,"wlTurnAmount":0,"outstanding":3}}}`, true},
		{"10", "9", `{"code":0,"username":"lotk0","data":{}}`, false},
		{"10", "10", `{"code":0,"username":"lotk1","data":{}}`, false},
		{"10", "10", `{"code":0,"username":"lotk0"}`, false},
		{"10", "10", `{"code":0,"username":"lotk0","data":{"LOTTO":{"validAmount":1,"wlTurnAmount":0}}}`, false},
		{"10", "10", `{"code":2048}`, false},
	} {
		asked := 0
		server := answering(http.StatusOK, func(path string) string {
			if strings.HasSuffix(path, wire.PathTurn) {
				return c.turn
			}
			asked++
			return `{"code":0,"credit":` + map[bool]string{true: c.first, false: c.second}[asked == 1] + `}`
		})
		got, err := connect(server.URL, outbound.Settings{}, true).Balance(t.Context(), game.Player{Username: "lotk0", First: "r"})
		want := game.Reading{Credits: 10 * money.Credit, Outstanding: 5 * money.Credit}
		if (err == nil) != c.fine || c.fine && got != want {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
		server.Close()
	}
}

// The page of a login that names another account is not ours.
func TestWhoseLogin(t *testing.T) {
	t.Parallel()
	for whose, fine := range map[string]bool{"lotk0": true, "LOTK0@agent": true, "": true, "lotk1@agent": false} {
		server := answering(http.StatusOK, func(string) string {
			return `{"code":0,"data":{"playerUsername":"` + whose + `","urlFullPage":"https://lotto.example/token?token=t"}}`
		})
		provider := connect(server.URL, outbound.Settings{}, false)
		page, err := provider.Launch(t.Context(), game.Visit{Player: game.Player{Username: "lotk0"}})
		if (err == nil) != fine || fine && page.URL != "https://lotto.example/token?token=t" {
			t.Errorf("%q: %+v, %v", whose, page, err)
		}
		server.Close()
	}
}

// A caller with another key, or another agent, is rejected everywhere.
func TestWrongKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, false)
		credentials := sandbox.DemoCredentials().AMBLotto
		for name, config := range map[string]amblotto.Config{
			"key":   {Agent: credentials.AgentID, Key: credentials.Key + "x"},
			"agent": {Agent: credentials.AgentID + "x", Key: credentials.Key},
		} {
			config.BaseURL = s.outside.URL + "/games/" + code + "/amblotto"
			config.Outbound = s.outside.Outbound(0)
			p := amblotto.New(config)
			if got, err := p.Balance(t.Context(), s.player); !errors.Is(err, game.ErrRefused) {
				t.Errorf("another %s: %+v, %v", name, got, err)
			}
			if err := p.SetPassword(t.Context(), s.player, "Another12345"); !errors.Is(err, game.ErrRefused) {
				t.Errorf("another %s: %v", name, err)
			}
			if o := p.Move(t.Context(), s.order(money.Credit)); o.Kind != game.Rejected || len(s.outside.Moves(code)) != 0 {
				t.Errorf("another %s: %+v", name, o)
			}
		}
	})
}

// A report without any product is not a total of 0, which would take back an earlier report.
func TestNoProductIsNoTotal(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`{}`: 0, `{"LOTTO":{"validAmount":0,"wlTurnAmount":0,"outstanding":0}}`: 1} {
		server := answering(http.StatusOK, func(string) string { return `{"code":0,"username":"lotk0","data":` + data + `}` })
		reporter, _ := connect(server.URL, outbound.Settings{}, true).(game.Reporter)
		q := game.ReportQuery{Until: time.Now(), Limit: 9, Players: []game.Player{{Username: "lotk0", First: "r"}}}
		page, err := reporter.Report(t.Context(), q)
		if err != nil || len(page.Rows) != want {
			t.Errorf("%s: %+v, %v", data, page, err)
		}
		server.Close()
	}
}
