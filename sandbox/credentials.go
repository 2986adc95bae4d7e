package sandbox

// Credentials are what the systems of the sandbox expect from a caller and sign with. A wallet that talks to the sandbox
// is configured with the same ones.
type Credentials struct {
	SMS       SMSCredentials
	KBank     KBankCredentials
	PayOneX   PayOneXCredentials
	WW, FP    SignedCredentials
	Payout    PayoutCredentials
	Joker     JokerCredentials
	AMB       AMBCredentials
	PG        PGCredentials
	Pragmatic PragmaticCredentials
	BETFLIX   BETFLIXCredentials
	AMBLotto  AMBLottoCredentials
	SBO       SBOCredentials
	GSC       GSCCredentials
	Feed      FeedCredentials
	SlipOK    SlipOKCredentials
	// EasySlip is the application's access token.
	EasySlip string
	// TrueMoney is the wallet that vouchers are redeemed into.
	TrueMoney TrueMoneyCredentials
}

// SMSCredentials go into the body of each call of the SMS gateway.
type SMSCredentials struct{ Key, Secret string }

// KBankCredentials are a merchant's at KBank: the consumer's for the token, the others for the bodies.
type KBankCredentials struct {
	ConsumerID, ConsumerSecret string
	PartnerID, PartnerSecret   string
	MerchantID, TerminalID     string
}

// PayOneXCredentials are a merchant's at PAYONEX: both go into the login.
type PayOneXCredentials struct{ AccessKey, SecretKey string }

// SignedCredentials are a merchant's at a signed gateway. The secret signs both ways, by a scheme of its package wire.
type SignedCredentials struct{ MerchantNo, Scheme, Secret string }

// PayoutCredentials name the payer and sign both ways.
type PayoutCredentials struct{ Key, Secret string }

// TrueMoneyCredentials are the mobile number of the house's own wallet: the issuer asks for nothing else.
type TrueMoneyCredentials struct{ Mobile string }

// FeedCredentials name the customer whose accounts the bank's feed tells of, and sign its questions.
type FeedCredentials struct{ Key, Secret string }

// SlipOKCredentials are a branch's of a shop at SlipOK.
type SlipOKCredentials struct{ Branch, Key string }

// JokerCredentials are an operator's at every provider of the Joker family.
type JokerCredentials struct{ AppID, Secret string }

// AMBCredentials are an agent's at every provider of the AMB family.
type AMBCredentials struct{ Agent, Secret string }

// PGCredentials are an operator's at PG: both go into the body.
type PGCredentials struct{ OperatorToken, SecretKey string }

// PragmaticCredentials are an operator's at a provider of the Pragmatic kind; the secret signs.
type PragmaticCredentials struct{ SecureLogin, Secret string }

// BETFLIXCredentials go into two headers; every user name begins with Prefix.
type BETFLIXCredentials struct{ ID, Key, Prefix string }

// AMBLottoCredentials are an agent's; the key signs, and every user name begins with Prefix.
type AMBLottoCredentials struct{ AgentID, Key, Prefix string }

// SBOCredentials are a company's; the key goes into the body, and members are registered under the agent.
type SBOCredentials struct{ CompanyKey, Agent string }

// GSCCredentials are an operator's; the secret signs.
type GSCCredentials struct{ Operator, Secret string }

// DemoCredentials are the ones that `krapao demo` uses on both sides. They open nothing but play money, are known to
// everybody, and `krapao serve` refuses them.
func DemoCredentials() Credentials {
	return Credentials{
		SMS: SMSCredentials{Key: "sandbox-sms-key", Secret: "sandbox-sms-secret"},
		KBank: KBankCredentials{
			ConsumerID: "sandbox-consumer", ConsumerSecret: "sandbox-consumer-secret",
			PartnerID: "SANDBOX01", PartnerSecret: "sandbox-partner-secret",
			MerchantID: "KBSANDBOX00001", TerminalID: "term0001",
		},
		PayOneX: PayOneXCredentials{AccessKey: "sandbox-payonex-access", SecretKey: "sandbox-payonex-secret"},
		WW:      SignedCredentials{MerchantNo: "WWSANDBOX", Scheme: "body-hmac-sha256", Secret: "sandbox-ww-secret"},
		FP:      SignedCredentials{MerchantNo: "FPSANDBOX", Scheme: "sorted-md5", Secret: "sandbox-fp-secret"},

		Payout:    PayoutCredentials{Key: "sandbox-payer", Secret: "sandbox-payout-secret"},
		Joker:     JokerCredentials{AppID: "SANDBOX", Secret: "sandbox-joker-secret"},
		AMB:       AMBCredentials{Agent: "sandbox", Secret: "sandbox-amb-secret"},
		PG:        PGCredentials{OperatorToken: "sandbox-pg-operator", SecretKey: "sandbox-pg-secret"},
		Pragmatic: PragmaticCredentials{SecureLogin: "sandbox", Secret: "sandbox-pragmatic-secret"},
		BETFLIX:   BETFLIXCredentials{ID: "sandbox-betflix-id", Key: "sandbox-betflix-key", Prefix: "bfx"},
		AMBLotto:  AMBLottoCredentials{AgentID: "sandbox", Key: "sandbox-amblotto-key", Prefix: "lot"},
		SBO:       SBOCredentials{CompanyKey: "sandbox-sbo-company-key", Agent: "sandboxagent"},
		GSC:       GSCCredentials{Operator: "sbox", Secret: "sandbox-gsc-secret"},
		Feed:      FeedCredentials{Key: "sandbox-feed-customer", Secret: "sandbox-feed-secret"},
		SlipOK:    SlipOKCredentials{Branch: "10001", Key: "sandbox-slipok-key"}, EasySlip: "sandbox-easyslip-key",

		TrueMoney: TrueMoneyCredentials{Mobile: "0918765432"},
	}
}
