package deposit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"krapao/deposit/internal/depositdb"
)

// mostPaid limits for how many members one account may have paid. A member linked to so many is looked at by a
// person.
const mostPaid = 64

// SharedPayers lists the members strongly linked to a member by an account (RULES.md section 1): one account paid for
// both, or the registered account of one paid for the other. Only accounts of which all digits are known link
// members.
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

// holdersOf returns the members who registered the account of a payer.
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
