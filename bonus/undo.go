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

// kindUndone is the kind of transfers that take back a credit whose deposit was taken back, after its condition ended with
// success.
const kindUndone ledger.Kind = "bonus_undone"

// reversalSlack is how far before the last run a run looks again. A reversal has the time at which its transaction began; it
// may have committed a little later.
const reversalSlack = 5 * time.Minute

// UndoReversed takes back the credits whose matched deposit was taken back, and returns how many. Each has its own
// transaction.
func (j *Jobs) UndoReversed(ctx context.Context) (n int, err error) {
	now := j.service.Store.Now()
	j.mu.Lock()
	since := j.undoneUpTo
	j.mu.Unlock()
	if !since.IsZero() {
		since = since.Add(-reversalSlack)
	}
	inflows, err := j.service.Deposits.Reversed(ctx, since)
	if err != nil {
		return 0, err
	}
	for _, inflow := range inflows {
		undone, err := j.undo(ctx, inflow)
		if err != nil {
			return n, err
		}
		if undone {
			n++
		}
	}
	j.mu.Lock()
	j.undoneUpTo = now
	j.mu.Unlock()
	return n, nil
}

// undo takes back the credit that matched an arrival, if there is one.
func (j *Jobs) undo(ctx context.Context, inflow string) (undone bool, err error) {
	c, yes, err := found(j.service.reads().ConditionMatching(ctx, inflow))
	if err != nil || !yes || !c.UndoneAt.IsZero() {
		return false, err
	}
	err = j.service.Store.Write(ctx, func(tx *store.Tx) (err error) {
		undone, err = j.undoTx(ctx, tx, c)
		return err
	})
	return undone, err
}

// undoTx locks what the credit's money moves between, and takes it back unless that was done before.
func (j *Jobs) undoTx(ctx context.Context, tx *store.Tx, c Condition) (bool, error) {
	if _, err := j.service.Members.LockTx(ctx, tx, c.Member); err != nil {
		return false, err
	}
	c, yes, err := found(bonusdb.New(tx).ConditionByID(ctx, c.ID))
	if err != nil || !yes || !c.UndoneAt.IsZero() {
		return false, err
	}
	err = j.service.Books.LockTx(ctx, tx, ledger.Wallet(c.Member), ledger.Owed(c.Member), c.Source.House(), ledger.Capital)
	if err != nil {
		return false, err
	}
	return true, j.takeBackTx(ctx, tx, c)
}

// takeBackTx takes back the credit of a locked condition, less what went back before: from the wallet as far as it reaches;
// the member owes the rest. After a condition that failed, or whose credit went back at its end, the member owes nothing: the
// missing money was lost to the house.
func (j *Jobs) takeBackTx(ctx context.Context, tx *store.Tx, c Condition) error {
	open := c.State == Active || c.State == Ending
	back := money.Amount(0)
	if open || c.State == Success || c.State == Free {
		back = max(0, c.Credit-c.Returned)
	}
	wallet, err := j.service.Books.BalanceTx(ctx, tx, ledger.Wallet(c.Member))
	if err != nil {
		return err
	}
	taken := min(back, max(0, wallet.Available()))
	if err := j.undoRowTx(ctx, tx, &c, open, taken); err != nil {
		return err
	}
	if err := j.oweTx(ctx, tx, c, back-taken); err != nil {
		return err
	}
	seen := c.State
	if open {
		if err := j.service.Members.SetGatesTx(ctx, tx, c.Member, 0, gates); err != nil {
			return err
		}
		c.State, c.EndedAt = Reversed, tx.Now
	}
	if err := j.service.giveBackTx(ctx, tx, c, back); err != nil {
		return err
	}
	n, err := bonusdb.New(tx).UndoCondition(ctx, bonusdb.UndoConditionParams{
		State: string(c.State), Returned: int64(c.Returned + back), FinishTransfer: int64(c.Finished),
		EndedAt: clock.MicrosOf(c.EndedAt), UndoneAt: clock.MicrosOf(tx.Now), ID: c.ID, SeenState: string(seen),
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("bonus: condition %s has changed since it was read", c.ID)
	}
	return err
}

// undoRowTx takes back what the wallet holds of the credit. If the condition was still open, that is also its end.
func (j *Jobs) undoRowTx(ctx context.Context, tx *store.Tx, c *Condition, open bool, taken money.Amount) (err error) {
	key := ledger.InternalKey("bonus_undone", "wallet", c.ID)
	if open {
		c.Finished, err = j.service.finishRowTx(ctx, tx, *c, Reversed, taken, key)
		return err
	}
	if taken == 0 {
		return nil
	}
	_, err = j.service.Books.MoveTx(ctx, tx, ledger.Order{
		Key: key, Kind: kindUndone, Debit: ledger.Wallet(c.Member), Credit: c.Source.House(), Amount: taken, Member: c.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: labelBonus, Reason: Reversed.reason(), Of: c.Granted},
	})
	return err
}

// oweTx books the part that the wallet does not hold as owed by the member.
func (j *Jobs) oweTx(ctx context.Context, tx *store.Tx, c Condition, amount money.Amount) error {
	if amount == 0 {
		return nil
	}
	_, err := j.service.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("bonus_undone", "owed", c.ID), Kind: kindUndone, Debit: ledger.Owed(c.Member),
		Credit: c.Source.House(), Amount: amount, Member: c.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: labelBonus, Reason: Reversed.reason(), Of: c.Granted},
	})
	return err
}
