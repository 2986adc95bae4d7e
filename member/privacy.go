package member

import (
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member/state"

	"krapao/internal/personal"
	"krapao/member/bankaccount"
	"krapao/member/internal/memberdb"
)

// Personal is who a member is, what it agreed to, and with what it logs in (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := memberdb.New(s.Store.DB())
	return personal.Read(member,
		personal.One("member", func(ctx context.Context, member string) (memberdb.PersonalMemberRow, error) {
			row, err := q.PersonalMember(ctx, member)
			if err != nil {
				return row, err
			}
			bank, err := s.Accounts.Open(ctx, member, bankaccount.Stored{
				Code: row.BankCode, Name: row.BankAccountName, Number: row.BankAccountNo, Currency: row.Currency,
			})
			row.BankAccountName, row.BankAccountNo = bank.AccountName, bank.AccountNo
			return row, err
		}),
		personal.One("member_state", q.PersonalState),
		personal.All("member_agreement", q.PersonalAgreements),
		personal.Rows("device", func(ctx context.Context, p personal.Page) ([]memberdb.PersonalDevicesRow, error) {
			return q.PersonalDevices(ctx, memberdb.PersonalDevicesParams(p))
		}),
	)
}

// EraseTx erases who a member is, and with what it logged in (docs/privacy.md). RETENTION_KEEPS: its account is not closed.
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	if _, err := state.LockTx(ctx, tx, member); err != nil {
		return err
	}
	holder, number, err := s.Accounts.Seal(member, bankaccount.Details{})
	if err != nil {
		return err
	}
	q := memberdb.New(tx)
	n, err := q.EraseMember(ctx, holder, number, member)
	if err == nil && n == 0 {
		return fault.New(fault.RETENTION_KEEPS, "the account is open").With("what", "account")
	}
	for _, erase := range []func(context.Context, string) error{
		q.EraseAgreements, q.EraseDevices, q.EraseHolderKeys, q.EraseNameKeys, q.EraseAccountParts,
	} {
		if err == nil {
			err = erase(ctx, member)
		}
	}
	return err
}

// LastOfNext returns the last of the next members after an ID, in the order of their IDs. Empty: there is none.
func (s *Service) LastOfNext(ctx context.Context, after string, most int) (string, error) {
	last, err := memberdb.New(s.Store.DB()).LastOfNext(ctx, after, int32(most))
	if store.NotFound(err) {
		return "", nil
	}
	return last, err
}
