package config

import (
	"fmt"
	"slices"
	"strings"
)

// PayOneX is the QR gateway of the panel PAYONEX.
type PayOneX struct {
	BaseURL   string `json:"baseURL" doc:"The address of the QR gateway of the panel PAYONEX"`
	AccessKey string `json:"accessKey" doc:"Our key there" secret:"true"`
	SecretKey string `json:"secretKey" doc:"The secret that goes with it" secret:"true"`
	// Bearer puts the word "Bearer" before the token.
	Bearer bool `json:"bearer" doc:"true: the word Bearer stands before the token"`
	// NamesPayer: the contract says that the account in a transaction is the one that paid.
	NamesPayer bool `json:"namesPayer" doc:"true: by contract, the account in a transaction is the one that paid"`
	// CallbackURL is sent with each request, if nothing else was agreed with the gateway: https://.../hooks/payonex.
	CallbackURL string `json:"callbackURL" doc:"Our address for its callbacks, sent with each request"`
}

// SignedGateway is a QR gateway whose messages are signed both ways: WW, FP.
type SignedGateway struct {
	BaseURL    string `json:"baseURL" doc:"The address of this QR gateway"`
	MerchantNo string `json:"merchantNo" doc:"Our number there"`
	// Scheme is body-hmac-sha256, sorted-md5 or sorted-hmac-sha256.
	Scheme string `json:"scheme" doc:"How messages are signed: body-hmac-sha256, sorted-md5 or sorted-hmac-sha256"`
	Secret string `json:"secret" doc:"The secret that they are signed with" secret:"true"`
	// WindowSeconds is how far a message's time may be off (300).
	WindowSeconds int `json:"windowSeconds" doc:"How many seconds a message's time may be off; 0: 300"`
	// NotifyURL is sent with each order, if nothing else was agreed with the gateway: https://.../hooks/ww.
	NotifyURL string `json:"notifyURL" doc:"Our address for its callbacks, sent with each order"`
}

// Schemes are the ways in which a signed gateway's messages may be signed (connect/payment/signed/wire).
var Schemes = []string{"body-hmac-sha256", "sorted-md5", "sorted-hmac-sha256"}

// wrongSchemes lists the signed gateways with an unknown scheme.
func (o Outside) wrongSchemes() (wrong []string) {
	for _, g := range []struct {
		name string
		SignedGateway
	}{{"ww", o.WW}, {"fp", o.FP}} {
		if g.SignedGateway != (SignedGateway{}) && !slices.Contains(Schemes, g.Scheme) {
			wrong = append(wrong, fmt.Sprintf("%s: scheme is not one of %s", g.name, strings.Join(Schemes, ", ")))
		}
	}
	return wrong
}

// gateways lists the QR gateways in the file. One that is left out has no panel.
func (o Outside) gateways() []system {
	var all []system
	if o.KBank != (KBank{}) {
		all = append(all, system{"kbank", o.KBank.BaseURL, []named{
			{"consumerSecret", o.KBank.ConsumerSecret}, {"partnerSecret", o.KBank.PartnerSecret},
		}})
	}
	if o.PayOneX != (PayOneX{}) {
		all = append(all, system{"payonex", o.PayOneX.BaseURL, []named{
			{"accessKey", o.PayOneX.AccessKey}, {"secretKey", o.PayOneX.SecretKey},
		}})
	}
	for _, g := range []struct {
		name string
		SignedGateway
	}{{"ww", o.WW}, {"fp", o.FP}} {
		if g.SignedGateway != (SignedGateway{}) {
			all = append(all, system{g.name, g.BaseURL, []named{{"secret", g.Secret}}})
		}
	}
	return all
}

// callbacks lists our own addresses that gateways are to call, if the file has them.
func (o Outside) callbacks() (all []system) {
	for _, c := range []system{
		{"payonex callbackURL", o.PayOneX.CallbackURL, nil},
		{"ww notifyURL", o.WW.NotifyURL, nil},
		{"fp notifyURL", o.FP.NotifyURL, nil},
	} {
		if c.address != "" {
			all = append(all, c)
		}
	}
	return all
}
