package qr

import (
	"context"
	"strings"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
)

// codes are how codes are read outside transactions: those of many members in one round trip.
type codes struct {
	byReference, byOperation *store.Look[depositdb.QrOrder]
	alone                    *depositdb.Queries
}

// columns are those of a code, in the order in which addTo reads them.
const columns = `SELECT reference, member, account, amount, state, payload, outside, reason, created_at, expires_at, ended_at,
    poll_at, held_at, operation FROM qr_order `

func newCodes(s *store.Store) codes {
	q := depositdb.New(s.Brief())
	return codes{
		byReference: store.NewLook(s, q.QR, store.Many[depositdb.QrOrder]{
			Query: columns + `WHERE reference = ANY ($1::text[])`, Args: keys,
			Add: addTo(func(o depositdb.QrOrder) string { return o.Reference }),
		}),
		byOperation: store.NewLook(s, q.QROfOperation, store.Many[depositdb.QrOrder]{
			Query: columns + `WHERE operation = ANY ($1::text[]) AND operation <> ''`, Args: keys,
			Add: addTo(func(o depositdb.QrOrder) string { return o.Operation }),
		}),
		alone: q,
	}
}

// of returns a code. A callback's reference is whatever somebody wrote: one that the database may refuse fails nobody else's.
func (c codes) of(ctx context.Context, reference string) (depositdb.QrOrder, error) {
	if strings.ContainsFunc(reference, func(r rune) bool { return r < '!' || r > '~' }) {
		return c.alone.QR(ctx, reference)
	}
	return c.byReference.At(ctx, reference)
}

func keys(all []string) []any { return []any{all} }

func addTo(key func(depositdb.QrOrder) string) func(store.Row, map[string]depositdb.QrOrder) error {
	return func(row store.Row, found map[string]depositdb.QrOrder) error {
		var o depositdb.QrOrder
		err := row.Scan(
			&o.Reference, &o.Member, &o.Account, &o.Amount, &o.State, &o.Payload, &o.Outside, &o.Reason, &o.CreatedAt, &o.ExpiresAt,
			&o.EndedAt, &o.PollAt, &o.HeldAt, &o.Operation,
		)
		found[key(o)] = o
		return err
	}
}
