package member_test

import (
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// How many registered in a span is read by an index, however many members there are: a console asks every ten seconds.
func TestWhoRegisteredIsCountedByAnIndex(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		explain := "EXPLAIN QUERY PLAN "
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if s.Engine() == store.Postgres {
				explain = "EXPLAIN "
				if _, err := tx.ExecContext(t.Context(), `SET LOCAL enable_seqscan = off`); err != nil {
					return err
				}
			}
			rows, err := tx.QueryContext(t.Context(), explain+`SELECT COUNT(*) FROM member WHERE created_at >= 1 AND created_at < 2`)
			if err != nil {
				return err
			}
			defer func() { _ = rows.Close() }()
			plan := ""
			columns, err := rows.Columns()
			if err != nil {
				return err
			}
			for rows.Next() {
				cells := make([]any, len(columns))
				for i := range cells {
					cells[i] = new(any)
				}
				step := ""
				cells[len(cells)-1] = &step
				if err := rows.Scan(cells...); err != nil {
					return err
				}
				plan += step + "\n"
			}
			if !strings.Contains(plan, "member_created") {
				t.Errorf("it is planned as\n%s", plan)
			}
			return rows.Err()
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
