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
		Prefix: credentials.Prefix, PlayByReference: turn, Terms: provider.Terms{Source: code, Outbound: settings},
	})
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, turn := range map[string]bool{"Published": false, "PlayByReference": true} {
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

// fund moves in the first credits.
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

// "duplicate" after a repetition says that an earlier sending was applied. After a first sending it says that the
// reference is somebody else's.
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

// A refusal may use up a reference, so the provider has had one that it did not apply. Where an inquiry is possible,
// "duplicate" alone is no success. Otherwise the document's statement is believed.
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

// A reference that is denied for a while is denied at each inquiry about it, and no other is. Balances and reports,
// which the same protocol call serves, meet their own faults.
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
		q := game.ReportQuery{Until: time.Now(), Limit: 9, Players: []game.Player{s.player}}
		if page, err := reporter.Report(t.Context(), q); err == nil {
			t.Errorf("a report that is down: %+v", page)
		}
	})
}

// A withdrawal that never arrived can't be sent again after its credits were played away. With PlayByReference the
// provider's "no such reference" proves that it was not applied; otherwise nobody knows.
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

// An amount that the signed text can't express is never sent.
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

// With PlayByReference the open bets are reported beside the balance, and play since the first transfer in. Without it,
// neither is.
func TestPlayByReference(t *testing.T) {
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
				t.Errorf("the open bets are missing (%s): %+v", mode, got)
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
			failed := errors.Is(err, game.ErrRefused)
			if told != want || pages != 3 || failed != (want == 0) || want == 1 && (err != nil || q.Cursor != "") {
				t.Errorf("the one at %d: %d rows on %d pages, then %q, %v", at, told, pages, q.Cursor, err)
			}
		}
		for _, cursor := range []string{"x", "5", "-1/0", "22/1", "3/4"} {
			q.Cursor = cursor
			if page, err := reporter.Report(t.Context(), q); err == nil {
				t.Errorf("cursor %q: %+v", cursor, page)
			}
		}
		caps := start(t, false).Capabilities()
		if caps.Stakes != game.StakesUnknown || caps.Report != game.ReportNone || caps.NeedsFirst {
			t.Errorf("%+v", caps)
		}
	})
}

// Opening an account gives the provider nothing about the member, and the same data each time.
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
		formed := number.MatchString(in.AccountNo) && number.MatchString(in.Phone) && name.MatchString(in.FirstName+in.LastName)
		if !formed || !slices.Contains(wire.Banks, in.Bank) {
			t.Errorf("%+v", in)
		}
	}
}

// How an existing account is answered: by the document's code, or by an unknown code while its balance can be read.
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

// A password that is refused because it is set already counts as set. One that is refused and not set does not. Where
// that can't be found out, the outcome is unknown.
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
