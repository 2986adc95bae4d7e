package browse

import (
	"context"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestRowsFarApartAreReadByBitmaps, with the settings of what is read ahead: entries and transfers alike.
func TestRowsFarApartAreReadByBitmaps(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	var plan strings.Builder
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.ExecContext(t.Context(), "SET LOCAL enable_indexscan = off"); err != nil {
			return err
		}
		if _, err := tx.ExecContext(t.Context(), "SET LOCAL enable_seqscan = off"); err != nil {
			return err
		}
		return explain(t.Context(), tx, &plan)
	}); err != nil {
		t.Fatal(err)
	}
	for _, scan := range []string{"Bitmap Heap Scan on transfer", "Bitmap Heap Scan on entry"} {
		if !strings.Contains(plan.String(), scan) {
			t.Errorf("there is no %s in\n%s", scan, plan.String())
		}
	}
}

func explain(ctx context.Context, tx *store.Tx, plan *strings.Builder) error {
	rows, err := tx.QueryContext(ctx, "EXPLAIN "+scattered, 1, 2, 3)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return err
		}
		plan.WriteString(line + "\n")
	}
	return rows.Err()
}
