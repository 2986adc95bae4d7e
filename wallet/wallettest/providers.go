package wallettest

import (
	"context"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/betflix"
	betflixwire "krapao/connect/provider/betflix/wire"
	"krapao/connect/provider/gsc"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/pg"
	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/sbo"
	"krapao/game"
	"krapao/sandbox"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// Patient are settings of a client of the sandbox whose circuit breaker never opens, however often it fails.
func Patient(outside *sandboxtest.Sandbox) outbound.Settings {
	settings := outside.Outbound(CallTime)
	settings.FailureThreshold = 1000
	return settings
}

// Connections connects one protocol that can verify a transfer and one that can't. ConnectFamilies has the others.
func Connections(outside *sandboxtest.Sandbox) map[string]game.Connection {
	credentials := sandbox.DemoCredentials()
	settings := Patient(outside)
	all := map[string]game.Connection{}
	for _, g := range games.All() {
		lobby := outside.URL + "/lobby/" + g.Code
		switch g.Family {
		case games.FamilyJoker:
			all[g.Code] = game.Connection{LoginPage: lobby + "/login", Provider: joker.New(joker.Config{
				BaseURL: outside.URL + "/games/" + g.Code + "/joker", LaunchURL: lobby,
				AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Terms: provider.Terms{Outbound: settings},
			})}
		case games.FamilyAMB:
			all[g.Code] = game.Connection{LoginPage: lobby + "/login", Provider: amb.New(amb.Config{
				BaseURL: outside.URL + "/games/" + g.Code + "/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret,
				Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough,
				Terms: provider.Terms{Stakes: game.StakesNone, Outbound: settings},
			})}
		}
	}
	return all
}

// ConnectFamilies connects the protocols whose refusals, inquiries and passwords differ from those of joker and amb.
func ConnectFamilies(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
	credentials := sandbox.DemoCredentials()
	settings := Patient(outside)
	all["ufabet"] = game.Connection{Provider: sbo.New(sbo.Config{
		BaseURL: outside.URL + "/games/tsbo/sbo", CompanyKey: credentials.SBO.CompanyKey, Agent: credentials.SBO.Agent,
		Terms: provider.Terms{Outbound: settings},
	})}
	all["pg"] = game.Connection{Provider: pg.New(pg.Config{
		BaseURL: outside.URL + "/games/tpg/pg", OperatorToken: credentials.PG.OperatorToken, SecretKey: credentials.PG.SecretKey,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Outbound: settings},
	})}
	all["areaslot"] = game.Connection{Provider: pragmatic.New(pragmatic.Config{
		BaseURL:     outside.URL + "/games/tpragmatic/pragmatic",
		SecureLogin: credentials.Pragmatic.SecureLogin, Secret: credentials.Pragmatic.Secret,
		Currency: "THB", Lobby: "lobby", Terms: provider.Terms{Outbound: settings},
	})}
	all["betflix"] = game.Connection{Provider: betflix.New(betflix.Config{
		BaseURL: outside.URL + "/games/tbetflix/betflix", ID: credentials.BETFLIX.ID, Key: credentials.BETFLIX.Key,
		Prefix: credentials.BETFLIX.Prefix, Prompt: true, NotEnough: betflixwire.CodeNotEnough,
		Terms: provider.Terms{Outbound: settings},
	})}
	all["huayhd"] = game.Connection{Provider: amblotto.New(amblotto.Config{
		BaseURL: outside.URL + "/games/tamblotto/amblotto", Agent: credentials.AMBLotto.AgentID, Key: credentials.AMBLotto.Key,
		Prefix: credentials.AMBLotto.Prefix, Terms: provider.Terms{Stakes: game.StakesNone, Outbound: settings},
	})}
	product := func(code, product string, blind bool) game.Connection {
		return game.Connection{Provider: gsc.New(gsc.Config{
			BaseURL: outside.URL + "/games/" + code + "/gsc", DataURL: outside.URL + "/gsc/log",
			Product: product, GameType: "LC", Unverifiable: blind,
			Operator: credentials.GSC.Operator, Secret: credentials.GSC.Secret,
			Terms: provider.Terms{Stakes: game.StakesNone, Outbound: settings},
		})}
	}
	all["imi"], all["slotxo"] = product("tgsc", "GE", false), product("tgsc3", "XO", true)
}

// replaying makes an adapter declare that its provider applies a reference once, as the sandbox does, and perhaps that it
// has no inquiry. So the product sends again a transfer with an unknown outcome.
type replaying struct {
	game.Provider
	check bool
}

// Capabilities implements game.Provider.
func (p replaying) Capabilities() game.Capabilities {
	c := p.Provider.Capabilities()
	c.Replay, c.CheckByReference = true, p.check
	return c
}

// Check implements game.Provider.
func (p replaying) Check(ctx context.Context, m game.Move) game.Outcome {
	if p.check {
		return p.Provider.Check(ctx, m)
	}
	return game.Outcome{}
}

// Codes of the games whose adapters declare a replay: one with an inquiry too, and one without.
const (
	CheckedReplay = "joker2"
	BareReplay    = "slotracha"
)

// Replays makes these adapters declare that their providers replay.
func Replays(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
	for code, check := range map[string]bool{CheckedReplay: true, BareReplay: false} {
		c := all[code]
		c.Provider = replaying{c.Provider, check}
		all[code] = c
	}
}
