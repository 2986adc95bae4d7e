package blob

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"krapao/internal/blob/internal/blobdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

const (
	checkBatch = 500
	// checkAtOnce is how many files are read at once.
	checkAtOnce = 8
)

// Check reads every file outside the database, and returns a line for each that is lost, and one for each place that could not be
// checked. It needs no keys: an address is the SHA-256 of what is stored.
func Check(ctx context.Context, s *store.Store, places Places) (lost, unchecked []string, err error) {
	counts, err := blobdb.New(s.DB()).BlobsPerPlace(ctx, clock.MicrosOf(s.Now()))
	if err != nil {
		return nil, nil, fmt.Errorf("blob: %w", err)
	}
	for _, c := range counts {
		if c.Place != InDatabase && places.All[c.Place] == nil {
			unchecked = append(unchecked, fmt.Sprintf("%d uploaded files: KRAPAO_BLOB_… does not say where the place %q is",
				c.Files, c.Place))
		}
	}
	for after := ""; ; {
		rows, err := blobdb.New(s.DB()).BlobsOutside(ctx, after, clock.MicrosOf(s.Now()), checkBatch)
		if err != nil {
			return lost, unchecked, fmt.Errorf("blob: %w", err)
		}
		wrong, err := places.check(ctx, rows)
		if lost = append(lost, wrong...); err != nil || len(rows) < checkBatch {
			return lost, unchecked, err
		}
		after = rows[len(rows)-1].ID
	}
}

// check reads files, and returns a line for each that is lost.
func (p Places) check(ctx context.Context, rows []blobdb.BlobsOutsideRow) (lost []string, err error) {
	var mu sync.Mutex
	reading, ctx := errgroup.WithContext(ctx)
	reading.SetLimit(checkAtOnce)
	for _, row := range rows {
		if p.All[row.Place] == nil {
			continue
		}
		reading.Go(func() error {
			_, err := p.get(ctx, row.Place, row.Address)
			if !errors.Is(err, ErrLost) {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			lost = append(lost, fmt.Sprintf("uploaded file %s: %v", row.ID, err))
			return nil
		})
	}
	return lost, reading.Wait()
}
