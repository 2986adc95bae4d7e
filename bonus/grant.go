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

// free is the largest credit that is granted without a condition.
const free = 20 * money.Baht

// labelBonus is the statement's word for the place a credit comes from.
const labelBonus = "BONUS"

const idLength = 16

// gates stay shut from a grant to its end.
const gates = ledger.GateWithdraw | ledger.GateCredits

// Offer is what a campaign says to a grant of its credit, in the grant's transaction.
type Offer interface {
	// AllowTx refuses a member that can't take the campaign, or can't take it again. The member's state is locked.
	AllowTx(ctx context.Context, tx *store.Tx, member string) error
	// TakeTx takes the credit from the campaign's quota and budget, or returns BONUS_FULL.
	TakeTx(ctx context.Context, tx *store.Tx, credit money.Amount) error
}

// Grant grants a campaign's credit, by the member's stable total. It returns a refusal of the offer, or an error of GrantTx.
func (s *Service) Grant(ctx context.Context, credit Credit, o Offer) (granted Condition, err error) {
	if before, yes, err := s.grantedBefore(ctx, s.reads(), credit); yes || err != nil {
		return before, err
	}
	lock := []ledger.Account{credit.From, ledger.Owed(credit.Member)}
	err = s.Totals.Decide(ctx, credit.Member, lock, func(ctx context.Context, tx *store.Tx, t Total) (err error) {
		granted, err = s.grantTx(ctx, tx, credit, o, t)
		return err
	})
	return granted, err
}

// GrantTx grants the conditional credit of another area, inside that area's decision, which has locked c.From with the wallet.
// It returns
//   - BONUS_ALREADY_ACTIVE, BONUS_REMAINING or REFUND_CONDITION, by the source, while a condition is active;
//   - MONEY_NOT_ENOUGH (params owed) while the member owes something;
//   - SELF_EXCLUDED during a break or an exclusion;
//   - TRY_AGAIN if T is not exact, or the house account can't pay now;
//   - BONUS_CONDITION_DEPOSIT if the credit would be nothing, or its condition would end at once;
//   - BONUS_FULL if a campaign's budget can't pay;
//   - IDEMPOTENCY_MISMATCH if the key has granted another credit.
func (s *Service) GrantTx(ctx context.Context, tx *store.Tx, c Credit, t Total) (Condition, error) {
	return s.grantTx(ctx, tx, c, nil, t)
}

// grantTx checks, decides, pays and records a grant. A campaign's offer may refuse it, and its quota and budget are used;
// nil: the credit belongs to no campaign.
func (s *Service) grantTx(ctx context.Context, tx *store.Tx, credit Credit, o Offer, t Total) (Condition, error) {
	if before, yes, err := s.grantedBefore(ctx, bonusdb.New(tx), credit); yes || err != nil {
		return before, err
	}
	if err := s.admitTx(ctx, tx, credit, o, t); err != nil {
		return Condition{}, err
	}
	total, err := t.Exact()
	if err != nil {
		return Condition{}, err
	}
	c, err := s.newConditionTx(ctx, tx, credit, total)
	if err != nil {
		return Condition{}, err
	}
	if o != nil {
		if err := o.TakeTx(ctx, tx, c.Credit); err != nil {
			return Condition{}, err
		}
	}
	return s.payTx(ctx, tx, credit, c)
}

// grantedBefore finds the condition that the same key was granted before. A key that was used for another credit is
// IDEMPOTENCY_MISMATCH.
func (s *Service) grantedBefore(ctx context.Context, q *bonusdb.Queries, credit Credit) (Condition, bool, error) {
	c, yes, err := found(q.ConditionByOperation(ctx, credit.Operation.String()))
	if !yes || err != nil {
		return c, yes, err
	}
	if c.Member != credit.Member || c.Source != credit.Source || c.Campaign != credit.Campaign {
		return Condition{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another credit")
	}
	return c, true, nil
}

// admitTx refuses a member that can't be granted anything now, and what the offer refuses. If a game may hide the end of
// an active condition, it asks to try again instead of refusing.
func (s *Service) admitTx(ctx context.Context, tx *store.Tx, credit Credit, o Offer, t Total) error {
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
		return cmp.Or(err, credit.Source.errActive())
	}
	owed, err := s.Books.BalanceTx(ctx, tx, ledger.Owed(credit.Member))
	switch {
	case err != nil:
		return err
	case owed.Posted < 0:
		return fault.New(fault.MONEY_NOT_ENOUGH, "nothing is granted while something is owed").With("owed", -owed.Posted)
	case excluded:
		return fault.New(fault.SELF_EXCLUDED, "the member takes a break")
	case o != nil:
		return o.AllowTx(ctx, tx, credit.Member)
	}
	return nil
}

// errActive is the refusal of a credit while a condition is active.
func (source Source) errActive() error {
	switch source {
	case SourceInvite, SourceCoupon:
		return fault.New(fault.BONUS_REMAINING, "a condition is active")
	case SourceRefund:
		return fault.New(fault.REFUND_CONDITION, "a condition is active")
	default:
		return fault.New(fault.BONUS_ALREADY_ACTIVE, "a condition is active")
	}
}

// newConditionTx makes the condition of a credit. It refuses one that would end at once.
func (s *Service) newConditionTx(ctx context.Context, tx *store.Tx, credit Credit, total money.Amount) (Condition, error) {
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
	if _, ended := c.position(c.Own, 0, after).Outcome(after, after, true); ended || c.Own < 0 {
		return Condition{}, fault.New(fault.BONUS_CONDITION_DEPOSIT, "the condition would be at an end at once")
	}
	return c, nil
}

// frozenTx returns the terms with every default resolved.
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

// payTx moves the credit, shuts the gates and writes the condition.
func (s *Service) payTx(ctx context.Context, tx *store.Tx, credit Credit, c Condition) (Condition, error) {
	moved, err := s.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("grant", c.ID), Kind: ledger.KindBonus, Debit: credit.From, Credit: ledger.Wallet(c.Member),
		Amount: c.Credit, Member: c.Member, Detail: ledger.Detail{From: labelBonus, To: ledger.LabelWallet}, Gates: ledger.GateCredits,
	})
	if err != nil {
		return Condition{}, hideShortfall(credit.Source, err)
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

// hideShortfall hides a shortfall of the house account from the member: it gets BONUS_FULL or TRY_AGAIN instead of
// MONEY_NOT_ENOUGH.
func hideShortfall(source Source, err error) error {
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.MONEY_NOT_ENOUGH {
		return err
	}
	if source.ofCampaign() {
		return fault.Wrap(err, fault.BONUS_FULL, "the budget is used up")
	}
	return fault.Wrap(err, fault.TRY_AGAIN, "the house account can't pay now")
}
