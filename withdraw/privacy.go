package withdraw

import (
	"context"
	"strings"

	"krapao/internal/store"

	"krapao/internal/personal"
	"krapao/withdraw/internal/withdrawdb"
)

// Personal is what is kept of a member's withdrawals (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := withdrawdb.New(s.Store.DB())
	return personal.Read(member,
		personal.Opened("withdrawal", func(ctx context.Context, p personal.Page) ([]withdrawdb.PersonalWithdrawalsRow, error) {
			return q.PersonalWithdrawals(ctx, withdrawdb.PersonalWithdrawalsParams(p))
		}, func(row *withdrawdb.PersonalWithdrawalsRow) error {
			to, err := OpenAccount(s.Box, row.Reference, row.AccountSealed)
			row.AccountSealed = strings.Join([]string{to.BankCode, to.Number, to.Name}, " ")
			return err
		}))
}

// EraseTx deletes which accounts were proven to be a member's. Its withdrawals stay (docs/privacy.md, payments).
func (*Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	return withdrawdb.New(tx).EraseProofs(ctx, member)
}

// EndDocuments empties to which account withdrawals of long ago went (docs/privacy.md, rule payments).
func EndDocuments(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
	return withdrawdb.New(tx).EndDocuments(ctx, withdrawdb.EndDocumentsParams(of))
}
