package gsc_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// settings configure a client of the sandbox whose circuit breaker never opens.
func settings(s *sandboxtest.Sandbox) outbound.Settings {
	settings := s.Outbound(3 * time.Second)
	settings.FailureThreshold = 1000
	return settings
}

func order(player game.Player, credits money.Credits) game.Move {
	return game.Move{Reference: id.Lower(15), Player: player, Credits: credits}
}

// open makes an account and moves in 100 credits.
func open(t *testing.T, p *gsc.Provider) game.Player {
	t.Helper()
	player := game.Player{Username: "k" + id.Lower(11), Password: "Qwer1357"}
	if err := p.Ensure(t.Context(), player); err != nil {
		t.Fatal(err)
	}
	if o := p.Move(t.Context(), order(player, 100*money.Credit)); o.Kind != game.Done {
		t.Fatalf("%+v", o)
	}
	return player
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// A transfer in progress is pending until it is done.
func TestProcessing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		player := open(t, p)
		m := order(player, -40*money.Credit)
		const processed = 8 * time.Second // from the first inquiry on
		s.AddFault(sandboxtest.Fault{Target: "game:tgsc", Op: "move", Mode: "late_apply", DelayMS: 6000})
		s.AddFault(sandboxtest.Fault{Target: "game:tgsc", Op: "check", Mode: "pending", DelayMS: int(processed / time.Millisecond)})
		if o := p.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("no answer: %+v", o)
		}
		if o := p.Check(t.Context(), m); o.Kind != game.Pending {
			t.Errorf("being worked on: %+v", o)
		}
		pass(processed - time.Millisecond)
		if o := p.Check(t.Context(), m); o.Kind != game.Pending {
			t.Errorf("to the end: %+v", o)
		}
		pass(time.Millisecond)
		if o := p.Check(t.Context(), m); o.Kind != game.Done || o.Moved != m.Credits || o.Outside == "" {
			t.Fatalf("%+v", o)
		}
		if got := s.Account("tgsc", player.Username).Balance; got != "60" {
			t.Errorf("the account has %s", got)
		}
	})
}

// A failed transfer stays failed, and the provider's statement about it is a definitive rejection.
func TestFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		player := open(t, p)
		m := order(player, -100*money.Credit-100)
		if o := p.Move(t.Context(), m); o.Kind != game.Rejected || o.Reason != game.ReasonNotEnough {
			t.Errorf("more than there is: %+v", o)
		}
		if o := p.Check(t.Context(), m); o.Kind != game.Rejected || o.Reason != wire.StateFailed {
			t.Errorf("an inquiry: %+v", o)
		}
		m.Credits = -100 * money.Credit
		if o := p.Move(t.Context(), m); o.Kind != game.Unknown || s.Account("tgsc", player.Username).Balance != "100" {
			t.Errorf("its reference again: %+v", o)
		}
	})
}

// A repeated reference is refused with a code that is not a definitive rejection: its transfer was applied.
func TestUsedReference(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		for code, product := range map[string]string{"tgsc": "GE", "tgsc3": "XO"} {
			p := adapter(s.URL, code, product, settings(s))
			player := open(t, p)
			m := order(player, -100*money.Credit)
			for i, want := range []game.Kind{game.Done, game.Unknown} {
				if o := p.Move(t.Context(), m); o.Kind != want {
					t.Errorf("%s, sending %d: %+v", product, i+1, o)
				}
			}
			if got := s.Account(code, player.Username).Balance; got != "0" {
				t.Errorf("%s: the account has %s", product, got)
			}
		}
	})
}

// A product that is not in the document's list has no inquiry: the answer names the remedy, and nothing more.
func TestProductThatCantBeAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		blind := adapter(s.URL, "tgsc3", "XO", settings(s))
		player := open(t, blind)
		m := order(player, money.Credit)
		if o := blind.Move(t.Context(), m); o.Kind != game.Done {
			t.Fatalf("%+v", o)
		}
		before := len(s.Calls())
		o := blind.Check(t.Context(), m)
		if o.Kind != game.Unknown || blind.Capabilities().CheckByReference || len(s.Calls()) != before {
			t.Errorf("blind: %+v", o)
		}
		asking := gsc.New(gsc.Config{
			DataURL: s.URL + "/gsc/log", Operator: "sbox", Secret: "sandbox-gsc-secret", Product: "XO",
			Terms: provider.Terms{Outbound: settings(s)},
		})
		if o := asking.Check(t.Context(), m); o.Kind != game.Unknown || !strings.Contains(o.Reason, "has to be turned off") {
			t.Errorf("asked nevertheless: %+v", o)
		}
	})
}

// answering is a provider that gives the same answer to every call.
func answering(t *testing.T, answer string) string {
	t.Helper()
	return providertest.Scripted(t, map[string]string{"": answer})
}

// What each code of the document means: a definitive rejection only for a first sending, and only where the document is
// clear.
func TestCodes(t *testing.T) {
	t.Parallel()
	certain := strings.Fields("61 70 72 73 74 75 81 90 91 92 93 94 95 96 98 99 600 601 602 603 991 992 994 995 996 -998")
	unsure := strings.Fields("71 82 83 97 997 998 999 9999 -987 -996 -997 -999 -98 1 500")
	reasons := map[string]string{"72": game.ReasonNotEnough, "75": game.ReasonInPlay}
	for _, code := range slices.Concat(certain, unsure) {
		base := answering(t, `{"errCode":"`+code+`","errMsg":"x"}`)
		p := gsc.New(gsc.Config{BaseURL: base, DataURL: base, Product: "GE"})
		m := order(game.Player{Username: "abc123", Password: "x"}, -5*money.Credit)
		want := game.Unknown
		if slices.Contains(certain, code) {
			want = game.Rejected
		}
		o := p.Move(t.Context(), m)
		if o.Kind != want || reasons[code] != "" && o.Reason != reasons[code] {
			t.Errorf("%s: %+v", code, o)
		}
		m.Again = true
		if o := p.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("%s, sent again: %+v", code, o)
		}
		want = game.Unknown
		if code == wire.CodeNoRecord {
			want = game.NotFound
		}
		if o := p.Check(t.Context(), m); o.Kind != want {
			t.Errorf("%s to a check: %+v", code, o)
		}
	}
}

// The answer to a check must match the order in everything that it names; its amount is passed on as it is.
func TestCheckThatDisagrees(t *testing.T) {
	t.Parallel()
	m := game.Move{Reference: "t0001", Player: game.Player{Username: "abc123"}, Credits: -5 * money.Credit}
	const right = `{"username":"abc123","type":"1","provider":"GE","amount":5.0,"ref_id":"t0001","status":"SUCCESS"}`
	for _, c := range []struct {
		old, new string
		want     game.Outcome
	}{
		{"", "", game.Outcome{Kind: game.Done, Moved: m.Credits}},
		{"abc123", "ABC123", game.Outcome{Kind: game.Done, Moved: m.Credits}},
		{"5.0", "4.5", game.Outcome{Kind: game.Done, Moved: -45_000}},
		{`"SUCCESS"`, `"PROCESSING"`, game.Outcome{Kind: game.Pending, Reason: "PROCESSING"}},
		{`"SUCCESS"`, `"FAILED"`, game.Outcome{Kind: game.Rejected, Reason: "FAILED"}},
		{`"SUCCESS"`, `"DONE"`, game.Outcome{}},
		{"abc123", "abc124", game.Outcome{}},
		{`"1"`, `"0"`, game.Outcome{}},
		{"GE", "DG", game.Outcome{}},
		{"t0001", "t0002", game.Outcome{}},
		{"5.0", "0", game.Outcome{}},
		{"5.0", "-5", game.Outcome{}},
		{"5.0", `"x"`, game.Outcome{}},
	} {
		base := answering(t, `{"errCode":"0","errMsg":"SUCCESS","data":`+strings.Replace(right, c.old, c.new, 1)+`}`)
		got := gsc.New(gsc.Config{DataURL: base, Product: "ge"}).Check(t.Context(), m)
		if c.want.Kind == game.Unknown {
			got.Reason = ""
		}
		if got != c.want {
			t.Errorf("%s for %s: %+v, want %+v", c.new, c.old, got, c.want)
		}
	}
}

// A transfer is a GET, and it arrives once, also if a kept connection would be cut.
func TestTransferArrivesOnce(t *testing.T) {
	t.Parallel()
	var arrived atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == wire.PathTransfer {
			arrived.Add(1)
			panic(http.ErrAbortHandler)
		}
		_, _ = fmt.Fprint(w, `{"errCode":"0","balance":1}`)
	}))
	defer server.Close()
	p := gsc.New(gsc.Config{BaseURL: server.URL, DataURL: server.URL, Product: "GE"})
	player := game.Player{Username: "abc123", Password: "x"}
	if _, err := p.Balance(t.Context(), player); err != nil {
		t.Fatal(err)
	}
	if o := p.Move(t.Context(), order(player, money.Credit)); o.Kind != game.Unknown || arrived.Load() != 1 {
		t.Errorf("it arrived %d times: %+v", arrived.Load(), o)
	}
}

// A password change whose answer was lost is settled when it is requested again. Where neither password is valid, the
// adapter does not claim that the old one is.
func TestPassword(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		s := sandboxtest.Start(t, sandboxtest.Options{})
		p := adapter(s.URL, "tgsc", "GE", settings(s))
		player := open(t, p)
		const next = "Asdf2468"
		s.AddFault(sandboxtest.Fault{Target: "game:tgsc", Op: "password", Mode: "lost_reply"})
		if err := p.SetPassword(ctx, player, next); err == nil || errors.Is(err, game.ErrRefused) {
			t.Errorf("no answer: %v", err)
		}
		s.AddFault(sandboxtest.Fault{Target: "game:tgsc", Op: "balance", Mode: "refuse"})
		if err := p.SetPassword(ctx, player, next); err == nil || errors.Is(err, game.ErrRefused) {
			t.Errorf("again, and nobody can find out which one is valid: %v", err)
		}
		if err := p.SetPassword(ctx, player, next); err != nil {
			t.Errorf("again: %v", err)
		}
		if _, err := p.Balance(ctx, player); !errors.Is(err, game.ErrRefused) {
			t.Errorf("with the old password: %v", err)
		}
		if o := p.Move(ctx, order(player, money.Credit)); o.Kind != game.Rejected {
			t.Errorf("a transfer with the old password: %+v", o)
		}
		err := p.SetPassword(ctx, player, "Other1357")
		if err == nil || errors.Is(err, game.ErrRefused) {
			t.Errorf("neither is valid: %v", err)
		}
		player.Password = next
		if err := p.SetPassword(ctx, player, "short"); !errors.Is(err, game.ErrRefused) {
			t.Errorf("one that the provider rejects: %v", err)
		}
		if _, err := p.Balance(ctx, player); err != nil {
			t.Errorf("with the new password: %v", err)
		}
	})
}
