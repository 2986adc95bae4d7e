package games_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func TestLobbyLogin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		clienttest.NewAMB(t, s, "askmebet").Create("abc123")
		clienttest.NewJoker(t, s, "joker").Create("abc123") // has no password yet
		login := func(code, username, password string) (int, string) {
			form := url.Values{"username": {username}, "password": {password}, "lang": {"en"}}
			answer, err := clienttest.New(s).PostForm(s.URL+"/lobby/"+code+"/login", form)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			body, _ := io.ReadAll(answer.Body)
			return answer.StatusCode, string(body)
		}
		status, page := login("askmebet", "abc123", "secret1")
		if status != http.StatusOK || !strings.Contains(page, "abc123") || !strings.Contains(page, "Pick a corner") {
			t.Errorf("right password: HTTP %d", status)
		}
		for _, tc := range [][3]string{
			{"askmebet", "abc123", "wrong"}, {"askmebet", "nobody", "secret1"}, {"joker", "abc123", ""}, {"pgslot", "abc123", "secret1"},
		} {
			status, page := login(tc[0], tc[1], tc[2])
			if status != http.StatusUnauthorized || !strings.Contains(page, "Wrong account name or password") {
				t.Errorf("%v: HTTP %d", tc, status)
			}
		}
	})
}

func TestLobbyBet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		bet := func(code, body string) (int, []byte) { return postBet(t, s, code, body) }
		for code, pick := range map[string]string{"pgslot": "", "askmebet": "left"} {
			address, err := url.Parse(clienttest.Launch(t, s, code, "100"))
			if err != nil {
				t.Fatal(err)
			}
			token := address.Query().Get("token")
			body := func(token, amount, pick string) string {
				return `{"token":"` + token + `","bet":` + amount + `,"pick":"` + pick + `"}`
			}
			status, answer := bet(code, body(token, "2.5", pick))
			var round struct {
				Shown             []string
				Bet, Win, Balance json.Number
			}
			if status != http.StatusOK || json.Unmarshal(answer, &round) != nil || round.Bet != "2.5" || len(round.Shown) < 2 {
				t.Errorf("%s: HTTP %d: %s", code, status, answer)
			}
			if got := s.Account(code, "player1"); got.Balance != round.Balance || got.Turnover != "2.5" || got.Rounds != 1 {
				t.Errorf("%s: %+v after %s", code, got, answer)
			}
			for name, tc := range map[string]struct {
				body, want string
				status     int
			}{
				"TooMuch":  {body(token, "9999", pick), "notEnough", 409},
				"TooSmall": {body(token, "0.5", pick), "badStake", 400},
				"TooLarge": {body(token, "10001", pick), "badStake", 400},
				"HalfStep": {body(token, "1.005", pick), "badStake", 400},
				"NoToken":  {body("x", "1", pick), "sessionOver", 401},
				"NoBody":   {"", "sessionOver", 401},
			} {
				if status, answer := bet(code, tc.body); status != tc.status || !strings.Contains(string(answer), tc.want) {
					t.Errorf("%s %s: HTTP %d: %s", code, name, status, answer)
				}
			}
			if pick != "" {
				if status, _ := bet(code, body(token, "1", "up")); status != 400 {
					t.Errorf("%s: an impossible pick: HTTP %d", code, status)
				}
			}
		}
		if status, _ := bet("pgslot", `{"token":"`+strings.Repeat("a", 32)+`","bet":1,"pick":""}`); status != 401 {
			t.Errorf("a token of nobody: HTTP %d", status)
		}
	})
}

// postBet plays a round in a lobby as its page does.
func postBet(t *testing.T, s *sandboxtest.Sandbox, code, body string) (int, []byte) {
	t.Helper()
	r, err := clienttest.New(s).Post(s.URL+"/lobby/"+code+"/bet", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	answer, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, answer
}

// An open bet of the penalty game is outstanding until the control API settles it, or it is due.
func TestLobbyOpenBet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		token := func(code string) string {
			address, err := url.Parse(clienttest.Launch(t, s, code, "100"))
			if err != nil {
				t.Fatal(err)
			}
			return address.Query().Get("token")
		}
		sport, slot := token("askmebet"), token("pgslot")
		var placed struct {
			Open                 bool
			Balance, Outstanding json.Number
		}
		status, answer := postBet(t, s, "askmebet", `{"token":"`+sport+`","bet":40,"pick":"left","open":true}`)
		read := json.Unmarshal(answer, &placed) == nil
		if status != http.StatusOK || !read || !placed.Open || placed.Balance != "60" || placed.Outstanding != "40" {
			t.Errorf("an open bet: HTTP %d: %s", status, answer)
		}
		_, _, page := clienttest.Get(t, s, s.URL+"/lobby/askmebet?lang=en&token="+sport)
		if !strings.Contains(page, `<span class="chip">Open</span>`) || !strings.Contains(page, "On open bets") {
			t.Error("the open bet is not shown")
		}
		if got := s.Settle("askmebet", "player1", "57"); got.Balance != "117" { // before it is due
			t.Errorf("settled: %+v", got)
		}
		second := `{"token":"` + sport + `","bet":10,"pick":"right","open":true}`
		if status, answer := postBet(t, s, "askmebet", second); status != http.StatusOK {
			t.Errorf("a second one: HTTP %d: %s", status, answer)
		}
		for _, one := range []struct {
			after time.Duration
			left  json.Number
		}{{3*time.Second - time.Microsecond, "10"}, {time.Microsecond, "0"}} { // by itself, when it is due
			now.Advance(one.after)
			clienttest.Pass(time.Second) // the worker has looked
			if got := s.Account("askmebet", "player1"); got.Outstanding != one.left {
				t.Errorf("at %s: %+v", now.Now(), got)
			}
		}
		got := s.Account("askmebet", "player1")
		if got.Turnover != "50" || got.Rounds != 2 || got.Balance != "107" && got.Balance != "121.2" {
			t.Errorf("settled by itself: %+v", got)
		}
		status, answer = postBet(t, s, "pgslot", `{"token":"`+slot+`","bet":1,"pick":"","open":true}`)
		if status != http.StatusBadRequest || !strings.Contains(string(answer), "badStake") {
			t.Errorf("a slot's open bet: HTTP %d: %s", status, answer)
		}
	})
}
