package blob

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/blob/internal/blobdb"
)

const (
	// unnamedFor is how long a file may be without a row: one whose transaction is under way, or that a node left as it died.
	unnamedFor = 24 * time.Hour
	// collectBatch is how many files of a place are compared with the rows at once.
	collectBatch = 500
)

// ErrNotOwner means that a place belongs to another database, or to this one from before it was restored.
var ErrNotOwner = errors.New("blob: the place belongs to another database")

// Collect deletes what is in the places and in no row, a day after it was put there: files whose row was deleted, and what was
// left by a node that died between Put and the commit. It deletes nothing in a place of another database. Run it once a day.
func (b *Blobs) Collect(ctx context.Context) (removed int, err error) {
	var failed []error
	for name, place := range b.places.All {
		n, err := b.collect(ctx, name, place)
		if err != nil {
			failed = append(failed, fmt.Errorf("blob: clean up %s: %w", name, err))
		}
		removed += n
	}
	return removed, errors.Join(failed...)
}

func (b *Blobs) collect(ctx context.Context, name string, place Place) (removed int, err error) {
	if err := b.own(ctx, place); err != nil {
		return 0, err
	}
	before := b.store.Now().Add(-unnamedFor)
	var old []string
	flush := func() error {
		n, err := b.removeUnnamed(ctx, name, place, old)
		removed, old = removed+n, old[:0]
		return err
	}
	err = place.Walk(ctx, func(o Object) error {
		if o.Name == owner || !o.At.Before(before) {
			return nil
		}
		if old = append(old, o.Name); len(old) < collectBatch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return removed, err
}

// own makes sure that a place is this database's. The first who asks takes it. A copy of the database must not delete what the
// original still needs. So a restored database, whose epoch is new, is refused until an operator removes the object
// (operating.md).
func (b *Blobs) own(ctx context.Context, place Place) error {
	codes, err := blobdb.New(b.store.DB()).Epochs(ctx)
	if err != nil {
		return err
	}
	us := fmt.Sprint("krapao ", codes)
	found, err := place.Get(ctx, owner)
	switch {
	case errors.Is(err, ErrMissing):
		return place.Put(ctx, owner, []byte(us))
	case err != nil:
		return err
	case string(found) != us:
		return ErrNotOwner
	}
	return nil
}

// removeUnnamed deletes those of the files that no row names. They come in order from most places, which keeps the query small.
func (b *Blobs) removeUnnamed(ctx context.Context, name string, place Place, files []string) (removed int, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	named, err := blobdb.New(b.store.DB()).NamedAddresses(ctx, name, slices.Min(files), slices.Max(files))
	if err != nil {
		return 0, err
	}
	keep := map[string]bool{}
	for _, address := range named {
		keep[address] = true
	}
	for _, file := range files {
		if keep[file] {
			continue
		}
		if err := place.Delete(ctx, file); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
