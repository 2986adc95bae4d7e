package app

import (
	"fmt"
	"time"

	"krapao/connect/payment/kbank"
	"krapao/connect/payment/payonex"
	"krapao/connect/payment/signed"
	"krapao/connect/payment/signed/wire"
	"krapao/deposit/qr"
	"krapao/internal/config"
)

// The QR gateways, by the code of their deposit account.
const (
	codeKBank   = "KBANK"
	codePayOneX = "PAYONEX"
	codeWW      = "WW"
	codeFP      = "FP"
)

// gateways makes the connections to the QR gateways that are configured. One that an operator left out has no panel.
func (a *App) gateways() (map[string]qr.Gateway, error) {
	all, to := map[string]qr.Gateway{}, a.measured("qr")
	if k := a.Outside.KBank; k != (config.KBank{}) {
		all[codeKBank] = kbank.New(kbank.Config{
			BaseURL: k.BaseURL, ConsumerID: k.ConsumerID, ConsumerSecret: k.ConsumerSecret,
			PartnerID: k.PartnerID, PartnerSecret: k.PartnerSecret, MerchantID: k.MerchantID, TerminalID: k.TerminalID,
			NamePayer: k.NamePayer, Now: a.Clock.Now, Outbound: to(codeKBank),
		})
	}
	if p := a.Outside.PayOneX; p != (config.PayOneX{}) {
		all[codePayOneX] = payonex.New(payonex.Config{
			BaseURL: p.BaseURL, AccessKey: p.AccessKey, SecretKey: p.SecretKey, Bearer: p.Bearer, NamesPayer: p.NamesPayer,
			CallbackURL: p.CallbackURL, Customers: qr.NewCustomers(a.Store, a.box, codePayOneX), Now: a.Clock.Now, Outbound: to(codePayOneX),
		})
	}
	for code, g := range map[string]config.SignedGateway{codeWW: a.Outside.WW, codeFP: a.Outside.FP} {
		if g == (config.SignedGateway{}) {
			continue
		}
		scheme := wire.Scheme(g.Scheme)
		if !scheme.Valid() {
			return nil, fmt.Errorf("gateway %s: the scheme is %s, %s or %s, not %q", code, wire.BodyHMAC, wire.SortedMD5, wire.SortedHMAC, g.Scheme)
		}
		all[code] = signed.New(signed.Config{
			Name: code, BaseURL: g.BaseURL, MerchantNo: g.MerchantNo, NotifyURL: g.NotifyURL, Now: a.Clock.Now, Outbound: to(code),
			Signer: wire.Signer{Scheme: scheme, Secret: g.Secret, Window: time.Duration(g.WindowSeconds) * time.Second},
		})
	}
	return all, nil
}
