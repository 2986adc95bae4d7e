package app

import (
	ambwire "krapao/connect/provider/amb/wire"
	betflixwire "krapao/connect/provider/betflix/wire"
	"krapao/internal/config"
	"krapao/sandbox"
	"krapao/sandbox/games"
)

// Sandboxed is an outside whose every connection leads to the sandbox at an address.
func Sandboxed(address string) config.Outside {
	c := sandbox.DemoCredentials()
	o := config.Outside{
		SMS: config.SMS{BaseURL: address + "/sms", Key: c.SMS.Key, Secret: c.SMS.Secret},
		KBank: config.KBank{
			BaseURL: address + "/kbank", ConsumerID: c.KBank.ConsumerID, ConsumerSecret: c.KBank.ConsumerSecret,
			PartnerID: c.KBank.PartnerID, PartnerSecret: c.KBank.PartnerSecret,
			MerchantID: c.KBank.MerchantID, TerminalID: c.KBank.TerminalID, NamePayer: true,
		},
		PayOneX: config.PayOneX{
			BaseURL: address + "/payonex", AccessKey: c.PayOneX.AccessKey, SecretKey: c.PayOneX.SecretKey, NamesPayer: true,
		},
		WW: config.SignedGateway{
			BaseURL: address + "/ww", MerchantNo: c.WW.MerchantNo, Scheme: c.WW.Scheme, Secret: c.WW.Secret,
		},
		FP: config.SignedGateway{
			BaseURL: address + "/fp", MerchantNo: c.FP.MerchantNo, Scheme: c.FP.Scheme, Secret: c.FP.Secret,
		},
		TrueMoney: config.TrueMoney{BaseURL: address + "/truemoney", Mobile: c.TrueMoney.Mobile},
		Payout:    config.Payout{BaseURL: address + "/payout", Key: c.Payout.Key, Secret: c.Payout.Secret},
		Providers: map[string]config.Provider{},
		SlipChecks: []config.SlipCheck{
			{Kind: "slipok", BaseURL: address + "/slipok", Branch: c.SlipOK.Branch, Key: c.SlipOK.Key},
			{Kind: "easyslip", BaseURL: address + "/easyslip", Key: c.EasySlip},
		},
		Feeds: map[string]config.Feed{
			"SCB-AUTO": {BaseURL: address + "/feed", Key: c.Feed.Key, Secret: c.Feed.Secret, Bank: "014"},
		},
		Notices: map[string]config.Notice{
			"system": {Kind: "webhook", URL: address + "/notices/webhook", Secret: c.Notices.Secret},
			"group": {
				Kind: "line", URL: address + "/notices/line", Token: c.Notices.Token, To: c.Notices.Group,
				Events: []string{"queue.late", "proposal.waits", "alarm.begun", "system.stopped"},
			},
			"channel": {Kind: "slack", URL: address + "/notices/slack/" + c.Notices.Hook, Language: "en"},
		},
	}
	for _, g := range games.All() {
		o.Providers[g.Code] = sandboxedGame(g, address, c)
	}
	return o
}

// SandboxedSignIn is the OpenID provider of the sandbox at an address.
func SandboxedSignIn(address string) config.OIDC {
	c := sandbox.DemoCredentials().OIDC
	return config.OIDC{Name: "Sandbox ID", Issuer: address + "/oidc", Client: c.Client, Secret: c.Secret}
}

// SandboxedMail is the mailbox of the sandbox whose server of mail listens at an address, and signs for itself.
func SandboxedMail(address, certificate string) config.Notice {
	c := sandbox.DemoCredentials().Notices
	return config.Notice{
		Kind: "mail", URL: "smtp://" + address, From: "Krapao <house@krapao.example>", To: c.Mailbox,
		User: c.MailUser, Password: c.MailPassword, Certificate: certificate,
	}
}

// sandboxedGame connects a game to the sandbox's end of its family's protocol.
func sandboxedGame(g games.Game, address string, c sandbox.Credentials) config.Provider {
	noLag := 0 // the sandbox lists a round as soon as it is settled
	lobby := address + "/lobby/" + g.Code
	p := config.Provider{
		Family: g.Family, BaseURL: address + "/games/" + g.Code + "/" + g.Family, LoginPage: lobby + "/login",
		NotFoundSeconds: demoNotFound, ReportLagSeconds: &noLag,
	}
	if g.Kind == games.KindSlot {
		p.Stakes = "none"
	}
	switch g.Family {
	case games.FamilyJoker:
		p.ID, p.Secret, p.LaunchURL = c.Joker.AppID, c.Joker.Secret, lobby
	case games.FamilyAMB:
		p.ID, p.Secret, p.Refusals, p.NotEnough = c.AMB.Agent, c.AMB.Secret, ambwire.Refusals, ambwire.CodeNotEnough
	case games.FamilyPG:
		p.ID, p.Secret, p.DataURL, p.LaunchURL = c.PG.OperatorToken, c.PG.SecretKey, p.BaseURL, p.BaseURL+"/launch"
		p.Currency, p.Lobby = "THB", "lobby"
	case games.FamilyPragmatic:
		p.ID, p.Secret, p.DataURL = c.Pragmatic.SecureLogin, c.Pragmatic.Secret, p.BaseURL
		p.Currency, p.Lobby = "THB", "lobby"
	case games.FamilyBETFLIX:
		p.ID, p.Secret, p.Prefix, p.List, p.Prompt = c.BETFLIX.ID, c.BETFLIX.Key, c.BETFLIX.Prefix, true, true
		p.NotEnough = betflixwire.CodeNotEnough
	case games.FamilyAMBLotto:
		p.ID, p.Secret, p.Prefix, p.Turn = c.AMBLotto.AgentID, c.AMBLotto.Key, c.AMBLotto.Prefix, true
	case games.FamilySBO:
		p.ID, p.Secret, p.Product = c.SBO.Agent, c.SBO.CompanyKey, "SportsBook"
	case games.FamilyGSC:
		p.ID, p.Secret, p.DataURL = c.GSC.Operator, c.GSC.Secret, address+"/gsc/log"
		p.Product, p.GameType = g.Product, map[string]string{games.PlaySlot: "SL", games.PlayCards: "LC"}[g.Play]
	}
	return p
}

// demoNotFound is the demo's "not found" window in seconds (RULES.md section 15).
const demoNotFound = 20

// Published reports whether a secret is one of the demo's, which everybody knows.
func Published(secret string) bool {
	c := sandbox.DemoCredentials()
	for _, known := range []string{
		c.SMS.Key, c.SMS.Secret, c.KBank.ConsumerSecret, c.KBank.PartnerSecret, c.Payout.Secret, c.Callout.Secret, c.OIDC.Secret,
		c.Joker.Secret, c.AMB.Secret, c.PG.SecretKey, c.Pragmatic.Secret, c.BETFLIX.Key, c.AMBLotto.Key, c.SBO.CompanyKey, c.GSC.Secret,
		c.PayOneX.AccessKey, c.PayOneX.SecretKey, c.WW.Secret, c.FP.Secret,
		c.Feed.Secret, c.SlipOK.Key, c.EasySlip,
		c.TrueMoney.Mobile, c.Bucket.Secret, c.Notices.Secret, c.Notices.Token, c.Notices.MailPassword,
	} {
		if secret == known {
			return true
		}
	}
	return false
}
