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
	"krapao/internal/store"
)

const (
	// keptOpen is how many opened files this node caches, keptBytes how large one may be: 64 MB in all. A video player asks for the
	// same part again and again, and opening it takes 20 ms of processor time.
	keptOpen  = 64
	keptBytes = 1 << 20
	// openWithin is how long opening may take. It goes on for the other callers when the first one has left.
	openWithin = 10 * time.Second
)

// opened has the cache of opened files, and the queue of those who wait for others.
type opened struct {
	kept   *lru.Cache[string, []byte]
	flight singleflight.Group
	turns  *fair.Queue
}

func newOpened() *opened {
	kept, err := lru.New[string, []byte](keptOpen)
	if err != nil {
		panic(err) // a size below one: cannot happen
	}
	return &opened{kept: kept, turns: fair.New((runtime.GOMAXPROCS(0) + 1) / 2)}
}

// Open returns a file, or ErrGone. Do not change the result, which others read, too. People take turns at opening, so that
// nobody can use all processors by asking for many files.
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
	sealed, err := blobdb.New(b.store.DB()).Blob(ctx, blob, clock.MicrosOf(b.store.Now()))
	if store.NotFound(err) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	text, err := b.box.Open(rowOf(blob), sealed)
	if err != nil {
		return nil, err
	}
	content := []byte(text)
	if len(content) <= keptBytes {
		b.open.kept.Add(blob, content)
	}
	return content, nil
}
