package content

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"krapao/internal/content/internal/contentdb"
	"krapao/internal/store"
)

// ChangedTx raises the version of the content, in the transaction that changes it. It locks the version's row, so changes of
// content run one after the other.
func ChangedTx(ctx context.Context, tx *store.Tx) error {
	if err := contentdb.New(tx).RaiseVersion(ctx); err != nil {
		return fmt.Errorf("content: raise the version: %w", err)
	}
	return nil
}

// keptFor bounds how long content is kept though its version stays: a node of a version before this one changes content and
// raises nothing.
const keptFor = time.Minute

// Kept is content that is kept in memory, by the version that was in force before it was read. The zero value keeps nothing.
// What it returns is shared: nobody may change it.
type Kept[T any] struct{ now atomic.Pointer[kept[T]] }

type kept[T any] struct {
	value   T
	version int64
	readAt  time.Time
}

// At returns the content of a version, which the caller has just read from the database, or a newer one. It calls read where
// that is not in memory.
func (k *Kept[T]) At(version int64, now time.Time, read func() (T, error)) (T, error) {
	if have := k.now.Load(); have != nil && have.version >= version && now.Sub(have.readAt).Abs() < keptFor {
		return have.value, nil
	}
	value, err := read()
	if err == nil {
		k.now.Store(&kept[T]{value, version, now})
	}
	return value, err
}
