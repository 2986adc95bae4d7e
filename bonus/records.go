package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Records are the conditions as they were granted and ended. They answer the questions of other areas, and decide nothing.
type Records struct{ store *store.Store }

// reads returns the queries outside a transaction.
func (r Records) reads() *bonusdb.Queries { return bonusdb.New(r.store.DB()) }

// GrantedTx returns the condition that a call was granted; false if its key granted nothing.
func (r Records) GrantedTx(ctx context.Context, tx *store.Tx, operation ledger.Key) (Condition, bool, error) {
	return found(bonusdb.New(tx).ConditionByOperation(ctx, operation.String()))
}

// CreditsTx sums what a member was ever granted, less what went back.
func (r Records) CreditsTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	sum, err := bonusdb.New(tx).CreditsOf(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("bonus: sum a member's credits: %w", err)
	}
	return money.Amount(sum), nil
}

// LiveSinceTx reports whether the member has a condition that is active or ending, or had one that ended after a time.
func (r Records) LiveSinceTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (bool, error) {
	n, err := bonusdb.New(tx).CountLiveSince(ctx, member, clock.MicrosOf(since))
	if err != nil {
		return false, fmt.Errorf("bonus: count conditions since a time: %w", err)
	}
	return n > 0, nil
}

// GrantStands reports whether the answer to an earlier grant still holds: the member's newest condition is the one that the
// call granted, and it is not over. A credit too small for a condition only has to be the newest.
func (r Records) GrantStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := r.reads().LastCondition(ctx, member)
	c, yes, err := found(row, err)
	if err != nil || !yes {
		return false, err
	}
	goesOn := c.State == Active || c.State == Ending || c.State == Free
	return goesOn && row.Operation == key.String(), nil
}

// EndStands reports whether the answer to an earlier end still holds: the member's newest condition is the one that the call
// ended.
func (r Records) EndStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := r.reads().LastCondition(ctx, member)
	_, yes, err := found(row, err)
	return yes && row.EndOperation == key.String(), err
}
