package sandbox

import (
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/kbank"
	"krapao/sandbox/banks/payonex"
	"krapao/sandbox/banks/payout"
	"krapao/sandbox/banks/signed"
	"krapao/sandbox/banks/slipcheck"
	"krapao/sandbox/banks/truemoney"
	"krapao/sandbox/bucket"
	"krapao/sandbox/callout"
	"krapao/sandbox/games/amb"
	"krapao/sandbox/games/amblotto"
	"krapao/sandbox/games/betflix"
	"krapao/sandbox/games/gsc"
	"krapao/sandbox/games/joker"
	"krapao/sandbox/games/pg"
	"krapao/sandbox/games/pragmatic"
	"krapao/sandbox/games/sbo"
	"krapao/sandbox/notices"
	"krapao/sandbox/oidc"
	"krapao/sandbox/sms"
)

// Credentials are what the systems of the sandbox expect from a caller, and sign with. A wallet that uses the sandbox
// is configured with the same ones.
type Credentials struct {
	SMS       sms.Credentials
	KBank     kbank.Credentials
	PayOneX   payonex.Credentials
	WW, FP    signed.Credentials
	Payout    payout.Credentials
	Callout   callout.Credentials
	Joker     joker.Credentials
	AMB       amb.Credentials
	PG        pg.Credentials
	Pragmatic pragmatic.Credentials
	BETFLIX   betflix.Credentials
	AMBLotto  amblotto.Credentials
	SBO       sbo.Credentials
	GSC       gsc.Credentials
	Feed      banks.FeedCredentials
	SlipOK    slipcheck.SlipOKCredentials
	// EasySlip is the application's access token.
	EasySlip string
	// TrueMoney is the wallet that vouchers are redeemed into.
	TrueMoney truemoney.Credentials
	// Bucket is the account of the bucket for uploaded files.
	Bucket bucket.Credentials
	// Notices are those who are told what happens.
	Notices notices.Credentials
	// OIDC is the house's client at the OpenID provider.
	OIDC oidc.Credentials
}

// SignedCredentials are the credentials of WW and FP.
type SignedCredentials = signed.Credentials

// DemoCredentials are the ones that `krapao demo` uses on both sides. They protect nothing but play money, everybody
// knows them, and `krapao serve` refuses them.
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
		Callout:   callout.Credentials{Secret: "sandbox-callout-secret"},
		Joker:     joker.Credentials{AppID: "SANDBOX", Secret: "sandbox-joker-secret"},
		AMB:       amb.Credentials{Agent: "sandbox", Secret: "sandbox-amb-secret"},
		PG:        pg.Credentials{OperatorToken: "sandbox-pg-operator", SecretKey: "sandbox-pg-secret"},
		Pragmatic: pragmatic.Credentials{SecureLogin: "sandbox", Secret: "sandbox-pragmatic-secret"},
		BETFLIX:   betflix.Credentials{ID: "sandbox-betflix-id", Key: "sandbox-betflix-key", Prefix: "bfx"},
		AMBLotto:  amblotto.Credentials{AgentID: "sandbox", Key: "sandbox-amblotto-key", Prefix: "lot"},
		SBO:       sbo.Credentials{CompanyKey: "sandbox-sbo-company-key", Agent: "sandboxagent"},
		GSC:       gsc.Credentials{Operator: "sbox", Secret: "sandbox-gsc-secret"},
		Feed:      banks.FeedCredentials{Key: "sandbox-feed-customer", Secret: "sandbox-feed-secret"},
		SlipOK:    slipcheck.SlipOKCredentials{Branch: "10001", Key: "sandbox-slipok-key"}, EasySlip: "sandbox-easyslip-key",

		TrueMoney: truemoney.Credentials{Mobile: "0918765432"},
		Bucket:    bucket.Credentials{Key: "sandbox-bucket-key", Secret: "sandbox-bucket-secret"},
		OIDC:      oidc.Credentials{Client: "sandbox-house", Secret: "sandbox-oidc-secret"},
		Notices: notices.Credentials{
			Secret: "whsec_c2FuZGJveC1ub3RpY2VzLWFyZS1wbGF5LW9ubHk=", Token: "sandbox-line-token", Group: "sandbox-line-group",
			Hook:     "sandbox-slack-hook",
			MailUser: "sandbox-mail-user", MailPassword: "sandbox-mail-password", Mailbox: "duty@house.example",
		},
	}
}
