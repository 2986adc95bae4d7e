package qr_test

import (
	"context"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// A round without due codes does not take the write lock. It runs every second and must not wait for members' money.
func TestAPollWithNothingDueWritesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if tx.Engine() == store.Postgres { // which has no one writer: nobody else may write these rows
				if _, err := tx.ExecContext(t.Context(), `LOCK TABLE qr_order IN EXCLUSIVE MODE`); err != nil {
					return err
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if n, err := w.Nodes[0].Codes.Poll(ctx); n != 0 || err != nil {
				t.Errorf("%d due, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
