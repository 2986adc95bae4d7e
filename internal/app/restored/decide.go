package restored

import (
	"context"
	"strings"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/quarantine"
)

// Effect implements quarantine.Books.
func (b Books) Effect(ctx context.Context, c quarantine.Case, d quarantine.Decided) (effect quarantine.Effect, err error) {
	if d.Books == quarantine.Nothing {
		return effect, nil
	}
	if err := b.bookable(ctx, c, d); err != nil {
		return effect, err
	}
	switch d.Books {
	case quarantine.Deposit:
		return effect, nil
	case quarantine.Movement:
		_, code, _ := strings.Cut(c.System, ":")
		effect.Wallet, effect.Owed, err = b.Lost.Effect(ctx, lostOf(code, c, d.Member))
		effect.Wallet = -effect.Wallet
		return effect, err
	default: // a withdrawal
	}
	if reserved, err := b.reserved(ctx, c); reserved || err != nil {
		return effect, err
	}
	wallet, err := b.Ledger.Balance(ctx, ledger.Wallet(d.Member))
	effect.Wallet = min(max(wallet.Available(), 0), c.Amount)
	effect.Owed = c.Amount - effect.Wallet
	return effect, err
}

// DecideTx implements quarantine.Books. What can't be booked was refused by Effect in the same decision: that reads by
// connections of its own, for which no transaction may wait.
func (b Books) DecideTx(ctx context.Context, tx *store.Tx, c quarantine.Case, d quarantine.Decided) error {
	_, code, _ := strings.Cut(c.System, ":")
	switch d.Books {
	case quarantine.Deposit:
		return b.depositTx(ctx, tx, code, c)
	case quarantine.Movement:
		return b.Lost.BookTx(ctx, tx, lostOf(code, c, d.Member))
	default: // a withdrawal
		return b.lostPayoutTx(ctx, tx, c, d)
	}
}

// bookable refuses what a case can't be decided to be: INVALID_INPUT.
func (b Books) bookable(ctx context.Context, c quarantine.Case, d quarantine.Decided) error {
	may := map[quarantine.CaseKind]quarantine.Booking{
		quarantine.LostPayout: quarantine.Withdrawal, quarantine.ContestedPayout: quarantine.Withdrawal,
		quarantine.LostMovement: quarantine.Movement,
	}[c.Kind]
	kind, _, _ := strings.Cut(c.System, ":")
	if c.Kind == quarantine.Unanswered {
		may = map[string]quarantine.Booking{brake.Payouts: quarantine.Withdrawal, "gateway": quarantine.Deposit}[kind]
	}
	if may != d.Books {
		return fault.New(fault.INVALID_INPUT, "a case of the kind %s of %s books no %s", c.Kind, c.System, d.Books)
	}
	if d.Books == quarantine.Deposit {
		return b.notAsked(ctx, c)
	}
	m, err := b.Members.ByID(ctx, d.Member)
	if fault.Is(err, fault.NO_USER) {
		return fault.Wrap(err, fault.INVALID_INPUT, "there is no member %q", d.Member)
	}
	if err != nil { // the database did not answer, which says nothing about the member
		return err
	}
	if d.Books != quarantine.Movement {
		return nil
	}
	_, code, _ := strings.Cut(c.System, ":")
	a, err := b.Games.Named(ctx, code, c.Row.Account)
	switch {
	case store.NotFound(err):
		return nil
	case err != nil:
		return err
	case a.Member != m.ID:
		return fault.New(fault.INVALID_INPUT, "the account %s is another member's", c.Row.Account)
	}
	return nil
}

// notAsked refuses a payment of a code that the books have: INVALID_INPUT. Its gateway is asked about that as ever, and the
// payment would be booked again under the gateway's own number.
func (b Books) notAsked(ctx context.Context, c quarantine.Case) error {
	known, err := b.Codes.Knows(ctx, c.Reference)
	if known {
		return fault.New(fault.INVALID_INPUT, "the gateway is asked about the code %s as ever, once it is used again", c.Reference)
	}
	return err
}

// Unanswered implements quarantine.Books.
func (b Books) Unanswered(ctx context.Context, system string, r quarantine.Row) (quarantine.Finding, error) {
	found := quarantine.Finding{Kind: quarantine.Unanswered, Amount: r.Amount}
	switch kind, code, _ := strings.Cut(system, ":"); kind {
	case brake.Payouts:
		w, err := b.Withdrawals.Find(ctx, r.Reference)
		if fault.Is(err, fault.NO_DATA) {
			return found, nil
		}
		found.Member = w.Member
		return found, err
	case "provider":
		m, err := b.movement(ctx, code, r)
		found.Member = m.Member
		return found, err
	}
	return found, nil
}
