package member

import (
	"context"
	"fmt"
	"regexp"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/lookup"
	"krapao/member/internal/memberdb"
)

var (
	accountNumber = regexp.MustCompile(`^[0-9]{6,20}$`)
	englishName   = regexp.MustCompile(`^[A-Z ]*[A-Z][A-Z ]*$`)
)

// englishOnly are the banks whose holder's name must be in capital English letters (SPEC.md section 5).
var englishOnly = map[string]bool{"KTB": true, "TMB": true, "BBL": true}

// bankDetails are the bank details that a member typed, after they passed the checks.
type bankDetails struct {
	code, accountName, accountNo, index, holder string
	bank                                        lookup.Bank
}

// checkBank checks the form of a bank account. Where partial, an empty field passes: the member has not typed it yet.
func (s *Service) checkBank(ctx context.Context, code, name, number string, partial bool) (bankDetails, error) {
	bank, known, err := s.Lookup.Bank(ctx, code)
	if err != nil {
		return bankDetails{}, err
	}
	if !known && (!partial || code != "") {
		return bankDetails{}, fault.New(fault.INVALID_BANK, "bankCode is not a listed bank")
	}
	if englishOnly[bank.Code] && name != "" && !englishName.MatchString(name) {
		return bankDetails{}, fault.New(fault.BANK_ACCOUNT_NAME_ENG, "this bank's holders are written in A-Z and spaces")
	}
	d := bankDetails{bank: bank, code: bank.Code, accountName: name, accountNo: number, holder: s.holderIndex(name)}
	if known && number != "" {
		d.index = s.bankIndex(bank, number)
	}
	return d, nil
}

// ByAccount returns the members with this registered account: one at most, since accounts are unique.
func (s *Service) ByAccount(ctx context.Context, code, number string) ([]string, error) {
	bank, known, err := s.Lookup.Bank(ctx, code)
	if err != nil || !known || number == "" {
		return nil, err
	}
	ids, err := memberdb.New(s.Store.DB()).BankAccountHolder(ctx, s.bankIndex(bank, number))
	if err != nil {
		return nil, fmt.Errorf("member: by account: %w", err)
	}
	return ids, nil
}

// bankIndex is the blind index of an account. It is the same for all codes of one bank.
func (s *Service) bankIndex(bank lookup.Bank, number string) string {
	return s.Secrets.Index("bank account", bank.Group+" "+number)
}

// sealBank encrypts the details for a member's row.
func (s *Service) sealBank(id string, d bankDetails) (name, number string, err error) {
	if name, err = s.Secrets.Seal(nameRow(id), d.accountName); err != nil {
		return "", "", err
	}
	number, err = s.Secrets.Seal(numberRow(id), d.accountNo)
	return name, number, err
}

func nameRow(id string) secret.Row {
	return secret.Row{Table: "member", Column: "bank_account_name", ID: id}
}

func numberRow(id string) secret.Row {
	return secret.Row{Table: "member", Column: "bank_account_no", ID: id}
}

func (s *Service) openBank(ctx context.Context, row memberdb.MemberByIDRow) (BankAccount, error) {
	name, err := s.Secrets.Open(nameRow(row.ID), row.BankAccountName)
	if err != nil {
		return BankAccount{}, fmt.Errorf("member: bank account name of %s: %w", row.ID, err)
	}
	number, err := s.Secrets.Open(numberRow(row.ID), row.BankAccountNo)
	if err != nil {
		return BankAccount{}, fmt.Errorf("member: bank account number of %s: %w", row.ID, err)
	}
	bank, known, err := s.Lookup.Bank(ctx, row.BankCode)
	if err != nil {
		return BankAccount{}, err
	}
	if !known {
		bank = lookup.Bank{Code: row.BankCode}
	}
	return BankAccount{
		Code: row.BankCode, AccountName: name, AccountNo: number, Currency: row.Currency,
		Bank: bank,
	}, nil
}
