package sbo_test

import (
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/providertest"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/sandbox"
)

// code is the sandbox's game of this family.
const code = "tsbo"

func adapter(base string, settings outbound.Settings) *sbo.Provider {
	credentials := sandbox.DemoCredentials().SBO
	return sbo.New(sbo.Config{
		BaseURL: base + "/games/" + code + "/sbo", CompanyKey: credentials.CompanyKey, Agent: credentials.Agent,
		Terms: provider.Terms{Source: "test", Outbound: settings},
	})
}

func TestConformance(t *testing.T) {
	t.Parallel()
	providertest.Exercise(t, providertest.Subject{
		Code: code, Voids: true, Secrets: []string{sandbox.DemoCredentials().SBO.CompanyKey},
		New: func(base string, settings outbound.Settings) game.Provider { return adapter(base, settings) },
	})
}
