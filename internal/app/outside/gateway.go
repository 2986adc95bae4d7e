package outside

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
	codeKBank = "KBANK"
	// CodePayOneX is exported for the gateway's customers, which are kept by this code.
	CodePayOneX = "PAYONEX"
	codeWW      = "WW"
	codeFP      = "FP"
)

// Gateways makes the connections to the QR gateways that are configured. Members see no panel of the others.
// customers are the payers that PayOneX has registered.
func Gateways(o config.Outside, to PerSystem, customers payonex.Customers) (map[string]qr.Gateway, error) {
	all := map[string]qr.Gateway{}
	if k := o.KBank; k != (config.KBank{}) {
		l := to(codeKBank)
		all[codeKBank] = kbank.New(kbank.Config{
			BaseURL: k.BaseURL, ConsumerID: k.ConsumerID, ConsumerSecret: k.ConsumerSecret,
			PartnerID: k.PartnerID, PartnerSecret: k.PartnerSecret, MerchantID: k.MerchantID, TerminalID: k.TerminalID,
			NamePayer: k.NamePayer, Now: l.Now, Outbound: l,
		})
	}
	if p := o.PayOneX; p != (config.PayOneX{}) {
		l := to(CodePayOneX)
		all[CodePayOneX] = payonex.New(payonex.Config{
			BaseURL: p.BaseURL, AccessKey: p.AccessKey, SecretKey: p.SecretKey, Bearer: p.Bearer, NamesPayer: p.NamesPayer,
			CallbackURL: p.CallbackURL, Customers: customers,
			Now: l.Now, Outbound: l,
		})
	}
	for code, g := range map[string]config.SignedGateway{codeWW: o.WW, codeFP: o.FP} {
		if g == (config.SignedGateway{}) {
			continue
		}
		scheme := wire.Scheme(g.Scheme)
		if !scheme.Valid() {
			return nil, fmt.Errorf("gateway %s: the scheme is %s, %s or %s, not %q",
				code, wire.BodyHMAC, wire.SortedMD5, wire.SortedHMAC, g.Scheme)
		}
		l := to(code)
		all[code] = signed.New(signed.Config{
			Name: code, BaseURL: g.BaseURL, MerchantNo: g.MerchantNo, NotifyURL: g.NotifyURL, Now: l.Now, Outbound: l,
			Signer: wire.Signer{Scheme: scheme, Secret: g.Secret, Window: time.Duration(g.WindowSeconds) * time.Second},
		})
	}
	return all, nil
}
