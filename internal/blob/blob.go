// Package blob keeps files that people upload: sealed, for a time, for whoever may see them.
//
// Promises: a file is committed with the row that speaks of it or not at all; it opens only as the file that it was put
// as; after its time it is gone.
//
// It keeps them in the database and not in a directory. A slip is evidence about money, and here one commit holds it and
// its row, so that an acknowledged upload can't be lost or left without its row; every node sees it at once, without a
// shared file system; a backup or a restore to an instant has both or neither. The price is size: a slip that was written
// anew is 100 to 400 KB, a third more sealed as text, so that 1,000 slips a day are about half a gigabyte in two days of
// backup and WAL, gone after their time. Files of another order (videos) want an object store behind this same interface.
package blob

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/blob/internal/blobdb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// ErrGone is said of a file that is not there, or not any more.
var ErrGone = errors.New("blob: no such file")

// Blobs keeps files. It is safe for concurrent use.
type Blobs struct {
	store *store.Store
	box   *secret.Box
	open  *opened
}

// New keeps files in a store, sealed by a box.
func New(s *store.Store, box *secret.Box) *Blobs { return &Blobs{s, box, newOpened()} }

// Sealed is a file that is ready to be put: sealing takes time that no transaction should wait for.
type Sealed struct {
	// ID is what the file will be asked for by.
	ID   string
	text string
	size int
}

// Seal encrypts a file under a key of its own.
func (b *Blobs) Seal(content []byte) (Sealed, error) {
	s := Sealed{ID: id.Text(idLength), size: len(content)}
	var err error
	s.text, err = b.box.Seal(rowOf(s.ID), string(content))
	return s, err
}

const idLength = 20

func rowOf(blob string) secret.Row { return secret.Row{Table: "blob", Column: "sealed", ID: blob} }

// PutTx keeps a sealed file for a time, in the transaction that writes of it.
func (b *Blobs) PutTx(ctx context.Context, tx *store.Tx, s Sealed, keep time.Duration) error {
	return blobdb.New(tx).AddBlob(ctx, blobdb.AddBlobParams{
		ID: s.ID, Size: int64(s.size), Sealed: s.text, CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(keep)),
	})
}

// DropTx removes files before their time.
func (b *Blobs) DropTx(ctx context.Context, tx *store.Tx, blobs ...string) error {
	q := blobdb.New(tx)
	for _, blob := range blobs {
		if err := q.DropBlob(ctx, blob); err != nil {
			return fmt.Errorf("blob: %w", err)
		}
	}
	return nil
}

// sweepBatch keeps one deletion short: on SQLite nobody else writes meanwhile.
const sweepBatch = 20

// Sweep removes files whose time is over. Run it now and then.
func (b *Blobs) Sweep(ctx context.Context) error {
	for {
		var n int64
		err := b.store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = blobdb.New(tx).SweepBlobs(ctx, clock.MicrosOf(tx.Now), sweepBatch)
			return err
		})
		if err != nil || n < sweepBatch {
			return err
		}
	}
}
