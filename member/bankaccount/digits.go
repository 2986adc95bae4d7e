package bankaccount

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/lookup"
	"krapao/member/bankaccount/internal/bankaccountdb"
	"krapao/member/state"
)

// Statements show only some digits of a payer's account number. To find the payer without opening every account, each
// registered account has a blind index of every four digits in a row, with their place from the right and the bank.

// partLength is how many digits one part has: fewer visible digits of a masked number decide nothing.
const partLength = 4

// mostByPart bounds how many members may share a part. Beyond it the digits say too little.
const mostByPart = 1000

// ByDigits returns the members whose registered account may be the one that a bank shows: aligned right, every visible digit
// is the same. masked is digits and 'x'. conclusive is false where the index can't answer: fewer than four visible digits in a
// row, too many members, or an index that is not complete yet.
func (s *Service) ByDigits(ctx context.Context, code, masked string) (members []string, conclusive bool, err error) {
	bank, known, err := s.lookup.Bank(ctx, code)
	part, offset := visiblePart(masked)
	if err != nil || !known || part == "" {
		return nil, false, err
	}
	if complete, err := s.partsComplete(ctx); err != nil || !complete {
		return nil, false, err
	}
	ids, err := bankaccountdb.New(s.store.DB()).MembersByPart(ctx, s.partIndex(bank, part, offset), mostByPart+1)
	if err != nil {
		return nil, false, fmt.Errorf("bankaccount: by digits: %w", err)
	}
	if len(ids) > mostByPart {
		return nil, false, nil
	}
	for _, id := range ids {
		account, err := s.of(ctx, id)
		if err != nil {
			return nil, false, err
		}
		if shows(account.AccountNo, masked) {
			members = append(members, id)
		}
	}
	return members, true, nil
}

// of returns a member's account. NO_USER: there is no such member.
func (s *Service) of(ctx context.Context, memberID string) (Account, error) {
	row, err := bankaccountdb.New(s.store.DB()).AccountByMember(ctx, memberID)
	if store.NotFound(err) {
		return Account{}, fault.New(fault.NO_USER, "no such member")
	}
	if err != nil {
		return Account{}, fmt.Errorf("bankaccount: account: %w", err)
	}
	return s.Open(ctx, memberID, Stored{row.BankCode, row.BankAccountName, row.BankAccountNo, row.Currency})
}

// shows reports whether masked may stand for number: aligned right, every visible digit is the same.
func shows(number, masked string) bool {
	if len(masked) > len(number) {
		return false
	}
	tail := number[len(number)-len(masked):]
	for i := range masked {
		if masked[i] != 'x' && masked[i] != tail[i] {
			return false
		}
	}
	return true
}

// visiblePart returns the last four visible digits in a row, and how many places are to the right of them.
func visiblePart(masked string) (part string, offset int) {
	for end := len(masked); end >= partLength; end-- {
		if part = masked[end-partLength : end]; !strings.Contains(part, "x") {
			return part, len(masked) - end
		}
	}
	return "", 0
}

func (s *Service) partIndex(bank lookup.Bank, part string, offset int) string {
	return s.secrets.Index("bank account part", bank.Group+" "+strconv.Itoa(offset)+" "+part)
}

// WritePartsTx replaces the index of a member's account. The transaction writes the account itself, too.
func (s *Service) WritePartsTx(ctx context.Context, tx *store.Tx, memberID string, bank lookup.Bank, number string) error {
	q := bankaccountdb.New(tx)
	if err := q.ForgetAccountParts(ctx, memberID); err != nil {
		return err
	}
	for end := len(number); end >= partLength; end-- {
		if err := q.AddAccountPart(ctx, memberID, s.partIndex(bank, number[end-partLength:end], len(number)-end)); err != nil {
			return err
		}
	}
	return nil
}

const partsBatch = 100

// IndexParts writes the index of accounts that were registered before there was one, and returns how many they were.
func (s *Service) IndexParts(ctx context.Context) (n int, err error) {
	for {
		ids, err := bankaccountdb.New(s.store.DB()).WithoutParts(ctx, partsBatch)
		if err != nil || len(ids) == 0 {
			return n, err
		}
		for _, id := range ids {
			account, err := s.of(ctx, id)
			if err != nil {
				return n, err
			}
			err = s.store.Write(ctx, func(tx *store.Tx) error {
				if _, err := state.LockTx(ctx, tx, id); err != nil {
					return err
				}
				// If the account was changed in the meantime, its parts are there already, and ours are out of date.
				if known, err := bankaccountdb.New(tx).CountAccountParts(ctx, id); err != nil || known > 0 {
					return err
				}
				return s.WritePartsTx(ctx, tx, id, account.Bank, account.AccountNo)
			})
			if err != nil {
				return n, err
			}
			n++
		}
	}
}

// partsComplete reports whether every account is in the index. Once it is, it stays so: an account and its parts are one commit.
func (s *Service) partsComplete(ctx context.Context) (bool, error) {
	if s.indexed.Load() {
		return true, nil
	}
	missing, err := bankaccountdb.New(s.store.DB()).WithoutParts(ctx, 1)
	if err != nil {
		return false, fmt.Errorf("bankaccount: by digits: %w", err)
	}
	s.indexed.Store(len(missing) == 0)
	return len(missing) == 0, nil
}
