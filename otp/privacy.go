package otp

import (
	"context"

	"krapao/internal/store"

	"krapao/internal/personal"
	"krapao/otp/internal/otpdb"
)

// Personal is what is kept of the codes that were sent to a phone (docs/privacy.md).
func (s *Service) Personal(member string) []personal.Table {
	q := otpdb.New(s.Store.DB())
	return personal.Read(member,
		personal.Rows("otp", func(ctx context.Context, p personal.Page) ([]otpdb.PersonalCodesRow, error) {
			return q.PersonalCodes(ctx, otpdb.PersonalCodesParams(p))
		}),
	)
}

// EraseTx deletes the codes that were sent to a phone.
func (*Service) EraseTx(ctx context.Context, tx *store.Tx, phone string) error {
	return otpdb.New(tx).EraseCodes(ctx, phone)
}
