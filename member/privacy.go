package member

import (
	"context"

	"krapao/internal/personal"
	"krapao/member/bankaccount"
	"krapao/member/internal/memberdb"
)

// Personal is who a member is, what it agreed to, and with what it logs in (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := memberdb.New(s.Store.DB())
	return personal.Read(ctx, member,
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
		personal.Rows("device", q.PersonalDevices),
	)
}
