package deposit_test

import (
	"testing"

	"krapao/deposit"
)

// A bank is found by its digits and its digits by its code, under its older names too.
func TestBankCodes(t *testing.T) {
	t.Parallel()
	for digits, code := range map[string]string{
		"002": "BBL", "004": "KBANK", "006": "KTB", "011": "TMB", "014": "SCB", "025": "BAY", "030": "GSB", "073": "LHBANK",
	} {
		if got, ok := deposit.BankOf(digits); !ok || got != code {
			t.Errorf("%s is %q, %t; want %s", digits, got, ok, code)
		}
		if got, ok := deposit.DigitsOf(code); !ok || got != digits {
			t.Errorf("%s has the digits %q, %t; want %s", code, got, ok, digits)
		}
	}
	for code, digits := range map[string]string{"TTB": "011", "ttb": "011", "kbank": "004", "scb": "014"} {
		if got, ok := deposit.DigitsOf(code); !ok || got != digits {
			t.Errorf("%q has the digits %q, %t; want %s", code, got, ok, digits)
		}
	}
	if got, ok := deposit.BankOf("065"); !ok || got != "TMB" {
		t.Errorf("Thanachart is %q, %t", got, ok)
	}
	for _, none := range []string{"", "4", "04", "999", "KBANK"} {
		if code, ok := deposit.BankOf(none); ok {
			t.Errorf("%q is taken for %s", none, code)
		}
	}
	if digits, ok := deposit.DigitsOf("BCEL"); ok {
		t.Errorf("a Lao bank has the digits %s", digits)
	}
}
