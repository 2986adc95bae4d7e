package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// sealEvery is how long a batch waits at most until it is bound into the chain.
const sealEvery = time.Second

// link is one batch as the chain sees it.
type link struct {
	id     int64
	digest string
}

// sealHash is the hash of a link of the chain: over the one before it and the batches it binds, in the order of ids.
func sealHash(before string, number int64, batches []link) string {
	h := sha256.New()
	write(h, before)
	write(h, strconv.FormatInt(number, 10))
	for _, b := range batches {
		write(h, strconv.FormatInt(b.id, 10))
		write(h, b.digest)
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

func (l *Ledger) keepSealing(ctx context.Context) {
	tick := time.NewTicker(sealEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.sealInTime(ctx)
		}
	}
}

func (l *Ledger) sealInTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(store.Task(ctx), time.Minute)
	defer cancel()
	_, _ = l.Seal(ctx) // what fails now is sealed with the next
}

// Seal binds the batches since the last seal into the chain, and returns how many. It works beside the batches and
// holds none of their locks; of two nodes that seal at once, one finds nothing left.
func (l *Ledger) Seal(ctx context.Context) (int, error) {
	total := 0
	if l.unsealed {
		return 0, nil
	}
	for {
		waiting, err := l.q.Unsealed(ctx)
		if err != nil || waiting == 0 {
			return total, wrapSeal(err)
		}
		sealed := 0
		err = l.s.Write(ctx, func(tx *store.Tx) error {
			sealed, err = l.sealOnce(ctx, tx)
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

func (l *Ledger) sealOnce(ctx context.Context, tx *store.Tx) (int, error) {
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
	links := make([]link, len(rows))
	for i, r := range rows {
		links[i] = link{r.ID, r.Digest}
	}
	slices.SortFunc(links, func(a, b link) int { return int(max(-1, min(1, a.id-b.id))) })
	hash, signature := sealHash(last.Hash, number, links), ""
	if l.sign != nil {
		signature = l.sign(number, hash)
	}
	return len(rows), q.AddSeal(ctx, ledgerdb.AddSealParams{
		Number: number, Hash: hash, Batches: int64(len(rows)), SealedAt: tx.Now.UnixMicro(), Signature: signature,
	})
}
