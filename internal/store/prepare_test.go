package store_test

import (
	"context"
	"database/sql"
	"io"
	"testing"

	"krapao/internal/store"
	ledgerq "krapao/internal/store/q/ledger"
	"krapao/internal/store/storetest"
)

// queries are the generated packages. sqlc does not check that a column exists; the engines do, when they prepare.
var queries = map[string]func(context.Context, *sql.DB) (io.Closer, error){
	"ledger": func(ctx context.Context, db *sql.DB) (io.Closer, error) { return ledgerq.Prepare(ctx, db) },
}

func TestEveryQueryPreparesOnBothEngines(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for area, prepare := range queries {
			prepared, err := prepare(context.Background(), s.DB())
			if err != nil {
				t.Errorf("%s: %v", area, err)
				continue
			}
			if err := prepared.Close(); err != nil {
				t.Errorf("%s: %v", area, err)
			}
		}
	})
}
