package blob

import (
	"context"
	"fmt"
	"runtime"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"krapao/internal/blob/internal/blobdb"
	"krapao/internal/clock"
	"krapao/internal/fair"
	"krapao/internal/secret"
	"krapao/internal/store"
)

const (
	// keptOpen is how many opened files this node caches, keptBytes how large one may be: 64 MB in all. A video player asks for the
	// same part again and again, and opening it takes 20 ms of processor time.
	keptOpen  = 64
	keptBytes = 1 << 20
	// openWithin is how long opening may take. It goes on for the other callers when the first one has left.
	openWithin = 10 * time.Second
	// outsideTurns is how many files are opened at once if some are outside the database: those are waited for, not computed.
	outsideTurns = 8
)

// opened has the cache of opened files, and the queue of those who wait for others.
type opened struct {
	kept   *lru.Cache[string, []byte]
	flight singleflight.Group
	turns  *fair.Queue
}

func newOpened(places Places) *opened {
	kept, err := lru.New[string, []byte](keptOpen)
	if err != nil {
		panic(err) // a size below one: cannot happen
	}
	turns := (runtime.GOMAXPROCS(0) + 1) / 2
	if len(places.All) > 0 {
		turns = max(turns, outsideTurns)
	}
	return &opened{kept: kept, turns: fair.New(turns)}
}

// Open returns a file, or ErrGone. It returns UPLOADED_FILE_NOT_EXIST with ErrLost, and TRY_AGAIN if the file's place does not
// answer. Do not change the result, which others read, too. People take turns at opening, so that nobody can use all processors
// by asking for many files.
func (b *Blobs) Open(ctx context.Context, who, blob string) ([]byte, error) {
	if content, there := b.open.kept.Get(blob); there {
		// The cache, too, must not return an expired file.
		_, err := blobdb.New(b.store.DB()).HasBlob(ctx, blob, clock.MicrosOf(b.store.Now()))
		switch {
		case store.NotFound(err):
			b.open.kept.Remove(blob)
			return nil, ErrGone
		case err != nil:
			return nil, fmt.Errorf("blob: %w", err)
		}
		return content, nil
	}
	found := b.open.flight.DoChan(blob, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), openWithin)
		defer cancel()
		done, err := b.open.turns.Take(ctx, who)
		if err != nil {
			return nil, err
		}
		defer done()
		return b.unseal(ctx, blob)
	})
	select {
	case r := <-found:
		content, _ := r.Val.([]byte)
		return content, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (b *Blobs) unseal(ctx context.Context, blob string) ([]byte, error) {
	content, _, err := b.read(ctx, blob)
	if err != nil {
		return nil, b.places.refusal(ctx, blob, err)
	}
	if len(content) <= keptBytes {
		b.open.kept.Add(blob, content)
	}
	return content, nil
}

// read reads a file from where its row says it is.
func (b *Blobs) read(ctx context.Context, blob string) (content []byte, at spot, err error) {
	row, err := blobdb.New(b.store.DB()).Blob(ctx, blob, clock.MicrosOf(b.store.Now()))
	if store.NotFound(err) {
		return nil, at, ErrGone
	}
	if err != nil {
		return nil, at, fmt.Errorf("blob: %w", err)
	}
	at = spot{row.Place, row.Address, row.KeySealed, row.Sealed}
	if at.place == InDatabase {
		text, err := b.box.Open(rowOf(blob), at.sealed)
		return []byte(text), at, err
	}
	key, err := b.box.Open(keyOf(blob), at.key)
	if err != nil {
		return nil, at, err
	}
	sealed, err := b.places.get(ctx, at.place, at.address)
	if err != nil {
		return nil, at, err
	}
	content, err = secret.OpenApart(key, sealed)
	return content, at, err
}
