package amb_test

import (
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	"krapao/connect/provider/amb/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/sandbox"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	credentials := sandbox.DemoCredentials().AMB
	providertest.Exercise(t, providertest.Subject{
		Code:    "pgslot",
		Secrets: []string{credentials.Secret},
		New: func(base string, settings outbound.Settings) game.Provider {
			return amb.New(amb.Config{
				BaseURL: base + "/games/pgslot/amb", Agent: credentials.Agent, Secret: credentials.Secret,
				Refusals: wire.Refusals, NotEnough: wire.CodeNotEnough, Terms: provider.Terms{Outbound: settings},
			})
		},
	})
}
