package gametest

import (
	"testing"

	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/internal/store"
	"krapao/sandbox"
)

// NewFamilies has games whose calls carry a password, and games whose accounts have none.
const NewFamilies = `[
	{"code": "tgsc", "name": "GE", "category": "sport", "family": "gsc", "play": "casino"},
	{"code": "tsbo", "name": "SBO", "category": "sport", "family": "sbo", "launch": "form", "notice": "new odds"}
]`

// WithNewFamilies is a world of NewFamilies' games.
func WithNewFamilies(t *testing.T, s *store.Store) *World {
	t.Helper()
	return NewWorldOf(t, s, NewFamilies, func(w *World, all map[string]game.Connection) {
		base, settings, c := w.Outside.URL, w.Outbound(), sandbox.DemoCredentials()
		all["tgsc"] = game.Connection{Family: "gsc", Provider: gsc.New(gsc.Config{
			BaseURL: base + "/games/tgsc/gsc", DataURL: base + "/gsc/log", Operator: c.GSC.Operator, Secret: c.GSC.Secret,
			Product: "GE", GameType: "LC", Terms: provider.Terms{Source: "gsc", Outbound: settings},
		})}
		all["tsbo"] = game.Connection{Family: "sbo", Provider: sbo.New(sbo.Config{
			BaseURL: base + "/games/tsbo/sbo", CompanyKey: c.SBO.CompanyKey, Agent: c.SBO.Agent, Terms: provider.Terms{Outbound: settings},
		})}
	})
}
