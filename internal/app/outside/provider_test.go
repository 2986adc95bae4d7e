package outside

import (
	"strings"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/internal/config"
)

// unset are no settings of a client.
func unset(string) outbound.Settings { return outbound.Settings{} }

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
		_, err := Providers(map[string]config.Provider{"p1": c.provider}, unset, func(string, bool) {})
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
		all, err := Providers(map[string]config.Provider{"p1": c.provider}, unset, func(string, bool) {})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := all["p1"].Provider.Capabilities().ReportLag; got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
