package browse

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// Proof shows that a batch with all that it wrote is a part of the chain of seals. docs/proof.md says how it is checked.
type Proof struct {
	Batch ledger.ID
	// Digest is the batch's as it was stored when it was committed, and Content what it is of, as the database has it now.
	Digest  string
	Content []byte
	At      time.Time
	// Seal covers the batch; nil: none does yet.
	Seal *Seal
}

// Seal is a link of the chain.
type Seal struct {
	Number          int64
	Hash, Signature string
	// Before is the hash of the seal before it, "" for the first.
	Before string
	At     time.Time
	// Batches are all that it covers, in the order in which they are hashed.
	Batches []Sealed
}

// Sealed is a batch as a seal covers it.
type Sealed struct {
	Batch  ledger.ID
	Digest string
}

// Proofs returns the proof of each step of a transfer. What was done moments ago has no seal yet.
func (r *Reader) Proofs(ctx context.Context, id ledger.ID) (proofs []Proof, err error) {
	batches, err := r.batchesOf(ctx, id)
	if err != nil {
		return nil, err
	}
	epochs, err := r.epochs(ctx)
	if err != nil {
		return nil, err
	}
	for _, batch := range batches {
		p, err := r.proof(ctx, batch, epochs)
		if err != nil {
			return nil, fmt.Errorf("ledger: proof: %w", store.MapError(err))
		}
		proofs = append(proofs, p)
	}
	return proofs, nil
}

func (r *Reader) epochs(ctx context.Context) (all number.Epochs, err error) {
	rows, err := r.q().Epochs(ctx)
	for _, e := range rows {
		all = append(all, number.Epoch{First: e.FirstTransfer, Code: e.Code})
	}
	if err != nil || len(all) == 0 {
		return nil, fmt.Errorf("ledger: %d epochs: %w", len(all), store.MapError(err))
	}
	return all, nil
}

func (r *Reader) proof(ctx context.Context, batch int64, epochs number.Epochs) (p Proof, err error) {
	q := r.q()
	b, err := q.Batch(ctx, batch)
	if err != nil {
		return p, err
	}
	entries, err := q.EntriesOfBatches(ctx, batch-1, batch)
	if err != nil {
		return p, err
	}
	refusals, err := q.RefusalsOfBatches(ctx, batch-1, batch)
	if err != nil {
		return p, err
	}
	p = Proof{Batch: ledger.ID(batch), Digest: b.Digest, At: b.CreatedAt.Time()}
	p.Content = chain.Content(batch, epochs.At(batch).Code, int64(b.CreatedAt), entries, refusals).Bytes()
	if b.Seal.Valid {
		p.Seal, err = sealOf(ctx, q, b.Seal.Int64)
	}
	return p, err
}

func sealOf(ctx context.Context, q *ledgerdb.Queries, number int64) (*Seal, error) {
	row, err := q.Seal(ctx, number)
	if err != nil {
		return nil, err
	}
	s := &Seal{Number: number, Hash: row.Hash, Signature: row.Signature, At: row.SealedAt.Time()}
	if number > 1 {
		before, err := q.Seal(ctx, number-1)
		if err != nil {
			return nil, err
		}
		s.Before = before.Hash
	}
	links, err := q.BatchesOfSeal(ctx, sql.NullInt64{Int64: number, Valid: true})
	for _, l := range links {
		s.Batches = append(s.Batches, Sealed{ledger.ID(l.ID), l.Digest})
	}
	return s, err
}
