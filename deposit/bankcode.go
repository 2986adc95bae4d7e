package deposit

import (
	"strings"
)

// banksByDigits is the national list of three-digit bank codes, with our letter code of each. Mini-QRs, slip
// verifiers and statements name banks by these digits. A bank that merged has the letter code of the bank that it
// became, and so has its partner.
//
// Source: research/domain.md section 10.1.
var banksByDigits = map[string]string{
	"002": "BBL",
	"004": "KBANK",
	"006": "KTB",
	"011": "TMB", // now TTB
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

// digitsByBank is the other direction. Of two codes of one bank it has the one in use today.
var digitsByBank = func() map[string]string {
	by := make(map[string]string, len(banksByDigits))
	for digits, code := range banksByDigits {
		if digits != "065" {
			by[code] = digits
		}
	}
	return by
}()

// BankOf returns our letter code of the bank with these three digits ("004" is KBANK). ok is false if no bank has
// them.
func BankOf(digits string) (code string, ok bool) {
	code, ok = banksByDigits[digits]
	return code, ok
}

// DigitsOf returns the three digits of a bank by our letter code, in any case and by its old or new name ("ttb" and
// "TMB" are 011). ok is false for a bank that is not on Thailand's list.
func DigitsOf(code string) (digits string, ok bool) {
	digits, ok = digitsByBank[BankGroup(strings.TrimSpace(code))]
	return digits, ok
}

// BankCode returns a bank's letter code, whether a person typed its letters or its three digits.
func BankCode(typed string) string {
	typed = strings.ToUpper(strings.TrimSpace(typed))
	if code, ok := BankOf(typed); ok {
		return code
	}
	return typed
}

// BankGroup maps the codes of one bank to one code: TMB became TTB.
func BankGroup(code string) string {
	if code = strings.ToUpper(code); code == "TTB" {
		return "TMB"
	}
	return code
}
