// Package slipcheck is what the adapters to verifiers of transfer slips share, behind slip.Verifier.
//
// Promises of every adapter below it: an answer counts only where it is about the transfer that was asked about; amounts
// are exact, never through a float; hidden digits of accounts become 'x'; times are UTC; only documented answers are
// findings, and whatever else comes back is unknown. Keys and addresses are in no error text.
package slipcheck

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/money"
)

// Errors of answers that can't be used. They mean: nothing is known, ask again.
var (
	ErrProtocol = errors.New("an answer that is not the protocol")
	ErrOther    = errors.New("the answer is about another transfer")
)

// Account is an account number as a bank shows it, with digits and 'x' for each hidden one: "xxx-x-x1234-x" is
// "xxxxx1234x".
func Account(shown string) string { return deposit.Digits(shown) }

// Amount reads a JSON number of baht exactly; it is above 0.
func Amount(number json.Number) (money.Amount, error) {
	amount, err := money.Parse(number.String())
	if err != nil || amount <= 0 {
		return 0, ErrProtocol
	}
	return amount, nil
}

// Time reads an instant with its zone, to UTC.
func Time(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, ErrProtocol
	}
	return at.UTC(), nil
}

// Agrees returns ErrOther unless an answer's bank and reference are the question's. A bank that is not told contradicts
// nothing: the question named it, inside the mini-QR's text.
func Agrees(q slip.Query, bank, reference string) error {
	if reference != q.Reference || bank != "" && !sameBank(bank, q.Bank) {
		return ErrOther
	}
	return nil
}

// sameBank compares two banks by their digits; one that merged into another is that one.
func sameBank(a, b string) bool {
	codeA, knownA := deposit.BankOf(a)
	codeB, knownB := deposit.BankOf(b)
	return a == b || knownA && knownB && codeA == codeB
}

// Bank is our letter code of a bank's three digits, empty where they are none that we know.
func Bank(digits string) string {
	code, _ := deposit.BankOf(digits)
	return code
}

// Names are a payer's name and its other form: the Thai one first, the English one as the other, each left out where it is
// not told.
func Names(thai, english string) (name, also string) {
	thai, english = strings.TrimSpace(thai), strings.TrimSpace(english)
	switch thai {
	case "":
		return english, ""
	case english:
		return thai, ""
	}
	return thai, english
}
