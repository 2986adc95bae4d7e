// Package blob keeps files that people upload: encrypted, for a limited time.
//
// Promises: a file is stored before the row that refers to it is committed, or with it; never is there a row without its file. It
// opens only under its own id. After its time it is gone. A file that is lost nevertheless is ErrLost, and nothing else.
//
// A file is in the database, or in a place outside it: a folder, or a bucket of S3's protocol. Its row says where, so that files
// are read wherever they are while a Move goes on. docs/architecture/0022-blobs.md has the reasons.
package blob

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"krapao/internal/blob/internal/blobdb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// ErrGone means that the file does not exist, or has expired.
var ErrGone = errors.New("blob: no such file")

// ErrLost means that the file should exist, and that its place has lost or damaged it.
var ErrLost = errors.New("blob: a file is lost")

// Blobs keeps files. It is safe for concurrent use.
type Blobs struct {
	store  *store.Store
	box    *secret.Box
	places Places
	open   *opened
}

// New keeps files in the places, or in the store itself, sealed by a box.
func New(s *store.Store, box *secret.Box, places Places) *Blobs {
	if places.Log == nil {
		places.Log = slog.Default()
	}
	return &Blobs{s, box, places, newOpened(places)}
}

// Stored is a file that is stored, or ready to be stored with its row.
type Stored struct {
	// ID is the id under which the file will be opened.
	ID   string
	size int
	at   spot
}

// spot is where a file's content is, in the words of its row.
type spot struct {
	place, address string
	// key opens what is under the address; sealed is the content of a file in the database.
	key, sealed string
}

// Put encrypts a file under a key of its own, and stores it where new files go. Call it before the transaction of AddTx, which
// must not wait for it. If that is never committed, Collect deletes the file after a day. It returns TRY_AGAIN if the place does
// not answer.
func (b *Blobs) Put(ctx context.Context, content []byte) (Stored, error) {
	s := Stored{ID: id.Text(idLength), size: len(content)}
	var err error
	if s.at, err = b.put(ctx, b.places.New, s.ID, content); err != nil {
		return Stored{}, b.places.refusal(ctx, s.ID, err)
	}
	return s, nil
}

// put stores the content of a file in a place. In the database it is stored with its row.
func (b *Blobs) put(ctx context.Context, place, blob string, content []byte) (at spot, err error) {
	if place == InDatabase {
		at.sealed, err = b.box.Seal(rowOf(blob), string(content))
		return at, err
	}
	key, sealed, err := secret.Apart(content)
	if err != nil {
		return spot{}, err
	}
	at.place = place
	if at.address, err = b.places.put(ctx, place, sealed); err != nil {
		return spot{}, err
	}
	at.key, err = b.box.Seal(keyOf(blob), key)
	return at, err
}

const idLength = 20

func rowOf(blob string) secret.Row { return secret.Row{Table: "blob", Column: "sealed", ID: blob} }

func keyOf(blob string) secret.Row { return secret.Row{Table: "blob", Column: "key_sealed", ID: blob} }

// AddTx adds the row of a stored file for a time, in the transaction that writes the row that refers to it.
func (b *Blobs) AddTx(ctx context.Context, tx *store.Tx, s Stored, keep time.Duration) error {
	return blobdb.New(tx).AddBlob(ctx, blobdb.AddBlobParams{
		ID: s.ID, Size: int64(s.size), CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(keep)),
		Sealed: s.at.sealed, Place: s.at.place, Address: s.at.address, KeySealed: s.at.key,
	})
}

// DropTx deletes files before they expire. Of a file outside the database it deletes the row with the key, without which nothing
// opens it; Collect deletes the rest.
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

// Sweep deletes expired files, as DropTx does. Run it from time to time.
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
