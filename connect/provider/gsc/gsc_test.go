package gsc_test

import (
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/gsc/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/sandbox"
)

// adapter makes the adapter for a game of the sandbox and its product. The document says whether the product has an
// inquiry.
func adapter(base, code, product string, settings outbound.Settings) *gsc.Provider {
	credentials := sandbox.DemoCredentials().GSC
	return gsc.New(gsc.Config{
		BaseURL: base + "/games/" + code + "/gsc", DataURL: base + "/gsc/log",
		Operator: credentials.Operator, Secret: credentials.Secret,
		Product: product, GameType: "LC", Unverifiable: !wire.Askable(product),
		Terms: provider.Terms{Source: "test", Outbound: settings},
	})
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for code, product := range map[string]string{"tgsc": "GE", "tgsc3": "XO"} {
		t.Run(product, func(t *testing.T) {
			t.Parallel()
			providertest.Exercise(t, providertest.Subject{
				Code: code, Secrets: []string{sandbox.DemoCredentials().GSC.Secret}, Voids: true, Forgets: true,
				New: func(base string, settings outbound.Settings) game.Provider {
					return adapter(base, code, product, settings)
				},
			})
		})
	}
}
