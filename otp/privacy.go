package otp

import (
	"context"

	"krapao/internal/store"

	"krapao/internal/personal"
	"krapao/otp/internal/otpdb"
)

// Personal is what is kept of the codes that were sent to a phone (docs/privacy.md).
func (s *Service) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := otpdb.New(s.Store.DB())
	return personal.Read(ctx, member,
		personal.Rows("otp", q.PersonalCodes),
	)
}

// EraseTx deletes the codes that were sent to a phone.
func (*Service) EraseTx(ctx context.Context, tx *store.Tx, phone string) error {
	return otpdb.New(tx).EraseCodes(ctx, phone)
}
