package money

import (
	"context"
	"strconv"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger/browse"
)

// TransferProof shows that a transfer is in the chain of seals: one step for each batch that has entries of it.
type TransferProof struct {
	ID    string      `json:"id"`
	Steps []ProofStep `json:"steps"`
}

// ProofStep shows that a batch with all that it wrote is a part of the chain.
type ProofStep struct {
	Batch ProofBatch               `json:"batch"`
	Seal  wire.Nullable[ProofSeal] `json:"seal" doc:"null: it is not sealed yet; ask again in some seconds"`
	Path  []ProofLink              `json:"path" doc:"All batches of the seal, in the order in which they are hashed"`
}

// ProofBatch is a batch.
type ProofBatch struct {
	ID      string    `json:"id"`
	Digest  string    `json:"digest" doc:"The SHA-256 of content, base64 (URL, without padding)"`
	Content []byte    `json:"content" doc:"All that it wrote, base64; its form is in docs/proof.md"`
	At      wire.Time `json:"at"`
}

// ProofSeal is a link of the chain.
type ProofSeal struct {
	Number    string    `json:"number"`
	Hash      string    `json:"hash"`
	Signature string    `json:"signature" doc:"Of number and hash, by the database's key; empty: it was not signed"`
	Before    string    `json:"before" doc:"The hash of the seal before it; empty: it is the first"`
	At        wire.Time `json:"at"`
}

// ProofLink is a batch as the seal covers it.
type ProofLink struct {
	ID     string `json:"id"`
	Digest string `json:"digest"`
}

// handleProof answers GET /api/transfer/{reference}/proof.
func (c *Room) handleProof(ctx context.Context, in *OfTransfer) (*httpx.Reply[TransferProof], error) {
	t, err := c.find(ctx, in.Reference)
	if err != nil {
		return nil, err
	}
	if err := c.look(ctx, "transfer.show", in.Reference, t.Member); err != nil {
		return nil, err
	}
	proofs, err := c.d.Books.Proofs(ctx, t.ID)
	answer := TransferProof{t.ID.String(), []ProofStep{}}
	for _, p := range proofs {
		answer.Steps = append(answer.Steps, stepOf(p))
	}
	return httpx.Answer(answer, err)
}

func stepOf(p browse.Proof) ProofStep {
	step := ProofStep{
		Batch: ProofBatch{p.Batch.String(), p.Digest, p.Content, wire.Time(p.At)}, Path: []ProofLink{},
	}
	if s := p.Seal; s != nil {
		step.Seal = wire.NullableOf(ProofSeal{strconv.FormatInt(s.Number, 10), s.Hash, s.Signature, s.Before, wire.Time(s.At)})
		for _, b := range s.Batches {
			step.Path = append(step.Path, ProofLink{b.Batch.String(), b.Digest})
		}
	}
	return step
}
