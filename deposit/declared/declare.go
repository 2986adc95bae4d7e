package declared

import (
	"context"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Declare stores that a member says it made a bank transfer. NO_DATA if the content does not allow declarations,
// DEPOSIT_PENDING while three are open, LIMIT_REACHED beyond one of the member's limits. A line that came before is
// found at once. The same key returns the same declaration.
func (s *Service) Declare(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Declaration, error) {
	settings, err := s.arrivals.Settings(ctx)
	if err != nil {
		return Declaration{}, err
	}
	if !settings.Manual {
		return Declaration{}, fault.New(fault.NO_DATA, "members can't declare transfers here")
	}
	if amount <= 0 {
		return Declaration{}, fault.New(fault.INVALID_AMOUNT, "amount must be above 0")
	}
	var d depositdb.Declaration
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		d = depositdb.Declaration{
			Reference: s.arrivals.NewReference(), Key: key.String(), Member: member, Amount: amount, State: string(Open),
			CreatedAt: clock.MicrosOf(tx.Now), LapsesAt: clock.MicrosOf(tx.Now.Add(lapse)),
		}
		known, err := s.declareTx(ctx, tx, d)
		if known.Reference != "" {
			d = known
		}
		return err
	})
	if err != nil {
		return Declaration{}, err
	}
	if err := s.pair(ctx, d); err != nil {
		s.log.Warn("deposit: a declaration could not be paired yet; it is tried again", "reference", d.Reference, "error", err)
		return declarationOf(d), nil
	}
	return s.Find(ctx, d.Reference)
}

// declareTx stores a declaration, or returns the one that has its key already.
func (s *Service) declareTx(ctx context.Context, tx *store.Tx, d depositdb.Declaration) (known depositdb.Declaration, err error) {
	// The member's row is locked, so that two of its requests can't both be the third.
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, d.Member); err != nil {
		return known, err
	}
	q := depositdb.New(tx)
	if known, err = q.DeclarationByKey(ctx, d.Key); !store.NotFound(err) {
		return known, err
	}
	if err := s.arrivals.AllowedTx(ctx, tx, d.Member, d.Amount); err != nil {
		return known, err
	}
	if _, err := s.lapseTx(ctx, tx); err != nil {
		return known, err
	}
	open, err := q.OpenDeclarationsOf(ctx, d.Member)
	if err != nil {
		return known, err
	}
	if len(open) >= mostOpen {
		return known, fault.New(fault.DEPOSIT_PENDING, "%d declared transfers are open", len(open)).
			With("limit", mostOpen).With("open", openParams(open))
	}
	err = q.AddDeclaration(ctx, depositdb.AddDeclarationParams{
		Reference: d.Reference, Key: d.Key, Member: d.Member, Amount: d.Amount, CreatedAt: d.CreatedAt, LapsesAt: d.LapsesAt,
	})
	if err != nil {
		return known, err
	}
	// The bank may have been faster than the member. Then there is nothing left to wait for.
	came, err := q.UndeclaredOf(ctx, d.Member, d.Amount, clock.MicrosOf(d.CreatedAt.Time().Add(-around)))
	if err != nil || len(came) == 0 {
		return known, err
	}
	return known, endTx(ctx, tx, d.Reference, Matched, came[0], "")
}

// openParams lists a member's open declarations, for the refusal of a fourth one.
func openParams(open []depositdb.Declaration) []map[string]any {
	list := make([]map[string]any, len(open))
	for i, d := range open {
		list[i] = map[string]any{
			"reference": d.Reference, "amount": d.Amount.Number(),
			"createdAt": d.CreatedAt.Time().Format(wireTime), "lapsesAt": d.LapsesAt.Time().Format(wireTime),
		}
	}
	return list
}

// wireTime is the format of an instant in API.md.
const wireTime = "2006-01-02T15:04:05.000Z"
