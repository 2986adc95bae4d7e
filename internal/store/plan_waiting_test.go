package store_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// lists are queries beside those of what waits that a list of the operator API reads its pages by.
var lists = map[string]bool{
	"unmatchedSince": true,
	"newestAudit":    true, "auditOfOperator": true, "auditOfSubject": true, "auditOfMember": true, "firstAuditSince": true,
	"accountsAfter": true, "accountsOfMember": true, "entryBatch": true, "entriesBefore": true, "transfersBefore": true,
	"transfersOfAccountBefore": true, "transferByID": true, "batchesOfTransfer": true, "entriesOfTransfer": true,
}

// TestWhatWaitsIsReadByIndexes: the queue asks all areas for a page at once, and its counts again and again. So what waits is
// found by an index, and a page is not made by sorting all that waits.
func TestWhatWaitsIsReadByIndexes(t *testing.T) {
	t.Parallel()
	parameter := regexp.MustCompile(`\$\d+`)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		planned := 0
		for name, text := range generatedQueries(t, "../..") {
			if _, short, _ := strings.Cut(name, " "); !strings.Contains(name, "waiting_after.sql.go") && !lists[short] {
				continue
			}
			literal := "1"
			if s.Engine() == store.Postgres {
				literal = "'1'" // a number or a text, as it must be
			}
			plan := planOf(t, s, parameter.ReplaceAllString(text, literal))
			for _, step := range plan {
				step = strings.TrimSpace(step)
				sorted := step == "USE TEMP B-TREE FOR ORDER BY" || strings.HasPrefix(step, "->  Sort ")
				if strings.Contains(step, "Seq Scan") || strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "INDEX") || sorted {
					t.Errorf("%s: %q in\n%s", name, step, strings.Join(plan, "\n"))
				}
			}
			planned++
		}
		if planned < 25 {
			t.Errorf("only %d queries found", planned)
		}
	})
}

func planOf(t *testing.T, s *store.Store, query string) (plan []string) {
	t.Helper()
	ctx, done := t.Context(), errors.New("planned")
	err := s.Write(ctx, func(tx *store.Tx) error {
		explain, columns := "EXPLAIN QUERY PLAN ", 4
		if s.Engine() == store.Postgres {
			explain, columns = "EXPLAIN ", 1
			for _, off := range []string{"seqscan", "bitmapscan", "sort"} { // it prefers them in empty tables
				if _, err := tx.ExecContext(ctx, fmt.Sprintf("SET LOCAL enable_%s = off", off)); err != nil {
					return err
				}
			}
		}
		rows, err := tx.QueryContext(ctx, explain+query)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			cells := make([]any, columns)
			for i := range cells {
				cells[i] = new(string)
			}
			if err := rows.Scan(cells...); err != nil {
				return err
			}
			plan = append(plan, *cells[columns-1].(*string))
		}
		return errors.Join(rows.Err(), done)
	})
	if !errors.Is(err, done) {
		t.Fatalf("%s: %v", query, err)
	}
	return plan
}
