package proof

import (
	"context"

	"krapao/ledger"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/ledgerdb"
)

func (v *verification) batches(ctx context.Context) error {
	for after, more := int64(-1), true; more; {
		var err error
		if after, more, err = v.batchSlice(ctx, after); err != nil {
			return err
		}
	}
	return nil
}

// batchSlice checks the next batches after an id: each entry follows from the one before it on its account and agrees
// with its transfer, and each batch's digest is that of what it wrote.
func (v *verification) batchSlice(ctx context.Context, after int64) (last int64, more bool, err error) {
	batches, err := v.q.BatchesFrom(ctx, after, batchSlice)
	if err != nil || len(batches) == 0 {
		return after, false, err
	}
	last = batches[len(batches)-1].ID
	rows, err := v.q.EntriesOfBatches(ctx, after, last)
	if err != nil {
		return after, false, err
	}
	refusals, err := v.q.RefusalsOfBatches(ctx, after, last)
	if err != nil {
		return after, false, err
	}
	for _, b := range batches {
		var mine []ledgerdb.EntriesOfBatchesRow
		var refused []ledgerdb.RefusalsOfBatchesRow
		mine, rows = take(rows, b.ID, func(r *ledgerdb.EntriesOfBatchesRow) int64 { return r.Batch })
		refused, refusals = take(refusals, b.ID, func(r *ledgerdb.RefusalsOfBatchesRow) int64 { return r.Batch })
		if err := v.made(ctx, b.ID); err != nil {
			return after, false, err
		}
		v.batch(b, mine, refused)
	}
	return last, len(batches) == batchSlice, nil
}

// take splits off the rows of one batch. Rows before it belong to a batch that another node committed while we were reading;
// they have their turn later.
func take[R any](rows []R, batch int64, of func(*R) int64) (mine, rest []R) {
	for len(rows) > 0 && of(&rows[0]) < batch {
		rows = rows[1:]
	}
	n := 0
	for n < len(rows) && of(&rows[n]) == batch {
		n++
	}
	return rows[:n], rows[n:]
}

func (v *verification) batch(
	b ledgerdb.BatchesFromRow, rows []ledgerdb.EntriesOfBatchesRow, refusals []ledgerdb.RefusalsOfBatchesRow,
) {
	v.Batches++
	v.Entries += len(rows)
	v.Refusals += len(refusals)
	for i := range rows {
		v.entry(&rows[i])
	}
	d := chain.Content(b.ID, v.epochs.At(b.ID).Code, int64(b.CreatedAt), rows, refusals)
	if d.Sum() == b.Digest && int(b.Entries) == len(rows) && int(b.Refusals) == len(refusals) {
		return
	}
	v.add("", "batch %d does not fit its digest: an entry, a transfer's facts or a refusal was changed", b.ID)
	for i := range rows {
		v.add(rows[i].Name.String, "is touched by batch %d, which does not fit its digest", b.ID)
	}
}

// entry checks one entry against the one before it and its transfer.
func (v *verification) entry(r *ledgerdb.EntriesOfBatchesRow) {
	name := r.Name.String
	balance, reserved, incoming := r.BalanceBefore.Int64, r.ReservedBefore.Int64, r.IncomingBefore.Int64
	if r.Debit {
		balance, reserved = balance-r.Posted, reserved+r.Pending
	} else {
		balance, incoming = balance+r.Posted, incoming+r.Pending
	}
	switch {
	case !r.Name.Valid:
		v.add("", "account %d has entries but does not exist", r.Account)
	case r.Version != 1 && !r.BalanceBefore.Valid:
		v.add(name, "entry %d is missing", r.Version-1)
	case balance != r.Balance || reserved != r.Reserved || incoming != r.Incoming:
		v.add(name, "entry %d says %d posted, %d reserved, %d incoming satang; by the one before it, it is %d, %d, %d",
			r.Version, r.Balance, r.Reserved, r.Incoming, balance, reserved, incoming)
	case r.Version > r.Newest.Int64:
		v.add(name, "entry %d is newer than the account", r.Version)
	}
	if !r.Key.Valid {
		v.add(name, "entry %d belongs to transfer %d, which does not exist", r.Version, r.Transfer)
	} else if !agrees(r) {
		v.add(name, "entry %d does not agree with transfer %d", r.Version, r.Transfer)
	}
}

// agrees reports whether a step is what its transfer says. A transfer that was reserved may have been settled since.
func agrees(r *ledgerdb.EntriesOfBatchesRow) bool {
	account := r.CreditAccount.Int64
	if r.Debit {
		account = r.DebitAccount.Int64
	}
	amount, lessened, moved, state := int64(r.Ordered), int64(r.Lessened), r.Moved.Int64, ledger.State(r.State.String)
	left := amount - lessened
	if account != r.Account || (state == ledger.Posted) != (moved > 0) {
		return false
	}
	switch chain.Step(r.Step) {
	case chain.Reserve:
		return r.Pending == amount && r.Posted == 0
	case chain.Move:
		return r.Pending == 0 && r.Posted == amount && state == ledger.Posted && moved == amount
	case chain.Post:
		return r.Pending == -left && r.Posted == moved && state == ledger.Posted
	case chain.Void:
		lessens := r.Pending < 0 && -r.Pending <= lessened
		return r.Posted == 0 && (lessens || r.Pending == -left && state == ledger.Voided)
	}
	return false
}
