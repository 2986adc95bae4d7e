package sandbox

import (
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/kbank"
	"krapao/sandbox/banks/payonex"
	"krapao/sandbox/banks/payout"
	"krapao/sandbox/banks/signed"
	"krapao/sandbox/banks/slipcheck"
	"krapao/sandbox/banks/truemoney"
	"krapao/sandbox/sms"
)

// Credentials are what the systems of the sandbox expect from a caller and sign with. A wallet that talks to the sandbox
// is configured with the same ones.
type Credentials struct {
	SMS       sms.Credentials
	KBank     kbank.Credentials
	PayOneX   payonex.Credentials
	WW, FP    signed.Credentials
	Payout    payout.Credentials
	Joker     JokerCredentials
	AMB       AMBCredentials
	PG        PGCredentials
	Pragmatic PragmaticCredentials
	BETFLIX   BETFLIXCredentials
	AMBLotto  AMBLottoCredentials
	SBO       SBOCredentials
	GSC       GSCCredentials
	Feed      banks.FeedCredentials
	SlipOK    slipcheck.SlipOKCredentials
	// EasySlip is the application's access token.
	EasySlip string
	// TrueMoney is the wallet that vouchers are redeemed into.
	TrueMoney truemoney.Credentials
}

// SignedCredentials are those of WW and FP.
type SignedCredentials = signed.Credentials

// DemoCredentials are the ones that `krapao demo` uses on both sides. They open nothing but play money, are known to
// everybody, and `krapao serve` refuses them.
func DemoCredentials() Credentials {
	return Credentials{
		SMS: sms.Credentials{Key: "sandbox-sms-key", Secret: "sandbox-sms-secret"},
		KBank: kbank.Credentials{
			ConsumerID: "sandbox-consumer", ConsumerSecret: "sandbox-consumer-secret",
			PartnerID: "SANDBOX01", PartnerSecret: "sandbox-partner-secret",
			MerchantID: "KBSANDBOX00001", TerminalID: "term0001",
		},
		PayOneX: payonex.Credentials{AccessKey: "sandbox-payonex-access", SecretKey: "sandbox-payonex-secret"},
		WW:      signed.Credentials{MerchantNo: "WWSANDBOX", Scheme: "body-hmac-sha256", Secret: "sandbox-ww-secret"},
		FP:      signed.Credentials{MerchantNo: "FPSANDBOX", Scheme: "sorted-md5", Secret: "sandbox-fp-secret"},

		Payout:    payout.Credentials{Key: "sandbox-payer", Secret: "sandbox-payout-secret"},
		Joker:     JokerCredentials{AppID: "SANDBOX", Secret: "sandbox-joker-secret"},
		AMB:       AMBCredentials{Agent: "sandbox", Secret: "sandbox-amb-secret"},
		PG:        PGCredentials{OperatorToken: "sandbox-pg-operator", SecretKey: "sandbox-pg-secret"},
		Pragmatic: PragmaticCredentials{SecureLogin: "sandbox", Secret: "sandbox-pragmatic-secret"},
		BETFLIX:   BETFLIXCredentials{ID: "sandbox-betflix-id", Key: "sandbox-betflix-key", Prefix: "bfx"},
		AMBLotto:  AMBLottoCredentials{AgentID: "sandbox", Key: "sandbox-amblotto-key", Prefix: "lot"},
		SBO:       SBOCredentials{CompanyKey: "sandbox-sbo-company-key", Agent: "sandboxagent"},
		GSC:       GSCCredentials{Operator: "sbox", Secret: "sandbox-gsc-secret"},
		Feed:      banks.FeedCredentials{Key: "sandbox-feed-customer", Secret: "sandbox-feed-secret"},
		SlipOK:    slipcheck.SlipOKCredentials{Branch: "10001", Key: "sandbox-slipok-key"}, EasySlip: "sandbox-easyslip-key",

		TrueMoney: truemoney.Credentials{Mobile: "0918765432"},
	}
}
