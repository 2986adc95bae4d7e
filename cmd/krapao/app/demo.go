package app

import (
	"krapao/internal/config"
	"krapao/sandbox"
)

// Sandboxed points every connection at a sandbox.
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
		WW:        config.SignedGateway{BaseURL: address + "/ww", MerchantNo: c.WW.MerchantNo, Scheme: c.WW.Scheme, Secret: c.WW.Secret},
		FP:        config.SignedGateway{BaseURL: address + "/fp", MerchantNo: c.FP.MerchantNo, Scheme: c.FP.Scheme, Secret: c.FP.Secret},
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
	}
	for _, g := range sandbox.Games() {
		base := address + "/games/" + g.Code + "/" + g.Family
		p := config.Provider{Family: g.Family, BaseURL: base, LoginPage: address + "/lobby/" + g.Code + "/login", NotFoundSeconds: demoNotFound}
		switch g.Family {
		case sandbox.FamilyJoker:
			p.ID, p.Secret, p.ForwardURL = c.Joker.AppID, c.Joker.Secret, address+"/lobby/"+g.Code
		case sandbox.FamilyAMB:
			p.ID, p.Secret = c.AMB.Agent, c.AMB.Secret
		}
		if g.Kind == sandbox.KindSlot {
			p.Stakes = "none"
		}
		o.Providers[g.Code] = p
	}
	return o
}

// demoNotFound is the demo's "not found" window in seconds (RULES.md section 15).
const demoNotFound = 20

// Published tells whether a secret is one of the demo's, which everybody knows.
func Published(secret string) bool {
	c := sandbox.DemoCredentials()
	for _, known := range []string{
		c.SMS.Key, c.SMS.Secret, c.KBank.ConsumerSecret, c.KBank.PartnerSecret, c.Payout.Secret, c.Joker.Secret, c.AMB.Secret,
		c.PayOneX.AccessKey, c.PayOneX.SecretKey, c.WW.Secret, c.FP.Secret,
		c.Feed.Secret, c.SlipOK.Key, c.EasySlip,
		c.TrueMoney.Mobile,
	} {
		if secret == known {
			return true
		}
	}
	return false
}
