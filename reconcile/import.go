package reconcile

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/doubt"
	"krapao/wallet/lost"
)

// Movement is one that a provider lists, as a restored store imports it.
type Movement struct {
	game.Listed
	// Amount is its value in baht, positive into the game.
	Amount money.Amount
	// Member is whose account it is, by ID; empty: these books do not have the account.
	Member string
	// Again: the list has another movement under the same reference, before this one.
	Again bool
}

// Imported is what became of a listed movement.
type Imported int

// The outcomes.
const (
	// MovementUnknown: the books have no transfer of its reference.
	MovementUnknown Imported = iota
	// MovementKnown: the books have it as the list says.
	MovementKnown
	// MovementBooked: the books had it under way, and it is settled now.
	MovementBooked
	// MovementDiffers: the books have another thing under its reference. It is a case of reconciliation.
	MovementDiffers
	// MovementOpen: it is under way, and the list has another thing than was ordered. Nothing is booked: the provider is asked
	// as ever once it is used again.
	MovementOpen
)

// noneLost is for books that were never restored.
type noneLost struct{}

func (noneLost) Booked(context.Context, string, string) (bool, error) { return false, nil }

// SetLost says who knows which movements are booked that these books had lost. Without it, none is.
func (r *Service) SetLost(l interface {
	Booked(ctx context.Context, provider, reference string) (bool, error)
},
) {
	r.lost = l
}

// importDay is a day of a provider that is no comparison: the names of its accounts are kept in it.
func (r *Service) importDay(provider string, at time.Time) *day {
	return &day{
		row: &reconciledb.ReconcileDay{Provider: provider, Day: dayOf(at)}, provider: r.games.Provider(provider),
		accounts: map[string]account{},
	}
}

// Read completes movements of a provider's list: whose account each is, and its value by the account's factor, or by that of
// the provider's games. If none has a reference, the provider keeps none, and each gets that of our transfer of the same
// account and amount that is nearest in time.
func (r *Service) Read(ctx context.Context, provider string, listed []game.Listed) ([]Movement, error) {
	d := r.importDay(provider, r.store.Now())
	if err := r.attributeBare(ctx, d, listed); err != nil {
		return nil, err
	}
	movements, seen := make([]Movement, len(listed)), map[string]bool{}
	for n, row := range listed {
		a, err := r.account(ctx, d, row.Username)
		if err != nil {
			return nil, err
		}
		factor, err := r.factorOf(ctx, d, a.factor)
		if err != nil {
			return nil, err
		}
		movements[n] = Movement{
			Listed: row, Amount: doubt.Satang(row.Credits, factor), Member: a.member,
			Again: row.Reference != "" && seen[row.Reference],
		}
		seen[row.Reference] = true
	}
	return movements, nil
}

// attributeBare gives rows the references of our transfers, where no row has one. Each row has an Outside of its own.
func (r *Service) attributeBare(ctx context.Context, d *day, listed []game.Listed) error {
	if len(listed) == 0 {
		return nil
	}
	d.from, d.to = listed[0].At, listed[0].At
	for _, row := range listed {
		if row.Reference != "" {
			return nil
		}
		if row.At.Before(d.from) {
			d.from = row.At
		}
		if row.At.After(d.to) {
			d.to = row.At
		}
	}
	d.from, d.to = d.from.Add(-maxDistance), d.to.Add(maxDistance)
	if err := r.readOurs(ctx, d); err != nil {
		return err
	}
	for n, o := range d.ours {
		if o.State == ledger.Pending {
			d.ours[n].moved = o.sign() * o.Amount // as it was ordered: the list may have it
		}
	}
	found, _ := grouped(d.ours, listed)
	references := map[string]string{}
	for reference, rows := range found {
		references[rows[0].Outside] = reference
	}
	for n, row := range listed {
		listed[n].Reference = references[row.Outside]
	}
	return nil
}

// Import books a movement that a provider lists, by our transfer of its reference. It calls no provider.
func (r *Service) Import(ctx context.Context, provider string, m Movement) (Imported, error) {
	d := r.importDay(provider, m.At)
	o, ours, err := r.named(ctx, d, m.Reference)
	switch {
	case err != nil:
		return 0, err
	case !ours:
		booked, err := r.lost.Booked(ctx, provider, m.lostAs())
		if booked {
			return MovementKnown, err
		}
		return MovementUnknown, err
	case m.Again:
		both := []game.Listed{m.Listed, m.Listed}
		return MovementDiffers, r.addCase(ctx, d, difference{doubt.Twice, o.reference, m.Username, &o, both})
	case o.State == ledger.Pending:
		return r.settleListed(ctx, o, m)
	}
	switch how, kind := o.against([]game.Listed{m.Listed}); how {
	case agrees:
		return MovementKnown, nil
	case appliedLate: // its checks book that by themselves, once the provider is used again
		kind = doubt.MissingHere
		fallthrough
	default:
		return MovementDiffers, r.addCase(ctx, d, difference{kind, o.reference, m.Username, &o, []game.Listed{m.Listed}})
	}
}

func (r *Service) settleListed(ctx context.Context, o own, m Movement) (Imported, error) {
	if m.Username != o.username {
		return MovementOpen, nil
	}
	booked, err := r.doubts.SettleListed(ctx, o.Transfer, m.Credits, m.Outside)
	if err != nil {
		return 0, fmt.Errorf("reconcile: import a movement: %w", err)
	}
	if !booked {
		return MovementOpen, nil
	}
	return MovementBooked, nil
}

// lostAs is what a movement is booked under that these books do not have.
func (m Movement) lostAs() string {
	if m.Reference == "" || m.Again {
		return m.Outside
	}
	return m.Reference
}

// Lost is the movement as a decision of two books it.
func (m Movement) Lost(provider, member string) lost.Movement {
	return lost.Movement{
		Provider: provider, Username: m.Username, Reference: m.lostAs(), Outside: m.Outside, Member: member, Amount: m.Amount,
	}
}

// Lists reports whether a provider itself lists movements.
func (r *Service) Lists(provider string) bool {
	return methodOf(r.games.Provider(provider)) == methodList
}

// ListAtOnce asks a provider for the movements since a time of the next accounts behind one, by their user names. It returns the
// last of these accounts, and whether there are more. Accounts that these books do not have are not asked about.
func (r *Service) ListAtOnce(
	ctx context.Context, provider string, from time.Time, behind string,
) (rows []game.Listed, last string, more bool, err error) {
	lister, ok := r.games.Provider(provider).(game.Lister)
	if !ok {
		return nil, "", false, game.ErrUnsupported
	}
	names, err := reconciledb.New(r.store.DB()).AccountNames(ctx, provider, behind, listedAtOnce)
	if err != nil {
		return nil, "", false, fmt.Errorf("reconcile: read the accounts: %w", err)
	}
	if len(names) == 0 {
		return nil, behind, false, nil
	}
	d := r.importDay(provider, from)
	d.span = span{from.Add(listBefore), r.store.Now()} // list asks for somewhat more
	rows, err = r.list(ctx, lister, d, names)
	return rows, names[len(names)-1], len(names) == listedAtOnce, err
}

// withoutLost leaves out the rows that are booked as lost with the books: no transfer of ours has their reference.
func (r *Service) withoutLost(ctx context.Context, d *day, rows []game.Listed, ours []own) ([]game.Listed, error) {
	known := make(map[string]bool, len(ours))
	for _, o := range ours {
		known[o.reference] = true
	}
	var left []game.Listed
	for _, row := range rows {
		if !known[row.Reference] {
			booked, err := r.lost.Booked(ctx, d.row.Provider, Movement{Listed: row}.lostAs())
			if err != nil {
				return nil, err
			}
			if booked {
				continue
			}
		}
		left = append(left, row)
	}
	return left, nil
}
