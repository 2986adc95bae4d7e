package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// day is one provider's day while it is compared.
type day struct {
	span
	row      *walletdb.ReconcileDay
	provider game.Provider
	ours     []own
	// accounts are the game accounts that something may have happened on, and those of our transfers.
	accounts map[string]account
}

// account is a game account as the comparison needs it; the zero one is nobody's here.
type account struct {
	member string
	factor money.Factor
}

// dayPage is how many transfers are read at once.
const dayPage = 1000

// readDay reads our side of a day.
func (r *Reconciliation) readDay(ctx context.Context, row *walletdb.ReconcileDay) (*day, error) {
	s, err := spanOf(row.Day)
	if err != nil {
		return nil, fmt.Errorf("wallet: day %q: %w", row.Day, err)
	}
	d := &day{span: s, row: row, provider: r.wallet.games.Provider(row.Provider), accounts: map[string]account{}}
	q := walletdb.New(r.wallet.store.DB())
	looked, err := q.AccountsLookedAt(ctx, row.Provider, s.from.UnixMicro())
	if err != nil {
		return nil, fmt.Errorf("wallet: accounts: %w", err)
	}
	for _, a := range looked {
		factor, err := money.ParseFactor(a.Factor)
		if err != nil {
			return nil, fmt.Errorf("wallet: account %s: %w", a.Username, err)
		}
		d.accounts[a.Username] = account{a.Member, factor}
	}
	if err := r.readOurs(ctx, d); err != nil || len(d.ours) == 0 {
		return d, err
	}
	doubts, err := q.DoubtsOfSpan(ctx, row.Provider, int64(d.ours[0].ID), int64(d.ours[len(d.ours)-1].ID))
	if err != nil {
		return nil, fmt.Errorf("wallet: doubts: %w", err)
	}
	byTransfer := map[int64]*walletdb.GameDoubt{}
	for _, one := range doubts {
		doubt := walletdb.GameDoubt(one)
		byTransfer[one.Transfer] = &doubt
	}
	for i := range d.ours {
		d.ours[i].doubt = byTransfer[int64(d.ours[i].ID)]
	}
	return d, nil
}

// readOurs reads the transfers that were made on the day. What completes or corrects another has no reference of its own.
func (r *Reconciliation) readOurs(ctx context.Context, d *day) error {
	for after := ledger.ID(0); ; {
		page, err := r.books.Created(ctx, ledger.CreatedRequest{
			Kinds: []ledger.Kind{KindIn, KindOut}, From: d.from, To: d.to,
			Touching: string(ledger.Game(d.row.Provider, "")), After: after, Limit: dayPage,
		})
		if err != nil {
			return fmt.Errorf("wallet: transfers of %s: %w", d.row.Day, err)
		}
		surplus, err := r.surplusOf(ctx, page...)
		if err != nil {
			return err
		}
		for _, t := range page {
			after = t.ID
			if t.Detail.Of != 0 {
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

// surplusOf is what transfers moved beyond their orders, for those that did. Only what came out of a game whole can have.
func (r *Reconciliation) surplusOf(ctx context.Context, transfers ...ledger.Transfer) (map[ledger.ID]money.Amount, error) {
	var whole []ledger.ID
	for _, t := range transfers {
		if t.State == ledger.Posted && t.Kind == KindOut && t.Moved == t.Amount {
			whole = append(whole, t.ID)
		}
	}
	return r.books.SurplusOf(ctx, whole...)
}

// own is a transfer with what the books say of it; surplus is what it moved beyond its order.
func (r *Reconciliation) own(ctx context.Context, d *day, t ledger.Transfer, surplus money.Amount) (own, error) {
	provider, username, ok := gameAccount(t)
	if !ok || provider != d.row.Provider {
		return own{}, errOtherProvider
	}
	a, err := r.account(ctx, d, username)
	if err != nil {
		return own{}, err
	}
	o := own{Transfer: t, reference: r.wallet.books.Reference(t.ID), username: username, factor: a.factor}
	if t.State == ledger.Posted {
		o.moved = o.sign() * (t.Moved + surplus)
	}
	return o, nil
}

// errOtherProvider: a transfer of ours, and none of this provider's.
var errOtherProvider = errors.New("wallet: not a transfer of this provider")

// gameAccount is the provider and the user name that a transfer between a wallet and a game touches.
func gameAccount(t ledger.Transfer) (provider, username string, ok bool) {
	if t.Kind == KindOut {
		return t.Debit.Game()
	}
	return t.Credit.Game()
}

// account is a game account of ours; the zero one where there is none of that name.
func (r *Reconciliation) account(ctx context.Context, d *day, username string) (account, error) {
	if a, known := d.accounts[username]; known {
		return a, nil
	}
	found, err := r.wallet.games.AccountNamed(ctx, d.row.Provider, username)
	if store.NotFound(err) {
		return account{}, nil
	}
	if err != nil {
		return account{}, err
	}
	d.accounts[username] = account{found.Member, found.Factor}
	return d.accounts[username], nil
}

// named finds a transfer of ours by a reference that the provider lists; false where we never made it.
func (r *Reconciliation) named(ctx context.Context, d *day, reference string) (own, bool, error) {
	id, ok := r.books.ParseReference(reference)
	if !ok {
		return own{}, false, nil
	}
	t, err := r.wallet.books.Find(ctx, id)
	if errors.Is(err, ledger.ErrNoTransfer) || err == nil && t.Kind != KindIn && t.Kind != KindOut {
		return own{}, false, nil
	}
	if err != nil {
		return own{}, false, fmt.Errorf("wallet: transfer of reference %s: %w", reference, err)
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
	doubt, err := walletdb.New(r.wallet.store.DB()).Doubt(ctx, int64(id))
	switch {
	case store.NotFound(err):
		return o, true, nil
	case err != nil:
		return own{}, false, fmt.Errorf("wallet: doubt: %w", err)
	}
	o.doubt = &doubt
	return o, true, nil
}

// ask asks the provider what became of a transfer; the second result is its row, nil where the provider has none. waits
// is where it does not say.
func (r *Reconciliation) ask(ctx context.Context, d *day, o own) (*game.Listed, result, string) {
	if !d.provider.Capabilities().CheckByReference {
		return nil, agrees, "" // what the list says is all there is
	}
	ctx, cancel := context.WithTimeout(ctx, r.wallet.games.CallTimeout())
	defer cancel()
	a, err := r.wallet.games.AccountNamed(ctx, d.row.Provider, o.username)
	if err != nil {
		return nil, undecided, err.Error()
	}
	player, err := r.wallet.games.Player(ctx, a)
	if err != nil {
		return nil, undecided, err.Error()
	}
	m, err := r.wallet.Move(a, player, o.Transfer)
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
