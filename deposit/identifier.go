package deposit

import (
	"context"
	"slices"
	"strings"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
)

// addTx adds the row of an arrival and its other identifiers.
func addTx(ctx context.Context, tx *store.Tx, row depositdb.AddInflowParams, names []Identifier) error {
	q := depositdb.New(store.Absent{Tx: tx})
	if err := q.AddInflow(ctx, row); err != nil {
		return err
	}
	for _, n := range names {
		if err := q.AddIdentifier(ctx, n.Kind, n.Value, row.ID); err != nil {
			return err
		}
	}
	return nil
}

// identifyTx stores further identifiers of an arrival. It returns ErrBooked if one belongs to another arrival.
func identifyTx(ctx context.Context, tx *store.Tx, inflow string, also []Identifier) error {
	names, err := newNames(ctx, depositdb.New(tx), inflow, also, 0)
	for _, n := range names {
		if err := depositdb.New(store.Absent{Tx: tx}).AddIdentifier(ctx, n.Kind, n.Value, inflow); err != nil {
			return err
		}
	}
	return err
}

// newNames returns the identifiers that are not stored yet. It returns ErrBooked if one belongs to another arrival. The first
// ones are not read where the caller knows that they are new.
func newNames(
	ctx context.Context, q *depositdb.Queries, inflow string, also []Identifier, known int,
) (names []Identifier, err error) {
	for n, one := range also {
		one.Value = strings.ToLower(one.Value)
		if slices.Contains(names, one) {
			continue
		}
		if n < known {
			names = append(names, one)
			continue
		}
		switch of, err := q.IdentifierOf(ctx, one.Kind, one.Value); {
		case store.NotFound(err):
			names = append(names, one)
		case err != nil:
			return nil, err
		case of != inflow:
			return nil, ErrBooked
		}
	}
	return names, nil
}
