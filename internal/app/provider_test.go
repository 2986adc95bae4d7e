package app

import (
	"strings"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/game/account"
	"krapao/game/catalogue"
	"krapao/internal/config"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// A provider's part of the configuration refuses the start with an unknown family, without a field that the family needs, with
// one that would do nothing, and with numbers that can't be meant.
func TestProvidersOfTheFile(t *testing.T) {
	t.Parallel()
	whole := func(family string) config.Provider {
		return config.Provider{Family: family, BaseURL: "https://p.example.com", ID: "us", Secret: "s"}
	}
	with := func(family string, change func(*config.Provider)) config.Provider {
		p := whole(family)
		change(&p)
		return p
	}
	minus := -1
	for name, c := range map[string]struct {
		provider config.Provider
		want     string
	}{
		"Whole":    {with("joker", func(p *config.Provider) { p.LaunchURL = "https://play.example.com" }), ""},
		"NoFamily": {whole(""), "the family is one of amb, amblotto, betflix, gsc, joker, pg, pragmatic, sbo"},
		"Unknown":  {whole("ag"), `not "ag"`},
		"Missing":  {whole("pg"), "family pg needs dataURL, launchURL, currency, lobby"},
		"NoSecret": {with("amb", func(p *config.Provider) { p.Secret = "" }), "family amb needs secret"},
		"Useless": {
			with("amb", func(p *config.Provider) { p.Product, p.Prefix = "DG", "ab" }),
			"family amb has no use for product, prefix",
		},
		"Stakes": {with("amb", func(p *config.Provider) { p.Stakes = "maybe" }), "stakes is none, reported or unknown"},
		"Time":   {with("amb", func(p *config.Provider) { p.ReportLagSeconds = &minus }), "a time is negative"},
		"Form": {
			with("amb", func(p *config.Provider) { p.Form = &config.LoginForm{Action: "https://x.example.com"} }),
			"form needs action, username and password",
		},
		"NotEnough": {
			with("amb", func(p *config.Provider) { p.Refusals, p.NotEnough = []int{903}, 904 }),
			"notEnough is one of refusals",
		},
		"Prefix": {
			with("betflix", func(p *config.Provider) { p.Prefix = "Abcdefg" }),
			"prefix is at most 5 small letters and digits",
		},
		"Step":      {with("amb", func(p *config.Provider) { p.Step = "0" }), "step is a positive number of credits"},
		"StepWords": {with("amb", func(p *config.Provider) { p.Step = "whole" }), "step is a positive number of credits"},
	} {
		_, err := providersOf(map[string]config.Provider{"p1": c.provider}, outbound.Settings{}, func(string, bool) {})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"p1"`)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A settled round may be listed as late as the configuration says, else as the family says.
func TestReportLags(t *testing.T) {
	t.Parallel()
	none := 0
	gsc := config.Provider{Family: config.FamilyGSC, DataURL: "https://d.example.com", Product: "GE", GameType: "LC"}
	atOnce := gsc
	atOnce.ReportLagSeconds = &none
	for name, c := range map[string]struct {
		provider config.Provider
		want     time.Duration
	}{
		"GSC":       {gsc, 13 * time.Hour},
		"GSCOfFile": {atOnce, 0},
		"AMB":       {config.Provider{Family: config.FamilyAMB}, time.Hour},
	} {
		c.provider.BaseURL, c.provider.ID, c.provider.Secret = "https://p.example.com", "us", "s"
		all, err := providersOf(map[string]config.Provider{"p1": c.provider}, outbound.Settings{}, func(string, bool) {})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := all["p1"].Provider.Capabilities().ReportLag; got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// serve checks every address that a member's money or credentials go to before it starts, and the secret.
func TestUnsafeProvidersAreNamed(t *testing.T) {
	t.Parallel()
	outside := config.Outside{Providers: map[string]config.Provider{"ufabet": {
		Family: "sbo", BaseURL: "https://p.example.com", DataURL: "http://data.example.com", LaunchURL: "https://localhost/x",
		LoginPage: "http://login.example.com", Form: &config.LoginForm{Action: "http://127.0.0.1/form"},
	}}}
	named := strings.Join(config.Serving{Outside: outside}.Unsafe(Published), "\n")
	for _, want := range []string{
		"providers.ufabet: secret is missing", "providers.ufabet dataURL: its address is without TLS",
		"providers.ufabet launchURL: its address is this machine's", "providers.ufabet loginPage: its address is without TLS",
		"providers.ufabet form.action: its address is this machine's",
	} {
		if !strings.Contains(named, want) {
			t.Errorf("%q is not named in:\n%s", want, named)
		}
	}
}

// A node whose file connects a provider by another family than the catalogue's does not start, and neither does one whose
// step makes no whole satang of the factor; the demo's catalogue follows the program.
func TestAMismatchRefusesTheStart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		joker := config.Provider{
			Family: "joker", BaseURL: "https://p.example.com", LaunchURL: "https://p.example.com", ID: "us", Secret: "s",
		}
		amb := config.Provider{Family: "amb", BaseURL: "https://p.example.com", ID: "us", Secret: "s"}
		small := joker
		small.Step = "0.0001"
		start := func(p config.Provider, demo bool) error {
			a, err := Build(t.Context(), Config{
				Store: s, Masters: config.Masters{1: make([]byte, secret.KeySize)}, Demo: demo,
				Outside: config.Outside{Providers: map[string]config.Provider{"joker2": p}},
			})
			if err == nil {
				a.Close()
			}
			return err
		}
		games := catalogue.New(s, game.NewProviders(nil, game.Timeouts{}), account.FactorsTx)
		section := []byte(`[{"code": "joker2", "name": "Joker 2", "category": "slot", "family": "joker"}]`)
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := games.Apply(t.Context(), tx, section)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			provider config.Provider
			want     string
		}{
			"Fits":   {joker, ""},
			"Family": {amb, "its family is joker, and provider joker2 is connected by family amb"},
			"Step":   {small, "is not whole satang"},
		} {
			if err := start(c.provider, false); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := start(amb, true); err != nil {
			t.Errorf("the demo: %v", err)
		}
	})
}
