package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	amb "krapao/connect/provider/amb/wire"
	joker "krapao/connect/provider/joker/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// get reads a page.
func get(t *testing.T, s *sandboxtest.Sandbox, address string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(body)
}

// launch opens a lobby with credits in it and returns its address.
func launch(t *testing.T, s *sandboxtest.Sandbox, code string, amount json.Number) string {
	t.Helper()
	for _, game := range games.All() {
		if game.Code != code {
			continue
		}
		if game.Family == games.FamilyJoker {
			c := newJoker(t, s, code)
			c.create("player1")
			decode[joker.TransferReply](t)(c.move("player1", "in", amount.String()))
			played := decode[joker.PlayReply](t)(c.call(joker.Request{Method: joker.MethodPlay, Username: "player1"}))
			return joker.LaunchURL(s.URL+"/lobby/"+code, played.Token, "", true, "th")
		}
		c := newAMB(t, s, code)
		c.create("player1")
		decode[amb.Reply[amb.MoveData]](t)(c.deposit("player1", amount))
		return decode[amb.Reply[amb.LaunchData]](t)(c.call(amb.PathLaunch, amb.Account{Username: "player1", Agent: c.agent})).Data.URL
	}
	t.Fatalf("no game %s", code)
	return ""
}

// furnish puts something on every page.
func furnish(t *testing.T, s *sandboxtest.Sandbox) {
	t.Helper()
	client := newClient(s)
	decode[json.RawMessage](t)(smsSend(t, client, s, "0812345678"))
	decode[json.RawMessage](t)(smsSend(t, client, s, "0899998888"))
	bank, payer := newKBank(t, s), newPayer(t, s)
	for _, uid := range []string{"kr0paidpaidpaid", "kr1cancelcancel", "kr2openopenopen"} {
		in := bank.order(uid, "500")
		in.Reference2, in.Reference3 = "SCB 4051234567", "SOMCHAI JAIDEE"
		decode[json.RawMessage](t)(bank.post("/v1/qrpayment/request", in))
	}
	s.Pay("kr0paidpaidpaid", sandboxtest.Payer{FromBank: "SCB", FromAccount: "4051234567", FromName: "SOMCHAI JAIDEE"})
	bank.cancel("kr1cancelcancel")
	s.Reverse(s.Transfer(sandboxtest.Transfer{
		FromBank: "KTB", FromAccount: "9990001112", FromName: "สมหญิง ใจงาม", ToBank: "SCB", ToAccount: "4068123456", Amount: "321.09",
	}).Ref)
	s.PayoutAuto(false)
	for i, ref := range []string{"kr0settled", "kr1failed", "kr2bounced", "kr3accepted"} {
		decode[json.RawMessage](t)(payer.order(ref, []string{"300.00", "1250.50", "100.00", "20000.00"}[i]))
	}
	s.DecidePayout("kr0settled", "settle")
	s.DecidePayout("kr1failed", "fail")
	s.DecidePayout("kr2bounced", "bounce")
	s.TakeVoucher(s.Voucher(sandboxtest.Voucher{Amount: "1234.5"}), sandbox.DemoCredentials().TrueMoney.Mobile)
	for _, one := range []sandboxtest.Voucher{{Amount: "20"}, {Amount: "10", People: 3}, {Amount: "5", Used: true}, {Amount: "6", Expired: true}, {Amount: "7", Own: true}} {
		s.Voucher(one)
	}
}

// Every page in every language: marked SANDBOX, no text missing, nothing that a strict content policy forbids.
func TestPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		furnish(t, s)
		pages := map[string]string{
			"/": "PG Slot", "/phone": "0899998888", "/phone?phone=0812345678": s.SMS("0812345678")[0].Code,
			"/bank": "kr2openopenopen", "/bank?toBank=KTB": "฿321.09",
			"/bank?fromBank=BBL&fromAccount=123-4-56789-0&fromName=A+B&amount=12.34": `value="1234567890"`, "/voucher": "฿1,234.50", "/lobby/pgslot": `name="username"`, "/lobby/superslot/login": `name="password"`, "/lobby/joker?token=wrong": `role="alert"`,
		}
		for _, code := range []string{"joker2", "askmebet"} {
			pages[strings.TrimPrefix(launch(t, s, code, "1234.5"), s.URL)] = "1,234.50"
		}
		inline := regexp.MustCompile(`(?i)<script(?: [^>]*)?>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
		for path, want := range pages {
			for _, lang := range []string{"th", "lo", "en"} {
				address, err := url.Parse(s.URL + path)
				if err != nil {
					t.Fatal(err)
				}
				query := address.Query()
				query.Set("lang", lang)
				address.RawQuery = query.Encode()
				status, header, page := get(t, s, address.String())
				if status != http.StatusOK || !strings.Contains(page, want) || !strings.Contains(page, `<html lang="`+lang+`">`) {
					t.Errorf("%s in %s: HTTP %d, or not what it should show", path, lang, status)
				}
				if !strings.Contains(page, "SANDBOX") {
					t.Errorf("%s in %s is not marked", path, lang)
				}
				if found := inline.FindString(page); found != "" {
					t.Errorf("%s in %s has inline %q", path, lang, found)
				}
				policy := header.Get("Content-Security-Policy")
				if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || header.Get("Referrer-Policy") != "no-referrer" {
					t.Errorf("%s in %s: headers %v", path, lang, header)
				}
			}
		}
		for _, path := range []string{"/nothing", "/lobby/nothing"} {
			if status, _, page := get(t, s, s.URL+path); status != http.StatusNotFound || !strings.Contains(page, "404") {
				t.Errorf("%s: HTTP %d", path, status)
			}
		}
	})
}

// The pages' own files are all there.
func TestPageAssets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		_, _, page := get(t, s, s.URL+"/")
		_, _, css := get(t, s, s.URL+"/asset/sandbox.css")
		var paths []string
		for _, found := range regexp.MustCompile(`(?:src|href)="(/asset/[^"]+)"`).FindAllStringSubmatch(page, -1) {
			paths = append(paths, found[1])
		}
		for _, found := range regexp.MustCompile(`url\(([^)]+)\)`).FindAllStringSubmatch(css, -1) {
			paths = append(paths, "/asset/"+found[1])
		}
		if len(paths) < 8 {
			t.Errorf("only %v", paths)
		}
		for _, path := range paths {
			if status, _, body := get(t, s, s.URL+path); status != http.StatusOK || body == "" {
				t.Errorf("%s: HTTP %d", path, status)
			}
		}
	})
}

func TestLobbyLogin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		newAMB(t, s, "askmebet").create("abc123")
		newJoker(t, s, "joker").create("abc123") // has no password yet
		login := func(code, username, password string) (int, string) {
			answer, err := newClient(s).PostForm(s.URL+"/lobby/"+code+"/login", url.Values{"username": {username}, "password": {password}, "lang": {"en"}})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			body, _ := io.ReadAll(answer.Body)
			return answer.StatusCode, string(body)
		}
		if status, page := login("askmebet", "abc123", "secret1"); status != http.StatusOK || !strings.Contains(page, "abc123") || !strings.Contains(page, "Pick a corner") {
			t.Errorf("right password: HTTP %d", status)
		}
		for _, tc := range [][3]string{{"askmebet", "abc123", "wrong"}, {"askmebet", "nobody", "secret1"}, {"joker", "abc123", ""}, {"pgslot", "abc123", "secret1"}} {
			if status, page := login(tc[0], tc[1], tc[2]); status != http.StatusUnauthorized || !strings.Contains(page, "Wrong account name or password") {
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
			address, err := url.Parse(launch(t, s, code, "100"))
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
	r, err := newClient(s).Post(s.URL+"/lobby/"+code+"/bet", "application/json", strings.NewReader(body))
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
		now := clock.NewFake(start)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		token := func(code string) string {
			address, err := url.Parse(launch(t, s, code, "100"))
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
		if status != http.StatusOK || json.Unmarshal(answer, &placed) != nil || !placed.Open || placed.Balance != "60" || placed.Outstanding != "40" {
			t.Errorf("an open bet: HTTP %d: %s", status, answer)
		}
		if _, _, page := get(t, s, s.URL+"/lobby/askmebet?lang=en&token="+sport); !strings.Contains(page, `<span class="chip">Open</span>`) || !strings.Contains(page, "On open bets") {
			t.Error("the open bet is not shown")
		}
		if got := s.Settle("askmebet", "player1", "57"); got.Balance != "117" { // before it is due
			t.Errorf("settled: %+v", got)
		}
		if status, answer := postBet(t, s, "askmebet", `{"token":"`+sport+`","bet":10,"pick":"right","open":true}`); status != http.StatusOK {
			t.Errorf("a second one: HTTP %d: %s", status, answer)
		}
		for _, one := range []struct {
			after time.Duration
			left  json.Number
		}{{3*time.Second - time.Microsecond, "10"}, {time.Microsecond, "0"}} { // by itself, when it is due
			now.Advance(one.after)
			pass(time.Second) // and who settles has looked
			if got := s.Account("askmebet", "player1"); got.Outstanding != one.left {
				t.Errorf("at %s: %+v", now.Now(), got)
			}
		}
		if got := s.Account("askmebet", "player1"); got.Turnover != "50" || got.Rounds != 2 || got.Balance != "107" && got.Balance != "121.2" {
			t.Errorf("settled by itself: %+v", got)
		}
		if status, answer := postBet(t, s, "pgslot", `{"token":"`+slot+`","bet":1,"pick":"","open":true}`); status != http.StatusBadRequest || !strings.Contains(string(answer), "badStake") {
			t.Errorf("a slot's open bet: HTTP %d: %s", status, answer)
		}
	})
}
