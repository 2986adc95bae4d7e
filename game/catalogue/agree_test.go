package catalogue_test

import (
	"strings"
	"testing"

	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/game"
	"krapao/game/account"
	"krapao/game/catalogue"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

func newService(s *store.Store, connections map[string]game.Connection) *catalogue.Service {
	return catalogue.New(s, game.NewProviders(connections, game.Timeouts{}), account.FactorsTx)
}

// A program whose connections don't fit the catalogue does not start: a wrong family, or a provider of whole credits only
// at a factor that makes one credit no whole satang.
func TestAgree(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		if err := w.Catalogue.Agree(t.Context()); err != nil {
			t.Errorf("it fits: %v", err)
		}
		for name, c := range map[string]struct {
			family string
			step   money.Credits
			want   string
		}{
			"Family": {"gsc", 0, "game pgslot: its family is amb, and provider pgslot is connected by family gsc"},
			"SmallStep": {
				"amb", 1,
				"game pgslot: with factor 1 the smallest step of provider pgslot, 0.0001 credits, is not whole satang",
			},
			"WholeCredit": {"amb", money.Credit, ""},
		} {
			slot := joker.New(joker.Config{Terms: provider.Terms{Step: c.step}})
			connections := map[string]game.Connection{"pgslot": {Family: c.family, Provider: slot}}
			err := newService(s, connections).Agree(t.Context())
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", name, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "twin")):
				t.Errorf("%s: %v", name, err) // both codes of the provider are named
			}
		}
		closed := `[{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker"}]`
		if _, err := w.Apply(closed); err != nil {
			t.Fatal(err)
		}
		connections := map[string]game.Connection{"pgslot": {Family: "gsc", Provider: joker.New(joker.Config{})}}
		if err := newService(s, connections).Agree(t.Context()); err != nil {
			t.Errorf("a closed game needs no connection: %v", err)
		}
	})
}

// The demo's catalogue takes the families of the running program.
func TestAdoptFamilies(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		gametest.NewWorld(t, s)
		connections := map[string]game.Connection{"pgslot": {Family: "pg", Provider: joker.New(joker.Config{})}}
		games := newService(s, connections)
		if err := games.AdoptFamilies(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := games.Agree(t.Context()); err != nil {
			t.Error(err)
		}
		all, err := games.Games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range all {
			if (g.Family == "pg") != (g.Provider == "pgslot") {
				t.Errorf("%s has the family %s", g.Code, g.Family)
			}
		}
	})
}
