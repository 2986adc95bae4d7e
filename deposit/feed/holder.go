package feed

import (
	"context"
	"strings"

	"krapao/deposit"
	"krapao/internal/person"
)

// holderOf returns the member whose registered account paid a line, or "". A line belongs to a member by its payer alone only
// if nothing is left to guess:
//   - All digits are visible: bank and number are the member's, whatever the name.
//   - Some digits are masked: the bank, every visible digit (at least four) and the name are those of exactly one member.
//     There is doubt if the digits also fit a second member whose name does not contradict, because it is in another script
//     or partly hidden.
//
// All other lines need a declaration or a slip.
func (r *Reader) holderOf(ctx context.Context, p deposit.Payer) (string, error) {
	number := deposit.Digits(p.AccountNo)
	if r.holders == nil || p.BankCode == "" || number == "" {
		return "", nil
	}
	if !strings.Contains(number, "x") {
		members, err := r.holders.ByAccount(ctx, p.BankCode, number)
		if err != nil || len(members) != 1 {
			return "", err
		}
		return members[0], nil
	}
	if len(number)-strings.Count(number, "x") < deposit.MinVisibleDigits {
		return "", nil
	}
	candidates, known, err := r.holders.ByDigits(ctx, p.BankCode, number)
	if err != nil || !known {
		return "", err
	}
	found, shown := "", person.Parse(p.Name)
	for _, member := range candidates {
		own, err := r.members.RegisteredAccount(ctx, member)
		if err != nil {
			return "", err
		}
		switch person.Parse(own.Name).Shown(shown) {
		case person.Different:
		case person.Unsure:
			return "", nil
		case person.Same:
			if found != "" {
				return "", nil // two: neither
			}
			found = member
		}
	}
	return found, nil
}
