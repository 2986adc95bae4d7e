package deposit

import (
	"context"
	"strings"
	"unicode"
)

// holderOf returns the member whose registered account a line's payer is, or "". A line is a member's by its payer alone
// only where nothing is left to guess:
//   - every digit is shown: bank and number are the member's, whatever the name looks like;
//   - some are masked: the bank, every visible digit (at least four) and the name, first name and at least the
//     surname's initial, are those of exactly one member. A second member whom the digits fit and whose name can't be
//     compared, because it is written in another script, leaves a doubt.
//
// Everything else needs a declaration or a slip.
func (s *Service) holderOf(ctx context.Context, p Payer) (string, error) {
	number := digitsOf(p.AccountNo)
	if s.holders == nil || p.BankCode == "" || number == "" {
		return "", nil
	}
	if !strings.Contains(number, "x") {
		members, err := s.holders.ByAccount(ctx, p.BankCode, number)
		if err != nil || len(members) != 1 {
			return "", err
		}
		return members[0], nil
	}
	if len(number)-strings.Count(number, "x") < visibleDigits {
		return "", nil
	}
	candidates, told, err := s.holders.ByDigits(ctx, p.BankCode, number)
	if err != nil || !told {
		return "", err
	}
	found := ""
	for _, member := range candidates {
		own, err := s.members.RegisteredAccount(ctx, member)
		if err != nil {
			return "", err
		}
		switch compareNames(own.Name, p.Name) {
		case unlike:
		case unsure:
			return "", nil
		case alike:
			if found != "" {
				return "", nil // two: neither
			}
			found = member
		}
	}
	return found, nil
}

// compareNames is unsure where names are missing or written in different scripts.
func compareNames(registered, seen string) likeness {
	switch {
	case sameName(registered, seen):
		return alike
	case len(nameParts(registered)) < 2 || len(nameParts(seen)) < 2, latin(registered) != latin(seen):
		return unsure
	}
	return unlike
}

func latin(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}
