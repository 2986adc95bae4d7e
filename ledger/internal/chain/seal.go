package chain

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

const (
	// sealEvery is how long a batch waits at most until a seal covers it.
	sealEvery = time.Second
	// quiet is that while no node has written for a while, and the hint of the first batch was lost.
	quiet = 10 * time.Second
)

// Link is one batch as the chain sees it.
type Link struct {
	ID     int64
	Digest string
}

// SealHash returns the hash of a seal: over the seal before it and the batches that it covers, in the order of ids.
func SealHash(before string, number int64, batches []Link) string {
	h := sha256.New()
	HashText(h, before)
	HashText(h, strconv.FormatInt(number, 10))
	for _, b := range batches {
		HashText(h, strconv.FormatInt(b.ID, 10))
		HashText(h, b.Digest)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// HashText adds a text and its length to a hash, so that "ab", "c" never hashes like "a", "bc".
func HashText(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	_, _ = h.Write(n[:])
	_, _ = h.Write([]byte(s))
}

// Sealer covers new batches with seals. It works beside the batches and holds none of their locks.
type Sealer struct {
	// Sign signs each seal's number and hash; nil: seals are not signed.
	Sign func(number int64, hash string) string
	// Off leaves new batches to another ledger, which can sign.
	Off bool

	s *store.Store
}

// NewSealer makes one for a store.
func NewSealer(s *store.Store) *Sealer { return &Sealer{s: s} }

// Keep seals until ctx ends.
func (k *Sealer) Keep(ctx context.Context) {
	for {
		if k.s.Rest(ctx, sealEvery, quiet, nil); ctx.Err() != nil {
			return
		}
		k.sealInTime(ctx)
	}
}

func (k *Sealer) sealInTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(store.Task(ctx), time.Minute)
	defer cancel()
	_, _ = k.Seal(ctx) // what fails now is sealed with the next
}

// Seal covers the batches since the last seal, and returns how many they were. Of two nodes that seal at once, one finds
// nothing left.
func (k *Sealer) Seal(ctx context.Context) (int, error) {
	total := 0
	if k.Off {
		return 0, nil
	}
	for {
		waiting, err := ledgerdb.New(k.s.DB()).Unsealed(ctx)
		if err != nil || waiting == 0 {
			return total, wrapSeal(err)
		}
		sealed := 0
		err = k.s.Write(ctx, func(tx *store.Tx) error {
			sealed, err = k.sealOnce(ctx, tx)
			return err
		})
		if errors.Is(err, store.ErrUnique) {
			return total, nil // another node took this number
		}
		if err != nil || sealed == 0 {
			return total, wrapSeal(err)
		}
		total += sealed
	}
}

func wrapSeal(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("ledger: seal: %w", err)
}

func (k *Sealer) sealOnce(ctx context.Context, tx *store.Tx) (int, error) {
	q := ledgerdb.New(tx)
	last, err := q.LastSeal(ctx)
	if err != nil && !store.NotFound(err) {
		return 0, err
	}
	number := last.Number + 1
	rows, err := q.SealBatches(ctx, sql.NullInt64{Int64: number, Valid: true})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	links := make([]Link, len(rows))
	for i, r := range rows {
		links[i] = Link{r.ID, r.Digest}
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Compare(a.ID, b.ID) })
	hash, signature := SealHash(last.Hash, number, links), ""
	if k.Sign != nil {
		signature = k.Sign(number, hash)
	}
	return len(rows), q.AddSeal(ctx, ledgerdb.AddSealParams{
		Number: number, Hash: hash, Batches: int64(len(rows)), SealedAt: clock.MicrosOf(tx.Now), Signature: signature,
	})
}
