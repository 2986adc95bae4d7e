package sbo_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"krapao/connect/outbound"
	"krapao/connect/provider/providertest"
	"krapao/connect/provider/sbo"
	"krapao/connect/provider/sbo/wire"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// settings configure a client of the sandbox whose circuit breaker never opens.
func settings(s *sandboxtest.Sandbox) outbound.Settings {
	settings := s.Outbound(0)
	settings.FailureThreshold = 1000
	return settings
}

// opened starts a sandbox with an account that holds 100 credits.
func opened(t *testing.T) (*sandboxtest.Sandbox, *sbo.Provider, game.Player) {
	t.Helper()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	p := adapter(s.URL, settings(s))
	player := game.Player{Username: "k" + id.Lower(11)}
	if err := p.Ensure(t.Context(), player); err != nil {
		t.Fatal(err)
	}
	if o := p.Move(t.Context(), order(player, 100*money.Credit)); o.Kind != game.Done {
		t.Fatalf("%+v", o)
	}
	return s, p, player
}

func order(player game.Player, credits money.Credits) game.Move {
	return game.Move{Reference: id.Lower(15), Player: player, Credits: credits}
}

// Credits in open bets are read apart from the available ones, before and after a transfer.
func TestOpenStakes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p, player := opened(t)
		s.Stake(code, player.Username, "30")
		want := game.Reading{Credits: 70 * money.Credit, Outstanding: 30 * money.Credit}
		if got, err := p.Balance(t.Context(), player); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		if o := p.Move(t.Context(), order(player, -70*money.Credit-100)); o.Kind != game.Rejected || o.Reason != game.ReasonNotEnough {
			t.Errorf("more than is available: %+v", o)
		}
		o := p.Move(t.Context(), order(player, -70*money.Credit))
		want.Credits = 0
		if o.Kind != game.Done || o.After == nil || *o.After != want {
			t.Errorf("all that is available: %+v, left %+v", o, o.After)
		}
		s.Settle(code, player.Username, "45")
		want = game.Reading{Credits: 45 * money.Credit}
		if got, err := p.Balance(t.Context(), player); err != nil || got != want {
			t.Errorf("settled: %+v, %v; want %+v", got, err, want)
		}
	})
}

// A repeated reference is refused, and the refusal does not mean that its transfer was not applied.
func TestUsedReference(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p, player := opened(t)
		m := order(player, -100*money.Credit)
		for range 2 {
			if o := p.Move(t.Context(), m); o.Kind == game.Rejected {
				t.Errorf("%+v", o)
			}
		}
		if o := p.Check(t.Context(), m); o.Kind != game.Done || o.Moved != m.Credits || o.Outside == "" {
			t.Errorf("an inquiry: %+v", o)
		}
		if got := s.Account(code, player.Username).Balance; got != "0" {
			t.Errorf("the account has %s", got)
		}
	})
}

// answering is a provider whose calls are answered with one id, and whose check with another; a success has more.
func answering(t *testing.T, move, check int, more string) string {
	t.Helper()
	says := func(id int) string {
		if id == wire.IDOK {
			return `{` + more + `"error":{"id":0,"msg":"No Error"}}`
		}
		return fmt.Sprintf(`{"serverId":"x","error":{"id":%d,"msg":"a text"}}`, id)
	}
	return providertest.Scripted(t, map[string]string{"": says(move), wire.PathCheck: says(check)})
}

// What each id means: only "no such account" and a refusal that the provider's own check confirms are definitive.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const unknown = game.Unknown
	for _, c := range []struct {
		move, check int
		again       bool
		want        game.Kind
	}{
		{wire.IDNoPlayer, wire.IDCheckFailed, false, game.Rejected},
		{wire.IDNoPlayer, wire.IDCheckFailed, true, unknown},
		{wire.IDNotEnough, wire.IDNoTransfer, false, game.Rejected},
		{wire.IDNotEnough, wire.IDCheckFailed, false, unknown}, // which may be "the check failed"
		{wire.IDNotEnough, wire.IDInternal, false, unknown},
		{wire.IDNotEnough, wire.IDOK, true, game.Done},
		{wire.IDFailed, wire.IDNoTransfer, false, game.Rejected},
		{wire.IDFailed, wire.IDOK, false, game.Done}, // "failed", but it was applied
		{9999, wire.IDNoTransfer, false, game.Rejected},
		{wire.IDInternal, wire.IDNoTransfer, false, unknown},
		{wire.IDUsed, wire.IDNoTransfer, false, unknown},
		{wire.IDUsed, wire.IDOK, true, unknown},
	} {
		p := sbo.New(sbo.Config{BaseURL: answering(t, c.move, c.check, "")})
		m := order(game.Player{Username: "abc123"}, -5*money.Credit)
		m.Again = c.again
		if o := p.Move(t.Context(), m); o.Kind != c.want || c.want == game.Done && o.Moved != m.Credits {
			t.Errorf("%+v: %+v", c, o)
		}
	}
}

// The operator configures which id means "no such transaction".
func TestNotFoundID(t *testing.T) {
	t.Parallel()
	m := order(game.Player{Username: "abc123"}, money.Credit)
	for _, c := range []struct {
		configured, answered int
		want                 game.Kind
	}{
		{0, wire.IDNoTransfer, game.NotFound},
		{0, wire.IDCheckFailed, game.Unknown},
		{wire.IDCheckFailed, wire.IDCheckFailed, game.NotFound},
		{wire.IDCheckFailed, wire.IDNoTransfer, game.Unknown},
	} {
		p := sbo.New(sbo.Config{BaseURL: answering(t, 0, c.answered, ""), NotFoundID: c.configured})
		if o := p.Check(t.Context(), m); o.Kind != c.want {
			t.Errorf("%+v: %+v", c, o)
		}
	}
}

// What a success contains must match the order; a success without details is about the order.
func TestYesThatTells(t *testing.T) {
	t.Parallel()
	in, out := order(game.Player{Username: "abc123"}, 5*money.Credit), order(game.Player{Username: "abc123"}, -5*money.Credit)
	for _, c := range []struct {
		m           game.Move
		more        string
		move, check game.Kind
		moved       money.Credits
	}{
		{in, ``, game.Done, game.Done, in.Credits},
		{out, ``, game.Done, game.Done, out.Credits},
		{out, `"amount":5,"txnId":"` + out.Reference + `",`, game.Done, game.Done, out.Credits},
		{out, `"amount":-5.0,`, game.Unknown, game.Done, out.Credits},
		{out, `"amount":4,`, game.Unknown, game.Done, -4 * money.Credit}, // the wallet compares the amount
		{in, `"amount":-5,`, game.Done, game.Unknown, 0},
		{in, `"txnId":"other",`, game.Unknown, game.Unknown, 0},
		{in, `"username":"ABC123","type":"deposit","amount":5,`, game.Done, game.Done, in.Credits},
		{in, `"username":"other",`, game.Done, game.Unknown, 0},
		{in, `"type":"Withdraw",`, game.Done, game.Unknown, 0},
	} {
		p := sbo.New(sbo.Config{BaseURL: answering(t, 0, 0, c.more)})
		if o := p.Move(t.Context(), c.m); o.Kind != c.move {
			t.Errorf("move %s %s: %+v", c.m.Credits, c.more, o)
		}
		if o := p.Check(t.Context(), c.m); o.Kind != c.check || c.check == game.Done && o.Moved != c.moved {
			t.Errorf("check %s %s: %+v", c.m.Credits, c.more, o)
		}
	}
}

// Each call carries the key and a ServerId of its own, and nothing of the member but the account.
func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in map[string]any
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		server, _ := in["ServerId"].(string)
		if in["CompanyKey"] != "key" || in["Username"] != "abc123" || server == "" || seen[server] || len(in) > 5 {
			t.Errorf("%s: %v", r.URL.Path, in)
		}
		seen[server] = true
		_, _ = fmt.Fprint(w, `{"error":{"id":0},"balance":1,"url":"h/p"}`)
	}))
	defer server.Close()
	p := sbo.New(sbo.Config{BaseURL: server.URL, CompanyKey: "key", Agent: "agent"})
	player := game.Player{Username: "abc123"}
	_ = p.Ensure(t.Context(), game.Player{Username: "abc123", Password: "unused"})
	_, _ = p.Balance(t.Context(), player)
	_, _ = p.Launch(t.Context(), game.Visit{Player: player})
	_ = p.Kick(t.Context(), player)
	p.Move(t.Context(), order(player, money.Credit))
	if len(seen) != 5 {
		t.Errorf("%d calls", len(seen))
	}
}
