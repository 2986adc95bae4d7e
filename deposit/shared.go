package deposit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"krapao/deposit/internal/depositdb"
)

// Holders finds members by their registered bank account.
type Holders interface {
	// ByAccount returns the members whose account it is: bank and the whole number.
	ByAccount(ctx context.Context, bankCode, accountNo string) (members []string, err error)
	// ByDigits returns all members whose account may be the one that is shown: the bank, and every visible digit, aligned
	// right. masked is digits and 'x'. told is false where that can't be said.
	ByDigits(ctx context.Context, bankCode, masked string) (members []string, told bool, err error)
}

// mostPaid bounds for how many members one account may have paid: who is linked to so many is looked at by a person.
const mostPaid = 64

// SharedPayers lists the members that are strongly linked to one by an account (RULES.md section 1): one account paid for
// both, or the one's registered account paid for the other. Only accounts whose every digit is known link anybody.
func (s *Service) SharedPayers(ctx context.Context, member string) ([]string, error) {
	registered, err := s.members.RegisteredAccount(ctx, member)
	if err != nil {
		return nil, err
	}
	q := depositdb.New(s.store.DB())
	payers, err := q.PayersOf(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("deposit: payers: %w", err)
	}
	indexes := []string{s.payerIndex(registered)}
	var linked []string
	for _, row := range payers {
		indexes = append(indexes, row.PayerIndex)
		holders, err := s.holdersOf(ctx, row)
		if err != nil {
			return nil, err
		}
		linked = append(linked, holders...)
	}
	for _, index := range indexes {
		paid, err := q.PaidBy(ctx, index, mostPaid)
		if err != nil {
			return nil, fmt.Errorf("deposit: paid by an account: %w", err)
		}
		linked = append(linked, paid...)
	}
	slices.Sort(linked)
	return slices.DeleteFunc(slices.Compact(linked), func(m string) bool { return m == member }), nil
}

// holdersOf returns whose registered account a payer is.
func (s *Service) holdersOf(ctx context.Context, row depositdb.PayersOfRow) ([]string, error) {
	if s.holders == nil || row.PayerSealed == "" {
		return nil, nil
	}
	text, err := s.box.Open(payerRow(row.ID), row.PayerSealed)
	if err != nil {
		return nil, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	var payer Payer
	if err := json.Unmarshal([]byte(text), &payer); err != nil {
		return nil, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	return s.holders.ByAccount(ctx, payer.BankCode, Digits(payer.AccountNo))
}
