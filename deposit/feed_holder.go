package deposit

import (
	"context"
	"slices"
	"strings"
)

// holderOf returns the member whose registered account a line's payer is, or "". A line is a member's by its payer alone
// only where nothing is left to guess:
//   - every digit is shown: bank and number are the member's, whatever the name looks like;
//   - some are masked: the bank, every visible digit (at least four) and the holder's whole name are those of exactly one
//     member. A name that is cut short decides nothing here.
//
// Everything else needs a declaration or a slip.
func (s *Service) holderOf(ctx context.Context, p Payer) (string, error) {
	if s.holders == nil || p.BankCode == "" {
		return "", nil
	}
	number := digitsOf(p.AccountNo)
	whole := number != "" && !strings.Contains(number, "x")
	if !whole && len(number)-strings.Count(number, "x") < visibleDigits {
		return "", nil
	}
	candidates, err := s.candidates(ctx, p, number, whole)
	if err != nil {
		return "", err
	}
	found := ""
	for _, member := range candidates {
		own, err := s.members.RegisteredAccount(ctx, member)
		if err != nil {
			return "", err
		}
		switch {
		case compare(own, p) != alike || !whole && !wholeName(own.Name, p.Name):
		case found != "":
			return "", nil // two: neither
		default:
			found = member
		}
	}
	return found, nil
}

func (s *Service) candidates(ctx context.Context, p Payer, number string, whole bool) ([]string, error) {
	if whole {
		return s.holders.ByAccount(ctx, p.BankCode, number)
	}
	var list []string
	for _, name := range spellings(p.Name) {
		members, err := s.holders.ByHolder(ctx, name)
		if err != nil {
			return nil, err
		}
		list = append(list, members...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// wholeName: the same first name and surname, but for titles, case and spaces.
func wholeName(registered, seen string) bool {
	a, b := nameParts(registered), nameParts(seen)
	return len(a) > 1 && slices.Equal(a, b)
}

// spellings are a name as a bank writes it, and without and with the titles that members register with or leave out.
func spellings(name string) []string {
	parts := nameParts(name)
	if len(parts) < 2 {
		return nil
	}
	bare := strings.Join(parts, " ")
	list := []string{name, bare}
	for _, title := range titles {
		list = append(list, title+bare, title+" "+bare, title+". "+bare)
	}
	return list
}
