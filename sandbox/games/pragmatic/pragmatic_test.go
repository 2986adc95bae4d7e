package pragmatic_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	pragmatic "krapao/connect/provider/pragmatic/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// pragmaticClient calls the sandbox's Pragmatic kind as an operator does.
type pragmaticClient struct {
	http                *http.Client
	t                   *testing.T
	base, login, secret string
}

func newPragmatic(t *testing.T, s *sandboxtest.Sandbox) *pragmaticClient {
	t.Helper()
	c := sandbox.DemoCredentials().Pragmatic
	return &pragmaticClient{
		t: t, http: clienttest.New(s), base: s.URL + "/games/tpragmatic/pragmatic", login: c.SecureLogin, secret: c.Secret,
	}
}

// call posts fields, given by name and value, and reads the answer.
func (c *pragmaticClient) call(path string, fields ...string) (reply pragmatic.StatusReply) {
	c.t.Helper()
	form := url.Values{pragmatic.FieldLogin: {c.login}}
	for n := 0; n < len(fields); n += 2 {
		form.Set(fields[n], fields[n+1])
	}
	signed := []byte(pragmatic.Signed(c.secret, form).Encode())
	status, body, err := clienttest.Send(c.t, c.http, http.MethodPost, c.base+path, signed, nil)
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &reply) != nil {
		c.t.Fatalf("%s: HTTP %d, %v: %s", path, status, err, body)
	}
	return reply
}

func (c *pragmaticClient) move(user, ref, amount string) pragmatic.StatusReply {
	c.t.Helper()
	return c.call(pragmatic.PathTransfer, "externalPlayerId", user, "externalTransactionId", ref, "amount", amount)
}

// rounds reads the report from a timepoint, and returns the next one and the lines.
func (c *pragmaticClient) rounds(from time.Time) (next time.Time, lines []string) {
	c.t.Helper()
	query := url.Values{"login": {c.login}, "password": {c.secret}, "timepoint": {strconv.FormatInt(from.UnixMilli(), 10)}}
	status, body, err := clienttest.Send(c.t, c.http, http.MethodGet, c.base+pragmatic.PathRounds+"?"+query.Encode(), nil, nil)
	lines = strings.Split(strings.TrimSpace(string(body)), "\n")
	if err != nil || status != http.StatusOK || len(lines) < 2 {
		c.t.Fatalf("HTTP %d, %v: %s", status, err, body)
	}
	at, err := strconv.ParseInt(strings.TrimPrefix(lines[0], pragmatic.TimepointMark), 10, 64)
	if err != nil || lines[1] != strings.Join(pragmatic.Columns, ",") {
		c.t.Fatalf("%s", body)
	}
	return time.UnixMilli(at).UTC(), lines[2:]
}

func TestPragmatic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := newPragmatic(t, s)
		if got := c.call(pragmatic.PathCreate, "externalPlayerId", "user1", "currency", "THB"); got.Error != pragmatic.ErrorOK {
			t.Fatalf("create: %+v", got)
		}
		if got := c.call(pragmatic.PathCreate, "externalPlayerId", "user1", "currency", "THB"); got.Error != pragmatic.ErrorExists {
			t.Errorf("create again: %+v", got)
		}
		first := c.move("user1", "T0001", "100.00")
		if first.Error != pragmatic.ErrorOK || first.TransactionID == "" || first.Balance != "100" {
			t.Errorf("in: %+v", first)
		}
		if again := c.move("user1", "T0001", "100"); again != first {
			t.Errorf("in again: %+v", again)
		}
		if out := c.move("user1", "T0002", "-40.5"); out.Error != pragmatic.ErrorOK || out.Balance != "59.5" {
			t.Errorf("out: %+v", out)
		}
		for name, tc := range map[string]struct{ user, ref, amount, want string }{
			"TooMuch":      {"user1", "T0010", "-59.51", pragmatic.ErrorNotEnough},
			"OtherContent": {"user1", "T0001", "99", pragmatic.ErrorInput},
			"NoUser":       {"nobody", "T0011", "1", pragmatic.ErrorNoPlayer},
			"Zero":         {"user1", "T0012", "0", pragmatic.ErrorInput},
			"SmallStep":    {"user1", "T0013", "0.001", pragmatic.ErrorInput},
			"NoReference":  {"user1", "", "1", pragmatic.ErrorInput},
		} {
			if got := c.move(tc.user, tc.ref, tc.amount); got.Error.String() != tc.want {
				t.Errorf("%s: %+v, want %s", name, got, tc.want)
			}
		}
		asked := func(user, ref string) pragmatic.StatusReply {
			return c.call(pragmatic.PathStatus, "externalPlayerId", user, "externalTransactionId", ref)
		}
		if got := asked("user1", "T0002"); got.State != pragmatic.StatusSuccess || got.Amount != "-40.5" {
			t.Errorf("status: %+v", got)
		}
		if got := asked("user1", "T0003"); got.State != pragmatic.StatusNotFound || got.Error != pragmatic.ErrorOK {
			t.Errorf("an unknown reference: %+v", got)
		}
		if got := asked("user2", "T0001"); got.State != "" || got.Error != pragmatic.ErrorNoPlayer {
			t.Errorf("another's reference: %+v", got)
		}
		for name, change := range map[string]func(){"Secret": func() { c.secret = "x" }, "Login": func() { c.login = "x" }} {
			was := *c
			change()
			if got := c.move("user1", "T0020", "1"); got.Error != pragmatic.ErrorHash {
				t.Errorf("another %s: %+v", name, got)
			}
			*c = was
		}
		if got := s.Account("tpragmatic", "user1").Balance; got != "59.5" {
			t.Errorf("the account has %s", got)
		}
	})
}

// A round is listed when it ends and again when it is taken back; the last second is listed twice.
func TestPragmaticReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := newPragmatic(t, s)
		c.call(pragmatic.PathCreate, "externalPlayerId", "user1", "currency", "THB")
		c.move("user1", "T0001", "1000")
		s.Round("tpragmatic", "user1", "10", "0")
		s.Round("tpragmatic", "user1", "10", "12.5")
		next, lines := c.rounds(clienttest.Begin.Add(-time.Hour))
		if len(lines) != 2 || !next.Equal(clienttest.Begin.Add(-time.Second)) || !strings.HasSuffix(lines[1], ",C,R,10,12.5,THB,0.00") {
			t.Fatalf("%v: %v", next, lines)
		}
		if _, again := c.rounds(next); len(again) != 2 {
			t.Errorf("the last second: %v", again)
		}
		now.Advance(time.Minute)
		s.Void("tpragmatic", "user1")
		next, void := c.rounds(clienttest.Begin.Add(time.Second))
		sameRound := len(void) == 1 && strings.Split(void[0], ",")[3] == strings.Split(lines[1], ",")[3]
		if !sameRound || !strings.Contains(void[0], ",F,R,10,0,") {
			t.Errorf("void: %v", void)
		}
		for range 1001 {
			s.Round("tpragmatic", "user1", "0", "0")
		}
		full, many := c.rounds(clienttest.Begin.Add(time.Second))
		if len(many) != 1000 || !full.Equal(now.Now()) || !next.Before(full) {
			t.Errorf("a full page: %d lines, next %v", len(many), full)
		}
	})
}
