package deposit

import (
	"strings"
	"unicode"
)

// visibleDigits is how many digits of a masked account number must be seen to decide anything.
const visibleDigits = 4

// likeness is how a payer, as a bank shows it, compares with a registered account.
type likeness int

const (
	// unlike: something that is shown contradicts.
	unlike likeness = iota
	// unsure: nothing contradicts, but too little is shown to decide.
	unsure
	alike
)

// compare tells whether a payer is the registered account. Digits decide: every visible one agrees, aligned right, and
// there are at least four. Without enough digits the name must agree.
func compare(registered, seen Payer) likeness {
	if seen.BankCode != "" && registered.BankCode != "" && bankGroup(seen.BankCode) != bankGroup(registered.BankCode) {
		return unlike
	}
	switch agree, enough := digitsAgree(digitsOf(registered.AccountNo), digitsOf(seen.AccountNo)); {
	case !agree:
		return unlike
	case enough || sameName(registered.Name, seen.Name):
		return alike
	}
	return unsure
}

func samePayer(registered, seen Payer) bool { return compare(registered, seen) == alike }

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

// digitsAgree compares a full number with one that may be masked ('x'). enough: there are digits to decide by.
func digitsAgree(full, masked string) (agree, enough bool) {
	if len(masked) > len(full) {
		return false, true
	}
	full = full[len(full)-len(masked):]
	visible := 0
	for i := range masked {
		if masked[i] == 'x' {
			continue
		}
		visible++
		if masked[i] != full[i] {
			return false, true
		}
	}
	return true, visible >= visibleDigits
}

// digitsOf keeps digits, and writes every masking sign as 'x'.
func digitsOf(account string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r == 'x', r == 'X', r == '*', r == '#':
			return 'x'
		}
		return -1
	}, account)
}

// bankGroup maps the codes of one bank to one: TMB became TTB.
func bankGroup(code string) string {
	if code = strings.ToUpper(code); code == "TTB" {
		return "TMB"
	}
	return code
}

// titles stand before a name and are no part of it; the longer come first.
var titles = []string{"นางสาว", "น.ส.", "นาย", "นาง", "MISS", "MRS", "MR", "MS"}

// sameName: equal names, or the same first name and a surname cut to at least its initial, as banks show it.
func sameName(registered, seen string) bool {
	a, b := nameParts(registered), nameParts(seen)
	if len(a) < 2 || len(b) < 2 {
		return false
	}
	surnameA, surnameB := strings.Join(a[1:], " "), strings.Join(b[1:], " ")
	return a[0] == b[0] && (strings.HasPrefix(surnameA, surnameB) || strings.HasPrefix(surnameB, surnameA))
}

func nameParts(name string) []string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for _, title := range titles {
		if rest, ok := strings.CutPrefix(name, title); ok && rest != "" && (title[0] > unicode.MaxASCII || !unicode.IsLetter(rune(rest[0]))) {
			name = strings.TrimLeft(rest, ". ")
			break
		}
	}
	return strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r)
	})
}

// payerIndex is the blind index of a payer's account; empty where not every digit is known.
func (s *Service) payerIndex(p Payer) string {
	number := digitsOf(p.AccountNo)
	if number == "" || p.BankCode == "" || strings.Contains(number, "x") {
		return ""
	}
	return s.box.Index("payer_account", bankGroup(p.BankCode)+":"+number)
}
