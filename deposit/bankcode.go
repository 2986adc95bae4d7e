package deposit

import (
	"strings"
)

// banksByDigits is the national list of three-digit codes that mini-QRs, slip verifiers and statements name a bank by, with our
// letter code of each. A bank that merged has the code of the bank that it became; so do the digits of the other.
//
// Source: research/domain.md section 10.1.
var banksByDigits = map[string]string{
	"002": "BBL",
	"004": "KBANK",
	"006": "KTB",
	"011": "TMB", // TTB by now
	"014": "SCB",
	"017": "CITI",
	"018": "SMBC",
	"020": "SCBT",
	"022": "CIMB",
	"024": "UOB",
	"025": "BAY",
	"030": "GSB",
	"031": "HSBC",
	"033": "GHB",
	"034": "BAAC",
	"035": "EXIM",
	"039": "MIZUHO",
	"065": "TMB", // Thanachart, merged into TTB
	"066": "IBANK",
	"067": "TISCO",
	"069": "KKP",
	"070": "ICBC",
	"071": "TCD",
	"073": "LHBANK",
	"098": "SME",
}

// digitsByBank is the other direction; where two digits lead to one bank, those that it has today.
var digitsByBank = func() map[string]string {
	by := make(map[string]string, len(banksByDigits))
	for digits, code := range banksByDigits {
		if digits != "065" {
			by[code] = digits
		}
	}
	return by
}()

// BankOf returns our letter code of the bank that has these three digits ("004" is KBANK); false for a code that no bank
// has.
func BankOf(digits string) (code string, ok bool) {
	code, ok = banksByDigits[digits]
	return code, ok
}

// DigitsOf returns the three digits of a bank by our letter code, its case and its older or newer name not minded ("ttb" and
// "TMB" are 011); false for a bank outside Thailand's list.
func DigitsOf(code string) (digits string, ok bool) {
	digits, ok = digitsByBank[BankGroup(strings.TrimSpace(code))]
	return digits, ok
}

// BankCode is a bank's letter code, however a person names the bank: by its letters or its three digits.
func BankCode(typed string) string {
	typed = strings.ToUpper(strings.TrimSpace(typed))
	if code, ok := BankOf(typed); ok {
		return code
	}
	return typed
}
