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

// gatewaysOf makes the connections to the QR gateways that are configured. Members see no panel of the others.
func gatewaysOf(b base) (map[string]qr.Gateway, error) {
	all, to := map[string]qr.Gateway{}, b.clients.measured("qr")
	if k := b.Outside.KBank; k != (config.KBank{}) {
		all[codeKBank] = kbank.New(kbank.Config{
			BaseURL: k.BaseURL, ConsumerID: k.ConsumerID, ConsumerSecret: k.ConsumerSecret,
			PartnerID: k.PartnerID, PartnerSecret: k.PartnerSecret, MerchantID: k.MerchantID, TerminalID: k.TerminalID,
			NamePayer: k.NamePayer, Now: b.Clock.Now, Outbound: to(codeKBank),
		})
	}
	if p := b.Outside.PayOneX; p != (config.PayOneX{}) {
		all[codePayOneX] = payonex.New(payonex.Config{
			BaseURL: p.BaseURL, AccessKey: p.AccessKey, SecretKey: p.SecretKey, Bearer: p.Bearer, NamesPayer: p.NamesPayer,
			CallbackURL: p.CallbackURL, Customers: qr.NewCustomers(b.Store, b.box, codePayOneX),
			Now: b.Clock.Now, Outbound: to(codePayOneX),
		})
	}
	for code, g := range map[string]config.SignedGateway{codeWW: b.Outside.WW, codeFP: b.Outside.FP} {
		if g == (config.SignedGateway{}) {
			continue
		}
		scheme := wire.Scheme(g.Scheme)
		if !scheme.Valid() {
			return nil, fmt.Errorf("gateway %s: the scheme is %s, %s or %s, not %q",
				code, wire.BodyHMAC, wire.SortedMD5, wire.SortedHMAC, g.Scheme)
		}
		all[code] = signed.New(signed.Config{
			Name: code, BaseURL: g.BaseURL, MerchantNo: g.MerchantNo, NotifyURL: g.NotifyURL, Now: b.Clock.Now, Outbound: to(code),
			Signer: wire.Signer{Scheme: scheme, Secret: g.Secret, Window: time.Duration(g.WindowSeconds) * time.Second},
		})
	}
	return all, nil
}
