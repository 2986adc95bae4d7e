package games_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	amb "krapao/connect/provider/amb/wire"
	joker "krapao/connect/provider/joker/wire"
	"krapao/internal/clock"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// SPEC.md section 7 names fifteen providers; each is served by one of eight families.
func TestEveryGameIsServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		served := map[string]bool{}
		for _, game := range games.All() {
			served[game.Code] = true
			switch game.Family {
			case games.FamilyJoker:
				clienttest.NewJoker(t, s, game.Code).Create("user1")
			case games.FamilyAMB:
				clienttest.NewAMB(t, s, game.Code).Create("user1")
			case games.FamilyPG, games.FamilyPragmatic, games.FamilyBETFLIX, games.FamilyAMBLotto, games.FamilySBO, games.FamilyGSC:
				// The adapters' tests call these protocols.
			default:
				t.Errorf("%s: family %q", game.Code, game.Family)
			}
		}
		providers := "pg betflix askmebet imi usun areaslot circus slotracha pgslot joker2 huayhd joker slotxo ufabet superslot"
		for _, code := range strings.Fields(providers) {
			if !served[code] {
				t.Errorf("%s is not served", code)
			}
			if _, listed := s.Totals().Games[code]; !listed {
				t.Errorf("%s is not in the totals", code)
			}
		}
		// The same game does not exist with the other family's protocol.
		if status, _, _ := clienttest.NewJoker(t, s, "pgslot").Check("x"); status != http.StatusNotFound {
			t.Errorf("pgslot as Joker: HTTP %d", status)
		}
		if got := clienttest.NewAMB(t, s, "joker").Code(amb.PathBalance, "user1"); got != amb.CodeNoAgent {
			t.Errorf("joker as AMB: code %d", got)
		}
	})
}

func TestJoker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := clienttest.NewJoker(t, s, "joker")
		c.Now = now.Now
		c.Create("abc123")
		if got := c.Status(joker.MethodCreate, "ABC123"); got != http.StatusOK {
			t.Errorf("create again: HTTP %d", got)
		}

		moved := clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T0001", "100.00"))
		if moved.RequestID != "T0001" || moved.BeforeCredit != "0" || moved.Credit != "100" || moved.Username != "ABC123" {
			t.Errorf("TC: %+v", moved)
		}
		if again := clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T0001", "100")); again != moved {
			t.Errorf("TC again: %+v", again)
		}
		clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T0002", "-40.5"))
		checked := clienttest.Decode[joker.CheckReply](t)(c.Check("T0002"))
		if checked.Amount != "-40.5" || checked.Username != "ABC123" {
			t.Errorf("TCH: %+v", checked)
		}
		if status, _, _ := c.Check("T0003"); status != http.StatusNotFound {
			t.Errorf("TCH of an unknown reference: HTTP %d", status)
		}
		for name, tc := range map[string]struct {
			user, ref, amount string
			want              int
		}{
			"TooMuch":      {"abc123", "T0010", "-59.51", 400},
			"OtherContent": {"abc123", "T0001", "99", 400},
			"NoUser":       {"nobody", "T0011", "1", 404},
			"Zero":         {"abc123", "T0012", "0", 400},
			"SmallStep":    {"abc123", "T0013", "0.001", 400},
			"NotANumber":   {"abc123", "T0014", "1e3", 400},
			"BadReference": {"abc123", "T-14", "1", 400},
		} {
			if status, body, err := c.Move(tc.user, tc.ref, tc.amount); err != nil || status != tc.want {
				t.Errorf("%s: HTTP %d, %v: %s", name, status, err, body)
			}
		}
		credit := joker.Request{Method: joker.MethodCredit, Username: "abc123"}
		if got := clienttest.Decode[joker.CreditReply](t)(c.Call(credit)); got.Credit != "59.5" {
			t.Errorf("GC: %+v", got)
		}
		got := c.Status(joker.MethodSetPassword, "abc123")
		if got != http.StatusOK || s.Account("joker", "abc123").Password != "secret1" {
			t.Errorf("SP: HTTP %d, %+v", got, s.Account("joker", "abc123"))
		}
		for method, want := range map[string]int{
			joker.MethodCredit: 404, joker.MethodPlay: 404, joker.MethodSetPassword: 404, joker.MethodSignOut: 404, "XX": 400,
		} {
			if got := c.Status(method, "nobody"); got != want {
				t.Errorf("%s of nobody: HTTP %d", method, got)
			}
		}
		for off, want := range map[time.Duration]int{
			-5 * time.Minute: 200, -5*time.Minute - time.Second: 403, 5*time.Minute + time.Second: 403,
		} {
			c.Now = func() time.Time { return clienttest.Begin.Add(off) }
			if got := c.Status(joker.MethodCredit, "abc123"); got != want {
				t.Errorf("a call of %s ago: HTTP %d", -off, got)
			}
		}
		c.Now, c.Secret = now.Now, "other"
		if status, _, _ := c.Move("abc123", "T0020", "1"); status != http.StatusForbidden {
			t.Errorf("wrong signature: HTTP %d", status)
		}
		want := sandboxtest.GameTotals{Deposited: "100", Withdrawn: "40.5", Balance: "59.5", Result: "0", Outstanding: "0"}
		if got := s.Totals().Games["joker"]; got != want {
			t.Errorf("totals: %+v", got)
		}
	})
}

func TestJokerReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := clienttest.NewJoker(t, s, "joker")
		c.Now = now.Now
		for _, user := range []string{"user1", "user2"} {
			c.Create(user)
			clienttest.Decode[joker.TransferReply](t)(c.Move(user, user, "1000"))
		}
		s.Round("joker", "user1", "10", "0")
		now.Advance(time.Minute)
		s.Round("joker", "user1", "5", "12.5")
		s.Round("joker", "user2", "1", "1")
		rounds := c.Rounds(clienttest.Begin.Add(time.Minute), clienttest.Begin.Add(2*time.Minute))
		if len(rounds) != 2 || rounds[0].Amount != "5" || rounds[0].Result != "12.5" || rounds[0].Username != "USER1" ||
			!rounds[0].Time.Equal(clienttest.Begin.Add(time.Minute)) {
			t.Errorf("TSM: %+v", rounds)
		}
		minute := clienttest.Begin.In(joker.Zone).Format(joker.MinuteFormat)
		for name, in := range map[string]joker.Request{
			"NoDates": {StartDate: "today", EndDate: "tomorrow", Delay: joker.NoDelay},
			"NoDelay": {StartDate: minute, EndDate: minute},
			"BadPage": {StartDate: minute, EndDate: minute, Delay: joker.NoDelay, NextID: "-1"},
		} {
			in.Method = joker.MethodRounds
			if status, _, _ := c.Call(in); status != 400 {
				t.Errorf("TSM, %s: HTTP %d", name, status)
			}
		}
	})
}

func TestAMB(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := clienttest.NewAMB(t, s, "pgslot")
		c.Create("abc123")
		if got := c.Code(amb.PathCreate, "abc123"); got != amb.CodeExists {
			t.Errorf("create again: code %d", got)
		}
		if got := s.Account("pgslot", "abc123"); got.Password != "secret1" || got.Balance != "0" {
			t.Errorf("account: %+v", got)
		}
		moved := clienttest.Decode[amb.Reply[amb.MoveData]](t)(c.Deposit("abc123", "100.5"))
		if moved.Status.Code != amb.CodeOK || moved.Data.Balance != (amb.Change{Before: "0", After: "100.5"}) {
			t.Errorf("deposit: %+v", moved)
		}
		// There is no reference: repeating the movement makes another one.
		moved = clienttest.Decode[amb.Reply[amb.MoveData]](t)(c.Deposit("abc123", "100.5"))
		if moved.Data.Balance.After != "201" {
			t.Errorf("deposit again: %+v", moved)
		}
		moved = clienttest.Decode[amb.Reply[amb.MoveData]](t)(c.Withdraw("abc123", "1"))
		if moved.Data.Balance != (amb.Change{Before: "201", After: "200"}) {
			t.Errorf("withdraw: %+v", moved)
		}
		for name, tc := range map[string]struct {
			got  func() (int, []byte, error)
			want int
		}{
			"TooMuch":   {func() (int, []byte, error) { return c.Withdraw("abc123", "200.01") }, amb.CodeNotEnough},
			"NoUser":    {func() (int, []byte, error) { return c.Deposit("nobody", "1") }, amb.CodeNoUser},
			"Zero":      {func() (int, []byte, error) { return c.Deposit("abc123", "0") }, amb.CodeBadInput},
			"Negative":  {func() (int, []byte, error) { return c.Withdraw("abc123", "-1") }, amb.CodeBadInput},
			"SmallStep": {func() (int, []byte, error) { return c.Deposit("abc123", "0.001") }, amb.CodeBadInput},
			"NoAgent": {func() (int, []byte, error) {
				return c.Call(amb.PathDeposit, amb.Move{Username: "abc123", Amount: "1", Agent: "x"})
			}, amb.CodeNoAgent},
			"BadBody": {func() (int, []byte, error) { return c.Call(amb.PathDeposit, "text") }, amb.CodeBadInput},
		} {
			if got := clienttest.Decode[amb.Reply[amb.MoveData]](t)(tc.got()); got.Status.Code != tc.want || got.Data != nil {
				t.Errorf("%s: %+v, want %d", name, got, tc.want)
			}
		}
		account := amb.Account{Username: "abc123", Agent: c.Agent}
		balance := clienttest.Decode[amb.Reply[amb.BalanceData]](t)(c.Call(amb.PathBalance, account))
		if balance.Data.Balance != "200" {
			t.Errorf("balance: %+v", balance)
		}
		if c.Code(amb.PathPassword, "abc123") != amb.CodeOK || s.Account("pgslot", "abc123").Password != "secret2" {
			t.Errorf("password: %+v", s.Account("pgslot", "abc123"))
		}
		account.Lang = "lo"
		launched := clienttest.Decode[amb.Reply[amb.LaunchData]](t)(c.Call(amb.PathLaunch, account))
		address, err := url.Parse(launched.Data.URL)
		query := address.Query()
		inLobby := strings.HasPrefix(launched.Data.URL, s.URL+"/lobby/pgslot?")
		if err != nil || !inLobby || query.Get("token") == "" || query.Get("lang") != "lo" {
			t.Errorf("launch: %s", launched.Data.URL)
		}
		c.Secret = "other"
		if got := c.Code(amb.PathBalance, "abc123"); got != amb.CodeSignature {
			t.Errorf("wrong signature: code %d", got)
		}
		want := sandboxtest.GameTotals{Deposited: "201", Withdrawn: "1", Balance: "200", Result: "0", Outstanding: "0"}
		if got := s.Totals().Games["pgslot"]; got != want {
			t.Errorf("totals: %+v", got)
		}
	})
}

func TestAMBReports(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := clienttest.NewAMB(t, s, "pgslot")
		for _, user := range []string{"user1", "user2", "user3"} {
			c.Create(user)
			clienttest.Decode[amb.Reply[amb.MoveData]](t)(c.Deposit(user, "100"))
		}
		s.Round("pgslot", "user1", "10", "0")
		now.Advance(time.Second)
		s.Round("pgslot", "user1", "5", "12.5")
		s.Round("pgslot", "user2", "1", "1")
		day := clienttest.Begin.In(amb.Zone).Format(amb.DayFormat)
		report := clienttest.Decode[amb.Reply[amb.ReportData]](t)(c.Call(amb.PathReport, amb.Report{
			Agent: c.Agent, StartDate: day, EndDate: day, UserList: []string{"user1", "user3"}, Page: 1, Limit: 100,
		}))
		want := amb.UserReport{Username: "user1", Rounds: 2, Turnover: "15", WinLoss: "-2.5"}
		if len(report.Data.List) != 1 || report.Data.List[0] != want {
			t.Errorf("report: %+v", report.Data)
		}
		rounds := func(page, limit int) amb.RoundsData {
			return *clienttest.Decode[amb.Reply[amb.RoundsData]](t)(c.Call(amb.PathRounds, amb.Rounds{
				Agent: c.Agent, Username: "user1", Start: clienttest.Begin, End: clienttest.Begin.Add(time.Minute), Page: page, Limit: limit,
			})).Data
		}
		first := rounds(1, 1)
		if first.Total == nil || *first.Total != 2 || len(first.List) != 1 || first.List[0].Bet != "10" || first.List[0].ID == "" {
			t.Errorf("rounds: %+v", first)
		}
		second := rounds(2, 1)
		if len(second.List) != 1 || second.List[0].Win != "12.5" || !second.List[0].SettledAt.Equal(clienttest.Begin.Add(time.Second)) {
			t.Errorf("second page: %+v", second)
		}
		for _, bad := range []amb.Report{
			{Agent: c.Agent, StartDate: "x", EndDate: day, Page: 1, Limit: 1}, {Agent: c.Agent, StartDate: day, EndDate: day},
		} {
			if got := clienttest.Decode[amb.Reply[amb.ReportData]](t)(c.Call(amb.PathReport, bad)); got.Status.Code != amb.CodeBadInput {
				t.Errorf("%+v: code %d", bad, got.Status.Code)
			}
		}
	})
}

func TestRound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := clienttest.NewAMB(t, s, "askmebet")
		c.Create("abc123")
		clienttest.Decode[amb.Reply[amb.MoveData]](t)(c.Deposit("abc123", "10"))
		if got := s.Round("askmebet", "abc123", "2.5", "0.0001"); got.Balance != "7.5001" || got.Turnover != "2.5" || got.Rounds != 1 {
			t.Errorf("round: %+v", got)
		}
		s.Round("askmebet", "abc123", "7.5001", "0")
		s.Round("askmebet", "abc123", "0", "1000")
		for name, tc := range map[string]struct {
			path, body string
			want       int
		}{
			"TooMuch":     {"askmebet/abc123", `{"bet":1000.01,"win":0}`, 409},
			"NoUser":      {"askmebet/nobody", `{"bet":1,"win":0}`, 404},
			"NoGame":      {"nogame/abc123", `{"bet":1,"win":0}`, 404},
			"NegativeBet": {"askmebet/abc123", `{"bet":-1,"win":0}`, 400},
			"NegativeWin": {"askmebet/abc123", `{"bet":1,"win":-1}`, 400},
			"Decimals":    {"askmebet/abc123", `{"bet":0.00001,"win":0}`, 400},
			"Text":        {"askmebet/abc123", `{"bet":"1","win":0}`, 400},
			"NoWin":       {"askmebet/abc123", `{"bet":1}`, 400},
			"MoreFields":  {"askmebet/abc123", `{"bet":1,"win":0,"lose":1}`, 400},
			"Empty":       {"askmebet/abc123", `{}`, 400},
		} {
			var answer struct{ Message string }
			s.Call(http.MethodPost, "/sandbox/games/"+tc.path+"/round", json.RawMessage(tc.body), tc.want, &answer)
			if answer.Message == "" {
				t.Errorf("%s: no message", name)
			}
		}
		s.Call(http.MethodGet, "/sandbox/games/askmebet/nobody", nil, http.StatusNotFound, nil)
		want := sandboxtest.GameTotals{Deposited: "10", Withdrawn: "0", Balance: "1000", Result: "990", Outstanding: "0"}
		if got := s.Totals().Games["askmebet"]; got != want {
			t.Errorf("totals: %+v", got)
		}
	})
}

// Sixty-four concurrent callers of one account: every movement counts once, and the provider's totals still agree.
func TestConcurrentMoves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		j, a := clienttest.NewJoker(t, s, "joker"), clienttest.NewAMB(t, s, "pgslot")
		j.Create("user1")
		a.Create("user1")
		next := clienttest.NewCounter()
		var callers sync.WaitGroup
		for range 64 {
			ref := next("r")
			callers.Go(func() {
				for range 2 { // each reference twice
					if status, body, err := j.Move("user1", ref, "1.25"); err != nil || status != http.StatusOK {
						t.Errorf("joker: HTTP %d, %v: %s", status, err, body)
					}
				}
				if status, body, err := a.Deposit("user1", "1.25"); err != nil || status != http.StatusOK {
					t.Errorf("amb: HTTP %d, %v: %s", status, err, body)
				}
				s.Round("pgslot", "user1", "1", "0.5")
			})
		}
		callers.Wait()
		want := sandboxtest.GameTotals{Deposited: "80", Withdrawn: "0", Balance: "80", Result: "0", Outstanding: "0"}
		if got := s.Totals().Games["joker"]; got != want {
			t.Errorf("joker: %+v", got)
		}
		want.Balance, want.Result = "48", "-32"
		if got := s.Totals().Games["pgslot"]; got != want {
			t.Errorf("pg: %+v", got)
		}
	})
}
