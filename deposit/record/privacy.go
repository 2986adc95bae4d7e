package record

import (
	"context"
	"strings"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/personal"
	"krapao/internal/store"
)

// Personal is what is kept of a member's deposits, whatever way they came (docs/privacy.md).
func (r *Records) Personal(member string) []personal.Table {
	q := depositdb.New(r.store.DB())
	return personal.Read(member,
		personal.Rows("qr_order", func(ctx context.Context, p personal.Page) ([]depositdb.PersonalOrdersRow, error) {
			return q.PersonalOrders(ctx, depositdb.PersonalOrdersParams(p))
		}),
		personal.Opened("inflow", func(ctx context.Context, p personal.Page) ([]depositdb.PersonalArrivalsRow, error) {
			return q.PersonalArrivals(ctx, depositdb.PersonalArrivalsParams(p))
		}, func(row *depositdb.PersonalArrivalsRow) error {
			in, err := r.deposits.InflowOf(depositdb.Inflow{ID: row.ID, PayerSealed: row.PayerSealed})
			row.PayerSealed = strings.TrimSpace(strings.Join([]string{in.Payer.BankCode, in.Payer.AccountNo, in.Payer.Name}, " "))
			return err
		}),
		personal.Rows("declaration", func(ctx context.Context, p personal.Page) ([]depositdb.PersonalDeclarationsRow, error) {
			return q.PersonalDeclarations(ctx, depositdb.PersonalDeclarationsParams(p))
		}),
		personal.Rows("slip", func(ctx context.Context, p personal.Page) ([]depositdb.PersonalSlipsRow, error) {
			return q.PersonalSlips(ctx, p.Member, int64(p.At), p.Most)
		}),
		personal.Rows("wallet_link", func(ctx context.Context, p personal.Page) ([]depositdb.PersonalLinksRow, error) {
			return q.PersonalLinks(ctx, depositdb.PersonalLinksParams(p))
		}),
	)
}

// Enders empty who paid, and what was said of it, of arrivals, declared transfers, slips, links, and lines of statements
// (docs/privacy.md, rule payments). The money's rows stay.
func Enders() []personal.Ender {
	return []personal.Ender{
		func(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
			return depositdb.New(tx).EndArrivalDocuments(ctx, depositdb.EndArrivalDocumentsParams(of))
		},
		func(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
			return depositdb.New(tx).EndDeclarationDocuments(ctx, depositdb.EndDeclarationDocumentsParams(of))
		},
		func(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
			return depositdb.New(tx).EndSlipDocuments(ctx, depositdb.EndSlipDocumentsParams(of))
		},
		func(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
			return depositdb.New(tx).EndLinkDocuments(ctx, depositdb.EndLinkDocumentsParams(of))
		},
		func(ctx context.Context, tx *store.Tx, of personal.Span) (int64, error) {
			return depositdb.New(tx).EndLineDocuments(ctx, of.Before, of.Most)
		},
	}
}
