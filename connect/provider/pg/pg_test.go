package pg_test

import (
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/pg"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/sandbox"
)

// at makes the adapter for the sandbox's test game.
func at(base string, settings outbound.Settings) game.Provider {
	credentials := sandbox.DemoCredentials().PG
	return pg.New(pg.Config{
		BaseURL: base + "/games/tpg/pg", DataURL: base + "/games/tpg/pg", LaunchURL: base + "/games/tpg/pg/launch",
		OperatorToken: credentials.OperatorToken, SecretKey: credentials.SecretKey,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Source: "tpg", Outbound: settings},
	})
}

func TestConformance(t *testing.T) {
	t.Parallel()
	providertest.Exercise(t, providertest.Subject{
		Code: "tpg", Secrets: []string{sandbox.DemoCredentials().PG.SecretKey}, New: at, Pending: true, Voids: true,
	})
}
