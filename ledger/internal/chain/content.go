package chain

import (
	"cmp"
	"slices"

	"krapao/ledger/internal/ledgerdb"
)

// Content returns the digest of a batch with all that it wrote, as the database has it now. createdAt is in microseconds since
// 1970. The rows are the batch's own; entries are in the order of accounts and versions.
func Content(
	batch, epoch, createdAt int64, entries []ledgerdb.EntriesOfBatchesRow, refusals []ledgerdb.RefusalsOfBatchesRow,
) *Digest {
	d := NewDigest(batch, epoch, createdAt)
	for i := range entries {
		e := entryOf(&entries[i])
		d.Entry(&e)
		if e.Opens() && entries[i].Key.Valid {
			d.Transfer(factsOf(&entries[i]))
		}
	}
	slices.SortFunc(refusals, func(x, y ledgerdb.RefusalsOfBatchesRow) int { return cmp.Compare(x.Key, y.Key) })
	for _, r := range refusals {
		d.Refusal(&Refusal{Key: r.Key, Request: r.Request, Code: r.Code, Detail: r.Detail, Params: r.Params})
	}
	return d
}

func entryOf(r *ledgerdb.EntriesOfBatchesRow) Entry {
	return Entry{
		Account: r.Account, Version: r.Version, Transfer: r.Transfer, Step: Step(r.Step), Debit: r.Debit,
		Pending: r.Pending, Posted: r.Posted, Balance: r.Balance, Reserved: r.Reserved, Incoming: r.Incoming,
	}
}

func factsOf(r *ledgerdb.EntriesOfBatchesRow) *Transfer {
	return &Transfer{
		Key: r.Key.String, Kind: r.Kind.String, Member: r.Member.String, Request: r.Request.Int64,
		Debit: r.DebitAccount.Int64, Credit: r.CreditAccount.Int64, Amount: int64(r.Ordered), CreatedAt: int64(r.MadeAt),
	}
}
