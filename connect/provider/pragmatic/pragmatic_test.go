package pragmatic_test

import (
	"testing"
	"testing/synctest"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// config is the configuration of the sandbox's test game.
func config(base string, settings outbound.Settings) pragmatic.Config {
	credentials := sandbox.DemoCredentials().Pragmatic
	return pragmatic.Config{
		BaseURL: base + "/games/tpragmatic/pragmatic", DataURL: base + "/games/tpragmatic/pragmatic",
		SecureLogin: credentials.SecureLogin, Secret: credentials.Secret,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Source: "tpragmatic", Outbound: settings},
	}
}

func at(base string, settings outbound.Settings) game.Provider {
	return pragmatic.New(config(base, settings))
}

func TestConformance(t *testing.T) {
	t.Parallel()
	providertest.Exercise(t, providertest.Subject{
		Code: "tpragmatic", Secrets: []string{sandbox.DemoCredentials().Pragmatic.Secret}, New: at, Voids: true,
	})
}

// The form may be sent in the address: every call works then, too.
func TestFormInTheAddress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		outside := sandboxtest.Start(t, sandboxtest.Options{})
		c := config(outside.URL, outside.Outbound(0))
		c.InQuery = true
		p, player := pragmatic.New(c), game.Player{Username: "kquery000001"}
		m := game.Move{Reference: "r1", Player: player, Credits: 10 * money.Credit}
		if err := p.Ensure(t.Context(), player); err != nil {
			t.Fatal(err)
		}
		if o := p.Move(t.Context(), m); o.Kind != game.Done || o.After == nil || o.After.Credits != 10*money.Credit {
			t.Errorf("move: %+v", o)
		}
		if o := p.Check(t.Context(), m); o.Kind != game.Done || o.Moved != m.Credits {
			t.Errorf("check: %+v", o)
		}
		if page, err := p.Launch(t.Context(), game.Visit{Player: player, Lang: "lo"}); err != nil || page.URL == "" {
			t.Errorf("launch: %+v, %v", page, err)
		}
		if err := p.Kick(t.Context(), player); err != nil {
			t.Errorf("kick: %v", err)
		}
	})
}

// A wrong hash, a wrong operator and a wrong password of the report are rejected, and say nothing about a transfer.
func TestTheOtherEndRefusesStrangers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		outside := sandboxtest.Start(t, sandboxtest.Options{})
		player := game.Player{Username: "kstranger001"}
		if err := at(outside.URL, outside.Outbound(0)).Ensure(t.Context(), player); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(*pragmatic.Config){
			"Secret": func(c *pragmatic.Config) { c.Secret = "another" }, "Login": func(c *pragmatic.Config) { c.SecureLogin = "another" },
		} {
			c := config(outside.URL, outside.Outbound(0))
			change(&c)
			p := pragmatic.New(c)
			m := game.Move{Reference: "r" + name, Player: player, Credits: money.Credit}
			if o := p.Move(t.Context(), m); o.Kind != game.Unknown { // the inquiry about it is rejected, too
				t.Errorf("%s: move %+v", name, o)
			}
			if o := p.Check(t.Context(), m); o.Kind != game.Unknown {
				t.Errorf("%s: check %+v", name, o)
			}
			if r, err := p.Balance(t.Context(), player); err == nil {
				t.Errorf("%s: balance %+v", name, r)
			}
			if page, err := p.Report(t.Context(), game.ReportQuery{}); err == nil {
				t.Errorf("%s: report %+v", name, page)
			}
		}
		if held := outside.Account("tpragmatic", player.Username).Balance; held != "0" {
			t.Errorf("a stranger moved credits: %s", held)
		}
	})
}
