package blob

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/blob/internal/blobdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// moveBatch is how many files one turn moves.
const moveBatch = 20

// Move moves files to where new files go, while nodes run. Its state is in the rows, so it may be interrupted anywhere.
type Move struct {
	blobs *Blobs
	after string
	// moved and failed count the files of this Move; first is the first failure.
	moved, failed int
	first         error
}

// Move begins or continues a move of all files that are elsewhere.
func (b *Blobs) Move() *Move { return &Move{blobs: b} }

// Turn moves a batch. It returns a line for an operator, and how long to wait for the next turn; 0: it is done. A file that can't
// be read or stored stays where it is, and the error of the last turn says how many there are.
func (m *Move) Turn(ctx context.Context) (says string, next time.Duration, err error) {
	b := m.blobs
	files, err := blobdb.New(b.store.DB()).BlobsElsewhere(ctx, blobdb.BlobsElsewhereParams{
		Place: b.places.New, After: m.after, Now: clock.MicrosOf(b.store.Now()), Most: moveBatch,
	})
	if err != nil {
		return "", 0, fmt.Errorf("blob: %w", err)
	}
	for _, file := range files {
		switch err := b.move(ctx, file); {
		case err == nil:
			m.moved++
		case ctx.Err() != nil:
			return "", 0, ctx.Err()
		case !errors.Is(err, ErrGone):
			if m.failed++; m.first == nil {
				m.first = err
			}
		}
		m.after = file
	}
	if len(files) == moveBatch {
		return fmt.Sprintf("files moved: %d", m.moved), time.Millisecond, nil
	}
	if m.failed > 0 {
		return "", 0, fmt.Errorf("files moved: %d; not moved: %d, the first because of: %w", m.moved, m.failed, m.first)
	}
	return fmt.Sprintf("files moved: %d; no other is elsewhere", m.moved), 0, nil
}

// move stores a file anew, and then changes its row, unless another did so meanwhile. What is left at the place before is deleted
// by Collect.
func (b *Blobs) move(ctx context.Context, blob string) error {
	content, from, err := b.read(ctx, blob)
	if err != nil {
		return err
	}
	to, err := b.put(ctx, b.places.New, blob, content)
	if err != nil {
		return err
	}
	return b.store.Write(ctx, func(tx *store.Tx) error {
		return blobdb.New(tx).MoveBlob(ctx, blobdb.MoveBlobParams{
			Sealed: to.sealed, Place: to.place, Address: to.address, KeySealed: to.key,
			ID: blob, FromPlace: from.place, FromAddress: from.address,
		})
	})
}
