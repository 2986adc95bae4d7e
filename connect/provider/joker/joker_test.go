package joker_test

import (
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/sandbox"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	credentials := sandbox.DemoCredentials().Joker
	providertest.Exercise(t, providertest.Subject{
		Code:    "joker",
		Secrets: []string{credentials.Secret}, Nameless: true,
		New: func(base string, settings outbound.Settings) game.Provider {
			return joker.New(joker.Config{
				BaseURL: base + "/games/joker/joker", LaunchURL: base + "/lobby/joker",
				AppID: credentials.AppID, Secret: credentials.Secret, Terms: provider.Terms{Outbound: settings},
			})
		},
	})
}
