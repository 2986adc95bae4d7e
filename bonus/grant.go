package bonus

import (
	"cmp"
	"context"
	"errors"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// free is the most that is credited without a condition.
const free = 20 * money.Baht

// labelBonus is the statement's word for where a credit comes from.
const labelBonus = "BONUS"

const idLength = 16

// offer is what a campaign has to say about a credit of it, in the transaction that grants it. The zero one has nothing.
type offer struct {
	// allowTx refuses what the member may not have (any more): BONUS_MAX_CLAIMED, PROMOTION_RECEIVED, NO_DATA.
	allowTx func(ctx context.Context, tx *store.Tx) error
	// takeTx takes the credit from the campaign's quota and budget: BONUS_FULL.
	takeTx func(ctx context.Context, tx *store.Tx, credit money.Amount) error
}

// grant gives a conditional credit, by the member's stable total.
func (s *Service) grant(ctx context.Context, c Credit, o offer) (granted Condition, err error) {
	if known, yes, err := s.known(ctx, s.reads(), c); yes || err != nil {
		return known, err
	}
	err = s.Totals.Decide(ctx, c.Member, []ledger.Account{c.From, ledger.Owed(c.Member)}, func(ctx context.Context, tx *store.Tx, t Total) (err error) {
		granted, err = s.grantTx(ctx, tx, c, o, t)
		return err
	})
	return granted, err
}

// GrantTx gives a conditional credit inside the decision of another area, which has locked c.From with the wallet. Refusals: where a condition
// is active, BONUS_ALREADY_ACTIVE, BONUS_REMAINING or REFUND_CONDITION, by the source; MONEY_NOT_ENOUGH (params owed)
// where something is owed; SELF_EXCLUDED; TRY_AGAIN where T is not exact or the house account can't pay now;
// BONUS_CONDITION_DEPOSIT; BONUS_FULL.
func (s *Service) GrantTx(ctx context.Context, tx *store.Tx, c Credit, t Total) (Condition, error) {
	return s.grantTx(ctx, tx, c, offer{}, t)
}

func (s *Service) grantTx(ctx context.Context, tx *store.Tx, credit Credit, o offer, t Total) (Condition, error) {
	q := bonusdb.New(tx)
	if known, yes, err := s.known(ctx, q, credit); yes || err != nil {
		return known, err
	}
	if err := s.admitTx(ctx, tx, credit, o, t); err != nil {
		return Condition{}, err
	}
	total, err := t.Exact()
	if err != nil {
		return Condition{}, err
	}
	c, err := s.drawUpTx(ctx, tx, credit, total)
	if err != nil {
		return Condition{}, err
	}
	if o.takeTx != nil {
		if err := o.takeTx(ctx, tx, c.Credit); err != nil {
			return Condition{}, err
		}
	}
	return s.bookTx(ctx, tx, credit, c)
}

// known answers a call whose key granted before; another campaign under the key is IDEMPOTENCY_MISMATCH.
func (s *Service) known(ctx context.Context, q *bonusdb.Queries, credit Credit) (Condition, bool, error) {
	c, yes, err := found(q.ConditionByOperation(ctx, credit.Operation.String()))
	if !yes || err != nil {
		return c, yes, err
	}
	if c.Member != credit.Member || c.Source != credit.Source || c.Campaign != credit.Campaign {
		return Condition{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another credit")
	}
	return c, true, nil
}

// admitTx refuses who may not be granted anything now. A condition that may be over, which a game hides, is no reason yet.
func (s *Service) admitTx(ctx context.Context, tx *store.Tx, credit Credit, o offer, t Total) error {
	excluded, err := s.Members.LockTx(ctx, tx, credit.Member)
	if err != nil {
		return err
	}
	if _, yes, err := live(ctx, bonusdb.New(tx), credit.Member); err != nil {
		return err
	} else if yes {
		hidden, err := s.hiddenTx(ctx, tx, credit.Member, t)
		if err == nil && hidden != nil {
			return hidden
		}
		return cmp.Or(err, credit.Source.shut())
	}
	owed, err := s.Books.BalanceTx(ctx, tx, ledger.Owed(credit.Member))
	switch {
	case err != nil:
		return err
	case owed.Posted < 0:
		return fault.New(fault.MONEY_NOT_ENOUGH, "nothing is granted while something is owed").With("owed", -owed.Posted)
	case excluded:
		return fault.New(fault.SELF_EXCLUDED, "the member takes a break")
	case o.allowTx != nil:
		return o.allowTx(ctx, tx)
	}
	return nil
}

// shut is what a credit is refused with while a condition is active.
func (source Source) shut() error {
	switch source {
	case SourceInvite, SourceCoupon:
		return fault.New(fault.BONUS_REMAINING, "a condition is active")
	case SourceRefund:
		return fault.New(fault.REFUND_CONDITION, "a condition is active")
	default:
		return fault.New(fault.BONUS_ALREADY_ACTIVE, "a condition is active")
	}
}

// drawUpTx makes the condition as it would be granted. One that would be at an end at once is refused.
func (s *Service) drawUpTx(ctx context.Context, tx *store.Tx, credit Credit, total money.Amount) (Condition, error) {
	c := Condition{
		ID: id.Text(idLength), Member: credit.Member, Source: credit.Source, Campaign: credit.Campaign, State: Active,
		Credit: credit.Amount, GrantedAt: tx.Now,
	}
	if credit.Match != nil {
		if err := s.matchTx(ctx, tx, *credit.Match, &c); err != nil {
			return Condition{}, err
		}
	}
	if c.Credit <= 0 {
		return Condition{}, fault.New(fault.BONUS_CONDITION_DEPOSIT, "the credit would be nothing")
	}
	var err error
	if c.Terms, err = s.frozenTx(ctx, tx, credit.Terms); err != nil {
		return Condition{}, err
	}
	c.Base, c.Own = c.Deposit+c.Credit, total-c.Deposit
	c.ExpiresAt = tx.Now.Add(time.Duration(c.Terms.ExpiresDays) * 24 * time.Hour)
	if c.Credit <= free {
		c.State, c.EndedAt = Free, tx.Now
		return c, nil
	}
	if c.Terms.End != EndTarget {
		c.Required = c.Base * money.Amount(c.Terms.Turnover)
	}
	after := total + c.Credit
	if _, ended := c.position(c.Own, 0, after).Judge(after, after, true); ended || c.Own < 0 {
		return Condition{}, fault.New(fault.BONUS_CONDITION_DEPOSIT, "the condition would be at an end at once")
	}
	return c, nil
}

// frozenTx are the terms with all that they leave to a default.
func (s *Service) frozenTx(ctx context.Context, tx *store.Tx, terms Terms) (Terms, error) {
	games, err := s.Games.ListTx(ctx, tx)
	if err != nil {
		return Terms{}, err
	}
	terms = s.frozen(terms, games)
	if terms.Weights == nil {
		terms.Weights, err = weightsOf(ctx, bonusdb.New(tx))
	}
	return terms, err
}

// bookTx moves the credit, shuts the gates and keeps the condition.
func (s *Service) bookTx(ctx context.Context, tx *store.Tx, credit Credit, c Condition) (Condition, error) {
	moved, err := s.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("grant", c.ID), Kind: ledger.KindBonus, Debit: credit.From, Credit: ledger.Wallet(c.Member),
		Amount: c.Credit, Member: c.Member, Detail: ledger.Detail{From: labelBonus, To: ledger.LabelWallet}, Gates: ledger.GateCredits,
	})
	if err != nil {
		return Condition{}, unpaid(credit.Source, err)
	}
	if c.State == Active {
		if err := s.Members.SetGatesTx(ctx, tx, c.Member, gates, 0); err != nil {
			return Condition{}, err
		}
	}
	wallet, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(c.Member))
	if err != nil {
		return Condition{}, err
	}
	c.Granted, c.WalletAt = moved.Transfer.ID, wallet.Version
	row, err := paramsOf(c, credit.Operation)
	if err != nil {
		return Condition{}, err
	}
	return c, bonusdb.New(tx).AddCondition(ctx, row)
}

// gates are shut from a grant to its end.
const gates = ledger.GateWithdraw | ledger.GateCredits

// unpaid: what the house account lacks is no business of the member's.
func unpaid(source Source, err error) error {
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.MONEY_NOT_ENOUGH {
		return err
	}
	if source.ofCampaign() {
		return fault.Wrap(err, fault.BONUS_FULL, "the budget is used up")
	}
	return fault.Wrap(err, fault.TRY_AGAIN, "the house account can't pay now")
}
