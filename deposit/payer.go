package deposit

import (
	"strings"

	"krapao/internal/person"
)

// VisibleDigits is how many digits of a masked account number must be seen to decide anything.
const VisibleDigits = 4

// Compare tells whether a payer is the registered account. Digits decide: every visible one agrees, aligned right, and
// there are at least four. Without enough digits the name does (RULES.md section 4).
func Compare(registered, seen Payer) person.Likeness {
	if seen.BankCode != "" && registered.BankCode != "" && BankGroup(seen.BankCode) != BankGroup(registered.BankCode) {
		return person.Different
	}
	switch agree, enough := DigitsAgree(Digits(registered.AccountNo), Digits(seen.AccountNo)); {
	case !agree:
		return person.Different
	case enough:
		return person.Same
	}
	return person.Compare(registered.Name, seen.Name)
}

func samePayer(registered, seen Payer) bool { return Compare(registered, seen) == person.Same }

// mayBeOne tells whether two views of a payer, each perhaps masked, can be of one account.
func mayBeOne(a, b Payer) bool {
	if a.BankCode != "" && b.BankCode != "" && BankGroup(a.BankCode) != BankGroup(b.BankCode) {
		return false
	}
	x, y := Digits(a.AccountNo), Digits(b.AccountNo)
	for i := 1; i <= min(len(x), len(y)); i++ {
		p, q := x[len(x)-i], y[len(y)-i]
		if p != q && p != 'x' && q != 'x' {
			return false
		}
	}
	return true
}

// BankGroup maps the codes of one bank to one: TMB became TTB.
func BankGroup(code string) string {
	if code = strings.ToUpper(code); code == "TTB" {
		return "TMB"
	}
	return code
}

// payerIndex is the blind index of a payer's account; empty where not every digit is known.
func (s *Service) payerIndex(p Payer) string {
	number := Digits(p.AccountNo)
	if number == "" || p.BankCode == "" || strings.Contains(number, "x") {
		return ""
	}
	return s.box.Index("payer_account", BankGroup(p.BankCode)+":"+number)
}
