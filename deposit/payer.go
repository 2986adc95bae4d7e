package deposit

import (
	"context"
	"strings"

	"krapao/internal/person"
)

// Compare compares a payer with the registered account. The digits decide if every visible one agrees, aligned right,
// and there are at least four. Without enough digits the name decides (RULES.md section 4).
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

// mayBeOne reports whether two views of a payer, each perhaps masked, can be of the same account.
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

// payerIndex returns the blind index of a payer's account. It is empty unless all digits are known.
func (s *Service) payerIndex(p Payer) string {
	number := Digits(p.AccountNo)
	if number == "" || p.BankCode == "" || strings.Contains(number, "x") {
		return ""
	}
	return s.box.Index("payer_account", BankGroup(p.BankCode)+":"+number)
}

// PayerIs reports whether a payer is surely the member's registered account. Without this match, two persons must
// assign the money (RULES.md section 13).
func (s *Service) PayerIs(ctx context.Context, member string, p Payer) (bool, error) {
	own, err := s.members.RegisteredAccount(ctx, member)
	if err != nil {
		return false, err
	}
	return p.Named() && Compare(own, p) == person.Same, nil
}
