package bankaccount

import (
	"context"
	"fmt"

	"krapao/internal/secret"
	"krapao/lookup"
)

// Stored is an account as its member's row holds it: name and number are sealed to that row.
type Stored struct{ Code, Name, Number, Currency string }

// Seal encrypts the name and the number for a member's row.
func (s *Service) Seal(memberID string, d Details) (name, number string, err error) {
	if name, err = s.SealName(memberID, d.AccountName); err != nil {
		return "", "", err
	}
	number, err = s.secrets.Seal(numberRow(memberID), d.AccountNo)
	return name, number, err
}

// SealName encrypts the holder's name for a member's row.
func (s *Service) SealName(memberID, name string) (string, error) {
	return s.secrets.Seal(nameRow(memberID), name)
}

// OpenName returns the holder's name of a member's row.
func (s *Service) OpenName(memberID, sealed string) (string, error) {
	return s.secrets.Open(nameRow(memberID), sealed)
}

// Open returns the account of a member's row.
func (s *Service) Open(ctx context.Context, memberID string, row Stored) (Account, error) {
	name, err := s.OpenName(memberID, row.Name)
	if err != nil {
		return Account{}, fmt.Errorf("bankaccount: name of %s: %w", memberID, err)
	}
	number, err := s.secrets.Open(numberRow(memberID), row.Number)
	if err != nil {
		return Account{}, fmt.Errorf("bankaccount: number of %s: %w", memberID, err)
	}
	bank, known, err := s.lookup.Bank(ctx, row.Code)
	if err != nil {
		return Account{}, err
	}
	if !known {
		bank = lookup.Bank{Code: row.Code}
	}
	return Account{Code: row.Code, AccountName: name, AccountNo: number, Currency: row.Currency, Bank: bank}, nil
}

func nameRow(id string) secret.Row {
	return secret.Row{Table: "member", Column: "bank_account_name", ID: id}
}

func numberRow(id string) secret.Row {
	return secret.Row{Table: "member", Column: "bank_account_no", ID: id}
}
