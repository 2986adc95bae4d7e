// Package slipcheck is what the adapters to verifiers of transfer slips share, behind slip.Verifier.
//
// Every adapter below it promises:
//   - An answer counts only if it is about the requested transfer.
//   - Amounts are exact, never through a float. Hidden digits of accounts become 'x'. Times are UTC.
//   - Only documented answers are findings. Any other answer is unknown.
//   - No error text contains a key or an address.
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
	ErrProtocol = errors.New("the answer violates the protocol")
	ErrOther    = errors.New("the answer is about another transfer")
)

// Account returns an account number as a bank shows it, with its digits and 'x' for each hidden one: "xxx-x-x1234-x" is
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

// Time reads an instant with its zone, and returns it in UTC.
func Time(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, ErrProtocol
	}
	return at.UTC(), nil
}

// Agrees returns ErrOther unless an answer's bank and reference are those of the request. A missing bank is no
// contradiction: the request named it, inside the mini-QR's text.
func Agrees(q slip.Query, bank, reference string) error {
	if reference != q.Reference || bank != "" && !sameBank(bank, q.Bank) {
		return ErrOther
	}
	return nil
}

// sameBank reports whether two banks are the same by their digits; a bank that merged into another is that one.
func sameBank(a, b string) bool {
	codeA, knownA := deposit.BankOf(a)
	codeB, knownB := deposit.BankOf(b)
	return a == b || knownA && knownB && codeA == codeB
}

// Bank returns our letter code of a bank's three digits, empty if they are unknown.
func Bank(digits string) string {
	code, _ := deposit.BankOf(digits)
	return code
}

// Names returns a payer's name and its other form: the Thai one first, the English one as the other; a missing one is
// left out.
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
