package pg_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	pg "krapao/connect/provider/pg/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// pgClient calls the sandbox's PG as an operator does.
type pgClient struct {
	http             *http.Client
	t                *testing.T
	base, code       string
	operator, secret string
}

func newPG(t *testing.T, s *sandboxtest.Sandbox) *pgClient {
	t.Helper()
	c := sandbox.DemoCredentials().PG
	return &pgClient{t: t, http: clienttest.New(s), base: s.URL, code: "tpg", operator: c.OperatorToken, secret: c.SecretKey}
}

// call posts fields, given by name and value, and returns the data, or the error's code.
func (c *pgClient) call(path string, fields ...string) (data json.RawMessage, code string) {
	c.t.Helper()
	form := url.Values{}
	for n := 0; n < len(fields); n += 2 {
		form.Set(fields[n], fields[n+1])
	}
	return c.post(path+"?trace_id=0f8fad5b-d9cb-469f-a165-70867728950e", form)
}

func (c *pgClient) post(path string, form url.Values) (data json.RawMessage, code string) {
	c.t.Helper()
	status, body, err := clienttest.Send(c.t, c.http, http.MethodPost, c.base+"/games/"+c.code+"/pg"+path,
		pg.Body(c.operator, c.secret, form), map[string]string{"Content-Type": "application/x-www-form-urlencoded"})
	var reply pg.Reply[json.RawMessage]
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &reply) != nil || (reply.Data == nil) == (reply.Error == nil) {
		c.t.Fatalf("%s: HTTP %d, %v: %s", path, status, err, body)
	}
	if reply.Error != nil {
		return nil, reply.Error.Code.String()
	}
	return *reply.Data, ""
}

func (c *pgClient) move(path, user, ref, amount string) (pg.Transfer, string) {
	c.t.Helper()
	data, code := c.call(path, "player_name", user, "amount", amount, "transfer_reference", ref, "currency", "THB")
	var done pg.Transfer
	if code == "" && json.Unmarshal(data, &done) != nil {
		c.t.Fatalf("%s", data)
	}
	return done, code
}

func (c *pgClient) history(from int64) []pg.Bet {
	c.t.Helper()
	version := strconv.FormatInt(from, 10)
	data, code := c.call(pg.PathHistory, "count", "1500", "bet_type", "1", "row_version", version, "hands_status", "0")
	var bets []pg.Bet
	if code != "" || json.Unmarshal(data, &bets) != nil {
		c.t.Fatalf("%s %s", code, data)
	}
	return bets
}

func TestPG(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := newPG(t, s)
		create := []string{"player_name", "User-1", "nickname", "n", "currency", "THB"}
		if _, code := c.call(pg.PathCreate, create...); code != "" {
			t.Fatalf("create: %s", code)
		}
		if _, code := c.call(pg.PathCreate, create...); code != pg.CodePlayer {
			t.Errorf("create again: %q", code)
		}
		first, code := c.move(pg.PathIn, "user-1", "T0001", "100.00")
		if code != "" || first.Before != "0" || first.After != "100" || first.Amount != "100" || first.ID == "" {
			t.Errorf("in: %+v, %s", first, code)
		}
		if again, _ := c.move(pg.PathIn, "USER-1", "T0001", "100"); again != first {
			t.Errorf("in again: %+v", again)
		}
		if out, code := c.move(pg.PathOut, "user-1", "T0002", "40.5"); code != "" || out.After != "59.5" || out.Amount != "40.5" {
			t.Errorf("out: %+v, %s", out, code)
		}
		for name, tc := range map[string]struct{ path, user, ref, amount, want string }{
			"TooMuch":        {pg.PathOut, "user-1", "T0010", "59.51", pg.CodeNotEnough},
			"OtherContent":   {pg.PathIn, "user-1", "T0001", "99", pg.CodeInvalid},
			"OtherDirection": {pg.PathOut, "user-1", "T0001", "100", pg.CodeInvalid},
			"NoUser":         {pg.PathIn, "nobody", "T0011", "1", pg.CodeNoWallet},
			"Zero":           {pg.PathIn, "user-1", "T0012", "0", pg.CodeInvalid},
			"Negative":       {pg.PathIn, "user-1", "T0013", "-1", pg.CodeInvalid},
			"SmallStep":      {pg.PathIn, "user-1", "T0014", "0.001", pg.CodeInvalid},
			"NoReference":    {pg.PathIn, "user-1", "", "1", pg.CodeEmpty},
			"LongReference":  {pg.PathIn, "user-1", strings.Repeat("x", 51), "1", pg.CodeInvalid},
		} {
			if _, code := c.move(tc.path, tc.user, tc.ref, tc.amount); code != tc.want {
				t.Errorf("%s: %q, want %q", name, code, tc.want)
			}
		}
		data, _ := c.call(pg.PathTransaction, "player_name", "user-1", "transfer_reference", "T0002")
		var found pg.Transaction
		read := json.Unmarshal(data, &found) == nil && found.Kind == pg.KindTransferOut
		if !read || found.Amount != "40.5" || found.Player != "user-1" || found.To != "59.5" {
			t.Errorf("transaction: %s", data)
		}
		if _, code := c.call(pg.PathTransaction, "player_name", "user-1", "transfer_reference", "T0003"); code != pg.CodeNoTransfer {
			t.Errorf("an unknown reference: %q", code)
		}
		if got := s.Account("tpg", "user-1").Balance; got != "59.5" {
			t.Errorf("the account has %s", got)
		}
	})
}

func TestPGKnowsItsOperators(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		for name, tc := range map[string]struct {
			change func(c *pgClient)
			want   string
		}{
			"Operator":    {func(c *pgClient) { c.operator = "x" }, pg.CodeNoOperator},
			"Secret":      {func(c *pgClient) { c.secret = "x" }, pg.CodeNoOperator},
			"NotHere":     {func(c *pgClient) { c.code = "joker" }, pg.CodeNoOperator},
			"NoSuchGame":  {func(c *pgClient) { c.code = "xx" }, pg.CodeNoOperator},
			"ItIsAllFine": {func(*pgClient) {}, pg.CodeNoWallet},
		} {
			c := newPG(t, s)
			tc.change(c)
			if _, code := c.call(pg.PathWallet, "player_name", "user-1"); code != tc.want {
				t.Errorf("%s: %q, want %q", name, code, tc.want)
			}
		}
		for _, trace := range []string{"", "?trace_id=1"} {
			if _, code := newPG(t, s).post(pg.PathWallet+trace, url.Values{"player_name": {"user-1"}}); code != pg.CodeInvalid {
				t.Errorf("trace %q: %q", trace, code)
			}
		}
	})
}

// A bet is listed by its version: some with the stake first and with their win a second later; one that was taken back
// once more, and empty. The requested version is listed too.
func TestPGHistory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		c := newPG(t, s)
		c.call(pg.PathCreate, "player_name", "user1", "nickname", "n", "currency", "THB")
		c.move(pg.PathIn, "user1", "T0001", "1000")
		const rounds = 40
		for range rounds {
			now.Advance(time.Millisecond)
			s.Round("tpg", "user1", "10", "12.5")
		}
		counting := 0
		for _, bet := range c.history(1) {
			if bet.Win == "0" {
				counting++
			} else if bet.Win != "12.5" || bet.Amount != "10" || bet.Version != bet.EndAt {
				t.Errorf("%+v", bet)
			}
		}
		if counting == 0 || counting == rounds {
			t.Errorf("%d of %d are being counted", counting, rounds)
		}
		last := clienttest.Begin.Add(rounds * time.Millisecond).UnixMilli()
		now.Advance(2 * time.Second)
		fresh := c.history(last + 1)
		for _, bet := range fresh {
			if bet.Win != "12.5" || bet.Version != bet.EndAt+1000 {
				t.Errorf("counted: %+v", bet)
			}
		}
		if len(fresh) != counting || len(c.history(1)) != rounds {
			t.Errorf("%d were counted, and %d are listed anew of %d", counting, len(fresh), len(c.history(1)))
		}
		s.Void("tpg", "user1")
		void := c.history(now.Now().UnixMilli())
		empty := len(void) == 1 && void[0].Amount == "0" && void[0].Win == "0"
		if !empty || void[0].Hands != pg.HandsAdjusted || void[0].Version != now.Now().UnixMilli() {
			t.Errorf("void: %+v", void)
		}
	})
}
