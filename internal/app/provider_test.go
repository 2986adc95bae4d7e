package app

import (
	"strings"
	"testing"

	"krapao/game"
	"krapao/game/account"
	"krapao/game/catalogue"
	"krapao/internal/config"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

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
