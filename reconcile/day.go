package reconcile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/lost"
)

// day is one provider's day during its comparison.
type day struct {
	span
	row      *reconciledb.ReconcileDay
	provider game.Provider
	ours     []own
	// accounts are the game accounts with possible activity, and those of our transfers.
	accounts map[string]account
}

// account is a game account as the comparison needs it; the zero one is not ours.
type account struct {
	member string
	factor money.Factor
}

// dayPage is how many transfers are read at once.
const dayPage = 1000

// readDay reads our side of a day.
func (r *Service) readDay(ctx context.Context, row *reconciledb.ReconcileDay) (*day, error) {
	s, err := spanOf(row.Day)
	if err != nil {
		return nil, fmt.Errorf("reconcile: read day %q: %w", row.Day, err)
	}
	d := &day{span: s, row: row, provider: r.games.Provider(row.Provider), accounts: map[string]account{}}
	q := reconciledb.New(r.store.DB())
	looked, err := q.AccountsLookedAt(ctx, row.Provider, clock.MicrosOf(s.from))
	if err != nil {
		return nil, fmt.Errorf("reconcile: read the accounts: %w", err)
	}
	for _, a := range looked {
		factor, err := money.ParseFactor(a.Factor)
		if err != nil {
			return nil, fmt.Errorf("reconcile: read account %s: %w", a.Username, err)
		}
		d.accounts[a.Username] = account{a.Member, factor}
	}
	if err := r.readOurs(ctx, d); err != nil || len(d.ours) == 0 {
		return d, err
	}
	doubts, err := r.doubts.Between(ctx, row.Provider, d.ours[0].ID, d.ours[len(d.ours)-1].ID)
	if err != nil {
		return nil, err
	}
	for i := range d.ours {
		d.ours[i].doubt = doubts[d.ours[i].ID]
	}
	return d, nil
}

// readOurs reads the transfers that were made on the day. A transfer that completes or corrects another has no reference
// at the provider, and is left out.
func (r *Service) readOurs(ctx context.Context, d *day) error {
	for after := ledger.ID(0); ; {
		page, err := r.books.Created(ctx, ledger.CreatedRequest{
			Kinds: []ledger.Kind{game.KindIn, game.KindOut}, From: d.from, To: d.to,
			Touching: string(ledger.Game(d.row.Provider, "")), After: after, Limit: dayPage,
		})
		if err != nil {
			return fmt.Errorf("reconcile: read the transfers of %s: %w", d.row.Day, err)
		}
		surplus, err := r.surplusOf(ctx, page...)
		if err != nil {
			return err
		}
		for _, t := range page {
			after = t.ID
			if t.Detail.Of != 0 || lost.Is(t) {
				continue
			}
			o, err := r.own(ctx, d, t, surplus[t.ID])
			if err != nil {
				return err
			}
			d.ours = append(d.ours, o)
		}
		if len(page) < dayPage {
			return nil
		}
	}
}

// surplusOf returns what transfers moved beyond their orders, where they did. Only a transfer out of a game that moved in
// full can have.
func (r *Service) surplusOf(ctx context.Context, transfers ...ledger.Transfer) (map[ledger.ID]money.Amount, error) {
	var whole []ledger.ID
	for _, t := range transfers {
		if t.State == ledger.Posted && t.Kind == game.KindOut && t.Moved == t.Amount {
			whole = append(whole, t.ID)
		}
	}
	return r.books.SurplusOf(ctx, whole...)
}

// own returns a transfer with what the books say of it; surplus is what it moved beyond its order.
func (r *Service) own(ctx context.Context, d *day, t ledger.Transfer, surplus money.Amount) (own, error) {
	provider, username, ok := game.AccountOf(t)
	if !ok || provider != d.row.Provider {
		return own{}, errOtherProvider
	}
	a, err := r.account(ctx, d, username)
	if err != nil {
		return own{}, err
	}
	o := own{Transfer: t, reference: r.books.Reference(t.ID), username: username, factor: a.factor}
	if t.State == ledger.Posted {
		o.moved = o.sign() * (t.Moved + surplus)
	}
	return o, nil
}

// errOtherProvider: the transfer is ours, but of another provider.
var errOtherProvider = errors.New("reconcile: not a transfer of this provider")

// account returns a game account of ours; the zero one where we have none of that name.
func (r *Service) account(ctx context.Context, d *day, username string) (account, error) {
	if a, known := d.accounts[username]; known {
		return a, nil
	}
	found, err := r.games.Accounts.Named(ctx, d.row.Provider, username)
	if store.NotFound(err) {
		return account{}, nil
	}
	if err != nil {
		return account{}, err
	}
	d.accounts[username] = account{found.Member, found.Factor}
	return d.accounts[username], nil
}

// named finds a transfer of ours by a reference in the provider's list; false where we never made it.
func (r *Service) named(ctx context.Context, d *day, reference string) (own, bool, error) {
	id, ok := r.books.ParseReference(reference)
	if !ok {
		return own{}, false, nil
	}
	t, err := r.books.Find(ctx, id)
	if errors.Is(err, ledger.ErrNoTransfer) || err == nil && t.Kind != game.KindIn && t.Kind != game.KindOut {
		return own{}, false, nil
	}
	if err != nil {
		return own{}, false, fmt.Errorf("reconcile: read the transfer of reference %s: %w", reference, err)
	}
	surplus, err := r.surplusOf(ctx, t)
	if err != nil {
		return own{}, false, err
	}
	o, err := r.own(ctx, d, t, surplus[t.ID])
	if errors.Is(err, errOtherProvider) {
		return own{}, false, nil
	}
	if err != nil {
		return own{}, false, err
	}
	if o.doubt, err = r.doubts.Of(ctx, id); err != nil {
		return own{}, false, err
	}
	return o, true, nil
}

// ask asks the provider what became of a transfer. The row is nil where the provider has none. waits says why there is no
// answer.
func (r *Service) ask(ctx context.Context, d *day, o own) (*game.Listed, result, string) {
	if !d.provider.Capabilities().CheckByReference {
		return nil, agrees, "" // there is no other source than the list
	}
	ctx, cancel := context.WithTimeout(ctx, r.games.CallTimeout())
	defer cancel()
	a, err := r.games.Accounts.Named(ctx, d.row.Provider, o.username)
	if err != nil {
		return nil, undecided, err.Error()
	}
	player, err := r.games.Accounts.Player(ctx, a)
	if err != nil {
		return nil, undecided, err.Error()
	}
	m, err := r.doubts.Move(a, player, o.Transfer)
	if err != nil {
		return nil, undecided, err.Error()
	}
	m.SendBy = time.Time{}
	switch outcome := d.provider.Check(ctx, m); outcome.Kind {
	case game.Done:
		return &game.Listed{
			Reference: o.reference, Outside: outcome.Outside, Username: o.username, Credits: outcome.Moved, At: o.CreatedAt,
		}, agrees, ""
	case game.NotFound, game.Rejected:
		return nil, agrees, ""
	default:
		return nil, undecided, outcome.Reason
	}
}
