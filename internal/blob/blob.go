// Package blob keeps files that people upload: sealed, for a limited time.
//
// Promises: a file is committed together with the row that refers to it, or not at all. It opens only under its own id. After
// its time it is gone.
//
// Files are in the database and not in a directory. A slip is evidence about money. Here one commit holds it and its row, so
// that an acknowledged upload can't be lost or left without its row. Every node sees it at once, without a shared file system.
// A backup, or a restore to an instant, has both or neither. The price is size: a re-encoded slip is 100 to 400 KB, a third
// more sealed as text. So 1,000 slips a day are about half a gigabyte in two days of backup and WAL, until they expire. Much
// larger files (videos) need an object store behind this same interface.
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

// ErrGone means that the file does not exist, or has expired.
var ErrGone = errors.New("blob: no such file")

// Blobs keeps files. It is safe for concurrent use.
type Blobs struct {
	store *store.Store
	box   *secret.Box
	open  *opened
}

// New keeps files in a store, sealed by a box.
func New(s *store.Store, box *secret.Box) *Blobs { return &Blobs{s, box, newOpened()} }

// Sealed is a file that is ready to be stored: sealing takes time that no transaction should wait for.
type Sealed struct {
	// ID is the id under which the file will be opened.
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

// PutTx stores a sealed file for a time, in the transaction that writes the row that refers to it.
func (b *Blobs) PutTx(ctx context.Context, tx *store.Tx, s Sealed, keep time.Duration) error {
	return blobdb.New(tx).AddBlob(ctx, blobdb.AddBlobParams{
		ID: s.ID, Size: int64(s.size), Sealed: s.text, CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(keep)),
	})
}

// DropTx deletes files before they expire.
func (b *Blobs) DropTx(ctx context.Context, tx *store.Tx, blobs ...string) error {
	q := blobdb.New(tx)
	for _, blob := range blobs {
		if err := q.DropBlob(ctx, blob); err != nil {
			return fmt.Errorf("blob: %w", err)
		}
	}
	return nil
}

// sweepBatch keeps one deletion short, because on SQLite nobody else can write meanwhile.
const sweepBatch = 20

// Sweep deletes expired files. Run it from time to time.
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
