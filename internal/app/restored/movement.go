package restored

import (
	"context"

	"krapao/game"
	"krapao/internal/store"
	"krapao/quarantine"
	"krapao/reconcile"
	"krapao/wallet/lost"
)

// Movements are what game providers moved. One of a transfer that the books have under way settles it; another thing under one
// of their references is a case of reconciliation; one that they do not have is a case of the quarantine.

func listedOf(r quarantine.Row) game.Listed {
	return game.Listed{Reference: r.Reference, Outside: r.ID, Username: r.Account, Credits: r.Credits, At: r.At}
}

// complete gives movements their value, and references where the provider keeps none.
func (b Books) complete(ctx context.Context, provider string, rows []quarantine.Row) error {
	listed := make([]game.Listed, len(rows))
	for n, r := range rows {
		listed[n] = listedOf(r)
	}
	movements, err := b.Days.Read(ctx, provider, listed)
	for n, m := range movements {
		rows[n].Amount, rows[n].Reference, rows[n].Again = m.Amount, m.Reference, m.Again
	}
	return err
}

// movement makes of a row what reconciliation imports.
func (b Books) movement(ctx context.Context, provider string, r quarantine.Row) (reconcile.Movement, error) {
	m := reconcile.Movement{Listed: listedOf(r), Amount: r.Amount, Again: r.Again}
	a, err := b.Games.Named(ctx, provider, r.Account)
	if store.NotFound(err) {
		return m, nil
	}
	m.Member = a.Member
	return m, err
}

func (b Books) provider(ctx context.Context, provider string, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	m, err := b.movement(ctx, provider, r)
	if err != nil {
		return "", nil, err
	}
	became, err := b.Days.Import(ctx, provider, m)
	if err != nil {
		return "", nil, err
	}
	found := quarantine.Finding{Kind: quarantine.LostMovement, Member: m.Member, Amount: m.Amount}
	switch became {
	case reconcile.MovementKnown:
		return quarantine.Known, nil, nil
	case reconcile.MovementBooked:
		return quarantine.Booked, nil, nil
	case reconcile.MovementDiffers: // it is in the queue already
		return quarantine.Kept, nil, nil
	case reconcile.MovementOpen:
		found.Kind = quarantine.ContestedMovement
	case reconcile.MovementUnknown:
	}
	return quarantine.Kept, &found, nil
}

// lostOf is what a decision about a case books.
func lostOf(provider string, c quarantine.Case, member string) lost.Movement {
	m := reconcile.Movement{Listed: listedOf(c.Row), Amount: c.Amount, Again: c.Row.Again}
	return m.Lost(provider, member)
}
