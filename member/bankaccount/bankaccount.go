// Package bankaccount is the one bank account that a member registered: how it may look, how it is stored, and which member has
// it.
//
// Promises:
//   - Name and number are sealed to the member's row.
//   - An account is found by blind indexes: by its whole number, and by the digits that a statement shows of it.
//
// Its neighbours: package member writes the account with the registration and the profile. Members of one holder's name are
// holder's.
package bankaccount

import (
	"context"
	"fmt"
	"regexp"
	"sync/atomic"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/lookup"
	"krapao/member/bankaccount/internal/bankaccountdb"
)

// Service checks, seals and finds registered accounts. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	lookup  *lookup.Service
	secrets *secret.Box
	// indexed: the index of account parts is complete.
	indexed atomic.Bool
}

// New makes the service.
func New(s *store.Store, l *lookup.Service, b *secret.Box) *Service {
	return &Service{store: s, lookup: l, secrets: b}
}

// Account is where a member's withdrawals go.
type Account struct {
	Code, AccountName, AccountNo, Currency string
	// Bank has the bank's names. Only its code is set where the operator no longer lists the bank.
	Bank lookup.Bank
}

var (
	number  = regexp.MustCompile(`^[0-9]{6,20}$`)
	english = regexp.MustCompile(`^[A-Z ]*[A-Z][A-Z ]*$`)
)

// englishOnly are the banks whose holder's name must be in capital English letters (SPEC.md section 5).
var englishOnly = map[string]bool{"KTB": true, "TMB": true, "BBL": true}

// Number reports whether a text has the form of an account's number: 6 to 20 digits.
func Number(text string) bool { return number.MatchString(text) }

// English reports whether a holder's name is written in A-Z and spaces.
func English(name string) bool { return english.MatchString(name) }

// Details are what a member typed of an account, after they passed the checks.
type Details struct {
	Code, AccountName, AccountNo string
	// Index is the blind index of the account; empty where bank or number are missing.
	Index string
	Bank  lookup.Bank
}

// Check checks an account's bank, and the holder's name as that bank writes it. Where partial, an empty field passes: the
// member has not typed it yet. INVALID_BANK, BANK_ACCOUNT_NAME_ENG.
func (s *Service) Check(ctx context.Context, code, name, number string, partial bool) (Details, error) {
	bank, known, err := s.lookup.Bank(ctx, code)
	if err != nil {
		return Details{}, err
	}
	if !known && (!partial || code != "") {
		return Details{}, fault.New(fault.INVALID_BANK, "bankCode is not a listed bank")
	}
	if englishOnly[bank.Code] && name != "" && !English(name) {
		return Details{}, fault.New(fault.BANK_ACCOUNT_NAME_ENG, "this bank's holders are written in A-Z and spaces")
	}
	d := Details{Bank: bank, Code: bank.Code, AccountName: name, AccountNo: number}
	if known && number != "" {
		d.Index = s.index(bank, number)
	}
	return d, nil
}

// CheckFree refuses with EXISTING_BANK an account, by its index, that belongs to a member other than self. An empty index is
// free.
func (s *Service) CheckFree(ctx context.Context, index, self string) error {
	if index == "" {
		return nil
	}
	members, err := bankaccountdb.New(s.store.DB()).MembersByAccount(ctx, index)
	if err != nil {
		return err
	}
	for _, member := range members {
		if member != self {
			return fault.New(fault.EXISTING_BANK, "")
		}
	}
	return nil
}

// ByAccount returns the members with this registered account: one at most, since accounts are unique.
func (s *Service) ByAccount(ctx context.Context, code, number string) ([]string, error) {
	bank, known, err := s.lookup.Bank(ctx, code)
	if err != nil || !known || number == "" {
		return nil, err
	}
	ids, err := bankaccountdb.New(s.store.DB()).MembersByAccount(ctx, s.index(bank, number))
	if err != nil {
		return nil, fmt.Errorf("bankaccount: by account: %w", err)
	}
	return ids, nil
}

// index is the blind index of an account. It is the same for all codes of one bank.
func (s *Service) index(bank lookup.Bank, number string) string {
	return s.secrets.Index("bank account", bank.Group+" "+number)
}
