package amblotto_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/amblotto/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

const (
	code     = "tamblotto"
	password = "Secret12345"
)

// connect makes an adapter for a sandbox at this address.
func connect(base string, settings outbound.Settings, turn bool) game.Provider {
	credentials := sandbox.DemoCredentials().AMBLotto
	return amblotto.New(amblotto.Config{
		BaseURL: base + "/games/" + code + "/amblotto", Agent: strings.ToUpper(credentials.AgentID), Key: credentials.Key,
		Prefix: credentials.Prefix, Turn: turn, Terms: provider.Terms{Source: code, Outbound: settings},
	})
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]bool{"Published": false, "Turn": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			providertest.Exercise(t, providertest.Subject{
				Code: code, Secrets: []string{sandbox.DemoCredentials().AMBLotto.Key}, Uncounted: true, Orderless: true,
				New: func(base string, settings outbound.Settings) game.Provider { return connect(base, settings, turn) },
			})
		})
	}
}

// subject is an account in a sandbox of its own.
type subject struct {
	game.Provider
	outside *sandboxtest.Sandbox
	player  game.Player
}

func start(t *testing.T, turn bool) subject {
	t.Helper()
	s := subject{outside: sandboxtest.Start(t, sandboxtest.Options{})}
	settings := s.outside.Outbound(0)
	settings.FailureThreshold = 1000
	s.Provider = connect(s.outside.URL, settings, turn)
	s.player = game.Player{Username: sandbox.DemoCredentials().AMBLotto.Prefix + "k" + id.Lower(8), Password: password}
	if err := s.Ensure(t.Context(), s.player); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *subject) order(credits money.Credits) game.Move {
	return game.Move{Reference: id.Lower(15), Player: s.player, Credits: credits, SendBy: time.Now().Add(time.Minute)}
}

// fund brings the first credits in.
func (s *subject) fund(t *testing.T, credits money.Credits) {
	t.Helper()
	m := s.order(credits)
	if o := s.Move(t.Context(), m); o.Kind != game.Done {
		t.Fatalf("%+v", o)
	}
	s.player.First = m.Reference
}

func (s *subject) fault(op, mode string) {
	s.outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: op, Mode: mode})
}

// A duplicate says that the sending before it was applied; to a first sending it says that the reference is somebody
// else's.
func TestDuplicate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, false)
		s.fund(t, 10*money.Credit)
		m := s.order(5 * money.Credit)
		for n := range 3 {
			o := s.Move(t.Context(), m)
			if n == 0 && o.Outside == "" || n > 0 && o.After != nil || o.Kind != game.Done || o.Moved != m.Credits {
				t.Errorf("sending %d: %+v", n, o)
			}
			m.Again = true
		}
		m.Again = false
		if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("a first sending of it: %+v", o)
		}
		if got := s.outside.Account(code, s.player.Username).Balance; got != "15" {
			t.Errorf("the account has %s", got)
		}
	})
}

// A reference that the provider has had and did not apply to the account, as a refusal may use it up: where it can be asked,
// "duplicate" alone is no yes. Without that the document's word is believed.
func TestDuplicateThatWasNotApplied(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for turn, want := range map[bool]game.Kind{true: game.Unknown, false: game.Done} {
			s := start(t, turn)
			other := game.Player{Username: s.player.Username + "o", Password: password}
			if err := s.Ensure(t.Context(), other); err != nil {
				t.Fatal(err)
			}
			m := s.order(-5 * money.Credit)
			m.Again = true
			s.outside.Move(code, other.Username, "1", m.Reference)
			if o := s.Move(t.Context(), m); o.Kind != want {
				t.Errorf("turn %v: %+v", turn, o)
			}
		}
	})
}

// A reference that is denied for a while is denied at each question about it, and no other is: balances and reports, which
// the same call of the protocol serves, meet their own faults.
func TestDeniedForAWhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, true)
		s.fund(t, 10*money.Credit)
		m := s.order(5 * money.Credit)
		if o := s.Move(t.Context(), m); o.Kind != game.Done {
			t.Fatalf("%+v", o)
		}
		s.outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: "check", Mode: "not_found", DelayMS: 3_600_000})
		for n := range 3 {
			if o := s.Check(t.Context(), m); o.Kind != game.NotFound {
				t.Errorf("question %d: %+v", n, o)
			}
		}
		if got, err := s.Balance(t.Context(), s.player); err != nil { // by the reference of the first transfer
			t.Errorf("another reference: %+v, %v", got, err)
		}
		reporter, _ := s.Provider.(game.Reporter)
		s.fault("report", "down")
		if page, err := reporter.Report(t.Context(), game.ReportQuery{Until: time.Now(), Limit: 9, Players: []game.Player{s.player}}); err == nil {
			t.Errorf("a report that is down: %+v", page)
		}
	})
}

// What was played away before a withdrawal that never arrived was sent again can't be taken out any more. With Turn the
// provider's "nothing of that reference" proves that it never was; without it, nobody knows.
func TestPlayedAwayMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for turn, want := range map[bool]game.Kind{true: game.Rejected, false: game.Unknown} {
			s := start(t, turn)
			s.fund(t, 10*money.Credit)
			m := s.order(-10 * money.Credit)
			s.fault("move", "down")
			if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
				t.Fatalf("%+v", o)
			}
			s.outside.Round(code, s.player.Username, "1", "0")
			m.Again = true
			if o := s.Move(t.Context(), m); o.Kind != want || o.Reason != game.ReasonNotEnough {
				t.Errorf("turn %v: %+v", turn, o)
			}
			for _, mode := range []string{"down", "timeout", "garbage", "refuse"} {
				s.fault("report", mode)
				if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
					t.Errorf("turn %v, and %s: %+v", turn, mode, o)
				}
				s.outside.ClearFaults()
			}
		}
	})
}

// An amount that the signed text can't name never leaves.
func TestTwoDecimals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, false)
		m := s.order(10*money.Credit + 1)
		if o := s.Move(t.Context(), m); o.Kind != game.Rejected {
			t.Errorf("%+v", o)
		}
		m.Again = true
		if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("again: %+v", o)
		}
		if len(s.outside.Moves(code)) != 0 {
			t.Error("it was sent")
		}
	})
}

// With Turn the open bets are told beside the balance, and play since the first transfer in; without it, nothing is.
func TestTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, true)
		if caps := s.Capabilities(); caps.Stakes != game.StakesReported || caps.Report != game.ReportCounters || !caps.NeedsFirst {
			t.Errorf("%+v", caps)
		}
		if got, err := s.Balance(t.Context(), s.player); err != nil || got != (game.Reading{}) {
			t.Errorf("nothing was moved in: %+v, %v", got, err)
		}
		s.fund(t, 100*money.Credit)
		s.outside.Round(code, s.player.Username, "10", "2.5")
		s.outside.Stake(code, s.player.Username, "7")
		want := game.Reading{Credits: 85*money.Credit + 5000, Outstanding: 7 * money.Credit}
		if got, err := s.Balance(t.Context(), s.player); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		for _, mode := range []string{"down", "timeout", "garbage", "refuse"} {
			s.fault("report", mode)
			if got, err := s.Balance(t.Context(), s.player); err == nil {
				t.Errorf("the open bets are not told (%s): %+v", mode, got)
			}
		}
		reporter, ok := s.Provider.(game.Reporter)
		if !ok {
			t.Fatal("it has no report")
		}
		nobody := game.Player{Username: "lotknobody", First: "000000000000000"}
		q := game.ReportQuery{Until: time.Now(), Limit: 100, Players: []game.Player{{Username: "lotknever"}, nobody, s.player}}
		page, err := reporter.Report(t.Context(), q)
		if err != nil || len(page.Rows) != 1 || page.More {
			t.Fatalf("%+v, %v", page, err)
		}
		row := page.Rows[0]
		if row.Round != s.player.Username+"/"+s.player.First || row.Turnover != 10*money.Credit || row.Net != -7*money.Credit-5000 {
			t.Errorf("%+v", row)
		}
		for at, want := range map[int]int{-1: 0, 0: 1, 20: 1} { // the last page has one account
			q.Cursor, q.Players = "", slices.Repeat([]game.Player{nobody}, 21)
			if at >= 0 {
				q.Players[at] = s.player
			}
			told, pages, more := 0, 0, true
			var err error
			for ; more && err == nil; pages++ {
				page, err = reporter.Report(t.Context(), q)
				told, q.Cursor, more = told+len(page.Rows), page.Next, page.More
			}
			if told != want || pages != 3 || errors.Is(err, game.ErrRefused) != (want == 0) || want == 1 && (err != nil || q.Cursor != "") {
				t.Errorf("the one at %d: %d rows on %d pages, then %q, %v", at, told, pages, q.Cursor, err)
			}
		}
		for _, cursor := range []string{"x", "5", "-1/0", "22/1", "3/4"} {
			q.Cursor = cursor
			if page, err := reporter.Report(t.Context(), q); err == nil {
				t.Errorf("cursor %q: %+v", cursor, page)
			}
		}
		if caps := start(t, false).Capabilities(); caps.Stakes != game.StakesUnknown || caps.Report != game.ReportNone || caps.NeedsFirst {
			t.Errorf("%+v", caps)
		}
	})
}

// Opening an account tells the provider nothing about the member, and the same each time.
func TestNobodysPerson(t *testing.T) {
	t.Parallel()
	var bodies []wire.Register
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in wire.Register
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		bodies = append(bodies, in)
		_ = json.NewEncoder(w).Encode(wire.Reply{})
	}))
	defer server.Close()
	p := connect(server.URL, outbound.Settings{}, false)
	for _, username := range []string{"lotk12345678", "lotk12345678", "lotkabcdefgh"} {
		if err := p.Ensure(t.Context(), game.Player{Username: username, Password: password}); err != nil {
			t.Fatal(err)
		}
	}
	if bodies[0] != bodies[1] {
		t.Errorf("the same account: %+v and %+v", bodies[0], bodies[1])
	}
	if bodies[0].AccountNo == bodies[2].AccountNo || bodies[0].LastName == bodies[2].LastName {
		t.Errorf("two accounts: %+v and %+v", bodies[0], bodies[2])
	}
	for _, in := range bodies {
		number, name := regexp.MustCompile(`^000[0-9]{7}$`), regexp.MustCompile(`^[A-Za-z]+$`)
		if !number.MatchString(in.AccountNo) || !number.MatchString(in.Phone) || !name.MatchString(in.FirstName+in.LastName) || !slices.Contains(wire.Banks, in.Bank) {
			t.Errorf("%+v", in)
		}
	}
}

// How an account that exists is answered: by the document's code, or by one that nobody knows while its balance is told.
func TestEnsureOfWhatExists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		register, credit string
		fine, refused    bool
	}{
		{`{"code":2000,"message":"user already exixt"}`, `{"code":2031}`, true, false},
		{`{"code":11000}`, `{"code":0,"credit":0}`, true, false},
		{`{"code":11000}`, `{"code":2031}`, false, false},
		{`{"code":11000}`, `<html>`, false, false},
		{`{"code":2053}`, `{"code":0,"credit":0}`, false, true},
		{`{"code":999}`, `{"code":2031}`, false, false},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := c.credit
			if strings.HasSuffix(r.URL.Path, wire.PathRegister) {
				answer = c.register
			}
			_, _ = w.Write([]byte(answer))
		}))
		err := connect(server.URL, outbound.Settings{}, false).Ensure(t.Context(), game.Player{Username: "lotk0", Password: password})
		if (err == nil) != c.fine || errors.Is(err, game.ErrRefused) != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
		server.Close()
	}
}

// A password that is refused because it holds already is set; one that is refused and does not hold is not; and where
// that can't be found out, nobody knows.
func TestPasswordThatHolds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, false)
		for _, c := range []struct {
			next, login   string
			fine, refused bool
		}{{password, "", true, false}, {"Another12345", "", false, true}, {"Another12345", "down", false, false}} {
			s.fault("password", "refuse")
			if c.login != "" {
				s.fault("launch", c.login)
			}
			err := s.SetPassword(t.Context(), s.player, c.next)
			if (err == nil) != c.fine || errors.Is(err, game.ErrRefused) != c.refused {
				t.Errorf("%+v: %v", c, err)
			}
			s.outside.ClearFaults()
		}
	})
}
