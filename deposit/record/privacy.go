package record

import (
	"context"
	"strings"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/personal"
)

// Personal is what is kept of a member's deposits, whatever way they came (docs/privacy.md).
func (r *Records) Personal(ctx context.Context, member string) ([]personal.Table, error) {
	q := depositdb.New(r.store.DB())
	return personal.Read(ctx, member,
		personal.Rows("qr_order", q.PersonalOrders),
		personal.Opened("inflow", q.PersonalArrivals, func(row *depositdb.PersonalArrivalsRow) error {
			in, err := r.deposits.InflowOf(depositdb.Inflow{ID: row.ID, PayerSealed: row.PayerSealed})
			row.PayerSealed = strings.TrimSpace(strings.Join([]string{in.Payer.BankCode, in.Payer.AccountNo, in.Payer.Name}, " "))
			return err
		}),
		personal.Rows("declaration", q.PersonalDeclarations),
		personal.Rows("slip", q.PersonalSlips),
		personal.Rows("wallet_link", q.PersonalLinks),
	)
}
