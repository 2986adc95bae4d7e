package deposit

import (
	"strings"

	"krapao/internal/person"
)

// visibleDigits is how many digits of a masked account number must be seen to decide anything.
const visibleDigits = 4

// compare tells whether a payer is the registered account. Digits decide: every visible one agrees, aligned right, and
// there are at least four. Without enough digits the name does (RULES.md section 4).
func compare(registered, seen Payer) person.Likeness {
	if seen.BankCode != "" && registered.BankCode != "" && bankGroup(seen.BankCode) != bankGroup(registered.BankCode) {
		return person.Different
	}
	switch agree, enough := digitsAgree(digitsOf(registered.AccountNo), digitsOf(seen.AccountNo)); {
	case !agree:
		return person.Different
	case enough:
		return person.Same
	}
	return person.Compare(registered.Name, seen.Name)
}

func samePayer(registered, seen Payer) bool { return compare(registered, seen) == person.Same }

// mayBeOne tells whether two views of a payer, each perhaps masked, can be of one account.
func mayBeOne(a, b Payer) bool {
	if a.BankCode != "" && b.BankCode != "" && bankGroup(a.BankCode) != bankGroup(b.BankCode) {
		return false
	}
	x, y := digitsOf(a.AccountNo), digitsOf(b.AccountNo)
	for i := 1; i <= min(len(x), len(y)); i++ {
		p, q := x[len(x)-i], y[len(y)-i]
		if p != q && p != 'x' && q != 'x' {
			return false
		}
	}
	return true
}

// bankGroup maps the codes of one bank to one: TMB became TTB.
func bankGroup(code string) string {
	if code = strings.ToUpper(code); code == "TTB" {
		return "TMB"
	}
	return code
}

// payerIndex is the blind index of a payer's account; empty where not every digit is known.
func (s *Service) payerIndex(p Payer) string {
	number := digitsOf(p.AccountNo)
	if number == "" || p.BankCode == "" || strings.Contains(number, "x") {
		return ""
	}
	return s.box.Index("payer_account", bankGroup(p.BankCode)+":"+number)
}
