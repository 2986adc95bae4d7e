// Package adjustment is money that operators move between a member's wallet and the house by hand, because something went wrong
// that no other decision makes good (RULES.md section 13).
//
// Promises:
//   - Two persons decide each one, with what shows the mistake. It is booked once, under the key of its proposal.
//   - What was given is withdrawn after 24 hours at the earliest (withdraw/approval).
//   - While a condition is active nothing is adjusted: it would count as won, or as lost, under the condition.
package adjustment

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
)

// Kind is the kind of decision. Its subject is the member's ID.
const Kind = "adjustment"

// kindAdjustment is what the ledger calls it.
const kindAdjustment ledger.Kind = "adjustment"

// Books is what this room needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
}

// Conditions knows whether a member has a condition that is active or ending.
type Conditions interface {
	HasCondition(ctx context.Context, member string) (bool, error)
	// RemainingTx returns BONUS_REMAINING if it has one, and none begins until the transaction's end.
	RemainingTx(ctx context.Context, tx *store.Tx, member string) error
}

// Members are the members. NO_USER: there is no such member.
type Members interface {
	Known(ctx context.Context, member string) error
}

// Deps are what the decision is made with.
type Deps struct {
	Approvals  *operator.Approvals
	Books      Books
	Members    Members
	Conditions Conditions
}

// Register registers the kind of decision.
func Register(d Deps) {
	d.Approvals.Register(operator.Kind{Name: Kind, Needs: operator.Cashier, Plan: d.plan})
}

// Asked is the request: what the member's wallet gets; negative: what it gives.
type Asked struct {
	Amount money.Amount `json:"amount"`
}

func (d Deps) plan(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var of Asked
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	if of.Amount == 0 {
		return operator.Plan{}, fault.New(fault.INVALID_AMOUNT, "an adjustment of nothing")
	}
	if err := d.Members.Known(ctx, member); err != nil {
		return operator.Plan{}, err
	}
	has, err := d.Conditions.HasCondition(ctx, member)
	if err != nil {
		return operator.Plan{}, err
	}
	if has {
		return operator.Plan{}, fault.New(fault.BONUS_REMAINING, "the member has a condition: end it first")
	}
	o := order(member, of.Amount)
	if o.Debit == ledger.Wallet(member) {
		b, err := d.Books.Balance(ctx, o.Debit)
		if err != nil {
			return operator.Plan{}, err
		}
		if b.Available() < o.Amount {
			return operator.Plan{}, fault.New(fault.MONEY_NOT_ENOUGH, "the wallet has %s baht", b.Available())
		}
	}
	state := operator.Fingerprint(Kind, member, of.Amount)
	return operator.Plan{
		Member: member, Amount: o.Amount, Two: true, Confirm: true, Evidence: operator.Mistake, State: state,
		Says: fmt.Sprintf("%s baht from %s to %s", o.Amount, o.Debit, o.Credit),
		Facts: []operator.Fact{
			{Name: "adjusted", Kind: operator.FactAmount, After: of.Amount.String()},
		},
		// The books decide: what the wallet does not have by then is not taken.
		Still: func(tx *store.Tx) (string, error) {
			if err := d.Conditions.RemainingTx(ctx, tx, member); err != nil {
				return "", err
			}
			return state, d.Books.LockTx(ctx, tx, o.Debit, o.Credit)
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			if by.Proposal == nil {
				return fmt.Errorf("adjustment: two persons decide it, and there is no proposal")
			}
			do := o
			do.Key, do.Detail.Note = ledger.InternalKey(Kind, by.Proposal.ID), by.Note()
			_, err := d.Books.MoveTx(ctx, tx, do)
			return err
		},
	}, nil
}

// order is what is booked. A wallet whose total is being read gives nothing meanwhile (TRY_AGAIN).
func order(member string, amount money.Amount) ledger.Order {
	o := ledger.Order{
		Kind: kindAdjustment, Debit: ledger.Adjustment, Credit: ledger.Wallet(member), Amount: amount, Member: member,
		Detail: ledger.Detail{To: ledger.LabelWallet},
	}
	if amount < 0 {
		o.Debit, o.Credit, o.Amount, o.Gates = o.Credit, o.Debit, -amount, ledger.GateHeld
		o.Detail = ledger.Detail{From: ledger.LabelWallet}
	}
	return o
}
