package games_test

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	joker "krapao/connect/provider/joker/wire"
	"krapao/internal/clock"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// A stake leaves the balance at once and is in no report until it is settled.
func TestOpenStakes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := clienttest.NewJoker(t, s, "joker")
		c.Now = now.Now
		c.Create("abc123")
		clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T1", "100"))
		rounds := func() []joker.Round { return c.Rounds(clienttest.Begin, now.Now().Add(time.Minute)) }
		s.Stake("joker", "abc123", "30")
		got := s.Stake("joker", "abc123", "20")
		if got.Balance != "50" || got.Outstanding != "50" || got.Turnover != "0" || got.Rounds != 0 || len(rounds()) != 0 {
			t.Errorf("staked: %+v, %v", got, rounds())
		}
		credit := clienttest.Decode[joker.CreditReply](t)(c.Call(joker.Request{Method: joker.MethodCredit, Username: "abc123"}))
		if credit.Credit != "50" || credit.OutstandingCredit != "50" {
			t.Errorf("GC: %+v", credit)
		}
		want := sandboxtest.GameTotals{Deposited: "100", Withdrawn: "0", Balance: "50", Result: "0", Outstanding: "50"}
		if got := s.Totals().Games["joker"]; got != want {
			t.Errorf("totals: %+v", got)
		}
		now.Advance(5 * time.Minute)
		got = s.Settle("joker", "abc123", "75.5") // the 30, which is the older
		if got.Balance != "125.5" || got.Outstanding != "20" || got.Turnover != "30" || got.Rounds != 1 {
			t.Errorf("settled: %+v", got)
		}
		if list := rounds(); len(list) != 1 || list[0].Amount != "30" || list[0].Result != "75.5" || !list[0].Time.Equal(now.Now()) {
			t.Errorf("a round's time is its settlement: %+v", list)
		}
		got = s.VoidStake("joker", "abc123")
		if got.Balance != "145.5" || got.Outstanding != "0" || got.Turnover != "30" || got.Rounds != 1 {
			t.Errorf("void: %+v", got)
		}
		if got = s.Void("joker", "abc123"); got.Balance != "100" || got.Turnover != "0" || got.Rounds != 0 || len(rounds()) != 0 {
			t.Errorf("the settled one void: %+v, %v", got, rounds())
		}
		for path, tc := range map[string]struct {
			body string
			want int
		}{
			"abc123/stake":  {`{"amount":100.01}`, 409},
			"nobody/stake":  {`{"amount":1}`, 404},
			"abc123/settle": {`{"win":1}`, 404},
			"abc123/void":   {`{}`, 404},
		} {
			s.Call(http.MethodPost, "/sandbox/games/joker/"+path, json.RawMessage(tc.body), tc.want, nil)
		}
		for path, body := range map[string]string{"stake": `{"amount":0}`, "settle": `{"win":1,"void":true}`, "void": `[]`} {
			s.Call(http.MethodPost, "/sandbox/games/joker/abc123/"+path, json.RawMessage(body), 400, nil)
		}
	})
}

// Under a report's fault late_apply rounds are listed late, and the call is answered.
func TestRoundsListedLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := clienttest.NewJoker(t, s, "joker")
		c.Now = now.Now
		c.Create("abc123")
		clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T1", "100"))
		s.Round("joker", "abc123", "1", "0")
		now.Advance(time.Minute)
		s.Round("joker", "abc123", "2", "0")
		listed := func() int { return len(c.Rounds(clienttest.Begin, now.Now().Add(time.Minute))) }
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "report", Mode: "late_apply", DelayMS: 30_000})
		if late, after := listed(), listed(); late != 1 || after != 2 {
			t.Errorf("%d rounds are listed late, %d after it", late, after)
		}
	})
}

// Calls are counted by the faults they met, and the counts survive clearing the faults.
func TestCallsAreCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := clienttest.NewJoker(t, s, "joker")
		c.Create("abc123")
		s.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "refuse", Count: 2})
		for _, ref := range []string{"a", "b", "c"} {
			if _, _, err := c.Move("abc123", ref, "1"); err != nil {
				t.Fatal(err)
			}
		}
		s.ClearFaults()
		got := map[sandboxtest.Met]bool{}
		for _, one := range s.Calls() {
			got[one] = true
		}
		for _, want := range []sandboxtest.Met{
			{Target: "game:joker", Op: "create", Calls: 1},
			{Target: "game:joker", Op: "move", Calls: 1},
			{Target: "game:joker", Op: "move", Mode: "refuse", Calls: 2},
		} {
			if !got[want] {
				t.Errorf("no %+v in %v", want, got)
			}
		}
	})
}

// An older sandbox's file, without open stakes, is upgraded with its rounds.
func TestOlderFileIsTakenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		db, err := sql.Open("sqlite", filepath.Join(dir, "sandbox.db"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), `
			CREATE TABLE game_account (game TEXT NOT NULL, username TEXT NOT NULL, password TEXT NOT NULL,
				balance BIGINT NOT NULL DEFAULT 0, deposited BIGINT NOT NULL DEFAULT 0, withdrawn BIGINT NOT NULL DEFAULT 0,
				bet BIGINT NOT NULL DEFAULT 0, won BIGINT NOT NULL DEFAULT 0, rounds BIGINT NOT NULL DEFAULT 0,
				created_at BIGINT NOT NULL, PRIMARY KEY (game, username),
				CHECK (balance = deposited - withdrawn - bet + won));
			CREATE TABLE game_round (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, username TEXT NOT NULL,
				bet BIGINT NOT NULL, win BIGINT NOT NULL, after BIGINT NOT NULL, shown TEXT NOT NULL, played_at BIGINT NOT NULL);
			INSERT INTO game_account VALUES ('joker', 'abc123', '', 90000, 100000, 0, 10000, 0, 1, 1);
			INSERT INTO game_round VALUES (7, 'old', 'joker', 'abc123', 10000, 0, 90000, '', 1784000000000000)`); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		s := sandboxtest.Start(t, sandboxtest.Options{DataDir: dir})
		s.Restart() // again: there is nothing left to upgrade
		if got := s.Stake("joker", "abc123", "4"); got.Balance != "5" || got.Turnover != "1" || got.Outstanding != "4" {
			t.Errorf("account: %+v", got)
		}
		at := clock.Micros(1784000000000000).Time()
		if rounds := clienttest.NewJoker(t, s, "joker").Rounds(at, at.Add(time.Minute)); len(rounds) != 1 || rounds[0].Amount != "1" {
			t.Errorf("the old round: %+v", rounds)
		}
	})
}

// The journal has each movement once, and changes without the wallet's knowledge keep the provider's totals consistent.
func TestGameJournal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := clienttest.NewJoker(t, s, "joker")
		c.Create("abc123")
		for range 2 {
			clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T1", "100"))
		}
		clienttest.Decode[joker.TransferReply](t)(c.Move("abc123", "T2", "-30"))
		s.Move("joker", "abc123", "5.5", "")
		s.Round("joker", "abc123", "10", "2")
		list := s.Moves("joker")
		if len(list) != 3 || list[0].Ref != "T1" || list[0].Amount != "100" ||
			list[1].Amount != "-30" || list[1].After != "70" || list[2].Ref != "" {
			t.Errorf("journal: %+v", list)
		}
		want := sandboxtest.ListedAccount{
			Username: "abc123", Balance: "67.5", Outstanding: "0", Deposited: "105.5", Withdrawn: "30",
			Turnover: "10", Result: "-8", Rounds: 1,
		}
		if got := s.Accounts("joker"); len(got) != 1 || got[0] != want {
			t.Errorf("accounts: %+v", got)
		}
		if got := s.Rewrite("joker", "T1", "90"); got.Balance != "57.5" {
			t.Errorf("rewritten: %+v", got)
		}
		if got := s.Forget("joker", "T2"); got.Balance != "87.5" || len(s.Moves("joker")) != 2 {
			t.Errorf("forgotten: %+v", got)
		}
		totals := sandboxtest.GameTotals{Deposited: "95.5", Withdrawn: "0", Balance: "87.5", Result: "-8", Outstanding: "0"}
		if got := s.Totals().Games["joker"]; got != totals {
			t.Errorf("totals: %+v", got)
		}
		for path, tc := range map[string]struct {
			body string
			want int
		}{
			"abc123/move":      {`{"amount":-88}`, 409},
			"nobody/move":      {`{"amount":1}`, 404},
			"moves/T9/correct": {`{"forget":true}`, 404},
			"moves/T1/correct": {`{"forget":true,"amount":3}`, 400},
		} {
			s.Call(http.MethodPost, "/sandbox/games/joker/"+path, json.RawMessage(tc.body), tc.want, nil)
		}
		s.Call(http.MethodPost, "/sandbox/games/joker/abc123/move", json.RawMessage(`{"amount":1,"ref":"T1"}`), 409, nil)
		s.Call(http.MethodGet, "/sandbox/games/joker/moves?since=x", nil, 400, nil)
	})
}
