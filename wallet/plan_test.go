package wallet_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/wallet"
	"krapao/wallet/internal/walletdb"
)

// planned is a transaction that plans a query instead of running it.
type planned struct {
	*store.Tx
	explain string
	plan    []string
}

// QueryContext implements walletdb.DBTX.
func (p *planned) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return nil, p.read(ctx, query, args...)
}

// read reads the plan of a query. It is always an error.
func (p *planned) read(ctx context.Context, query string, args ...any) error {
	rows, err := p.Tx.QueryContext(ctx, p.explain+query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = new(sql.NullString)
		}
		if err := rows.Scan(cells...); err != nil {
			return err
		}
		if step, ok := cells[len(cells)-1].(*sql.NullString); ok {
			p.plan = append(p.plan, step.String)
		}
	}
	return errors.Join(storetest.ErrPlanned, rows.Err())
}

// TestWhatMembersAskForIsReadByIndexes: each member's phone asks for the home screen again and again, and each transfer begins
// with one read. So no table may be read through, however few rows there are.
func TestWhatMembersAskForIsReadByIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		err := s.Write(ctx, func(tx *store.Tx) error {
			p, first := &planned{Tx: tx, explain: "EXPLAIN QUERY PLAN "}, &planned{Tx: tx, explain: "EXPLAIN QUERY PLAN "}
			if s.Engine() == store.Postgres {
				p.explain, first.explain = "EXPLAIN ", "EXPLAIN "
				if _, err := tx.ExecContext(ctx, "SET LOCAL enable_seqscan = off"); err != nil { // it prefers that in an empty table
					return err
				}
			}
			if _, err := walletdb.New(p).Home(ctx, walletdb.HomeParams{Member: member}); !errors.Is(err, storetest.ErrPlanned) {
				return err
			}
			if _, err := walletdb.New(first).Start(ctx, walletdb.StartParams{Member: member}); !errors.Is(err, storetest.ErrPlanned) {
				return err
			}
			for _, step := range slices.Concat(p.plan, first.plan) {
				one := step == "SCAN coin" || step == "SCAN always" // of one row
				through := strings.Contains(step, "Seq Scan") || strings.HasPrefix(step, "SCAN") && !one
				if through && !strings.Contains(step, "CONSTANT ROW") {
					t.Errorf("%q in\n%s", step, strings.Join(slices.Concat(p.plan, first.plan), "\n"))
				}
			}
			if !strings.Contains(strings.Join(p.plan, "\n"), "coin_grant_live") {
				t.Errorf("not only the coins that are left:\n%s", strings.Join(p.plan, "\n"))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestManyHomeScreensAreReadByIndexes: the same of the query for many members, as the connections of looks plan it.
func TestManyHomeScreensAreReadByIndexes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		plan := plannedByLooks(t, storetest.Open(t, engine), wallet.Homes, "'{}', '{}', '{}', '{}', '{}', 0")
		if !byKeys(plan) || !strings.Contains(plan, "coin_grant_live") {
			t.Errorf("not by indexes alone, or not only the coins that are left:\n%s", plan)
		}
	})
}

// byKeys reports whether a plan finds each row by an index and a key: none reads through a table or an index.
func byKeys(plan string) bool {
	lines := strings.Split(plan, "\n")
	for n, line := range lines {
		other := strings.Contains(line, "Function Scan") || strings.Contains(line, "Bitmap Heap Scan")
		if strings.Contains(line, " Scan") && !other && (n+1 == len(lines) || !strings.Contains(lines[n+1], "Index Cond")) {
			return false
		}
	}
	return true
}

// plannedByLooks is how the connections of looks plan a query.
func plannedByLooks(t *testing.T, s *store.Store, query, args string) (plan string) {
	t.Helper()
	ctx := t.Context()
	err := s.Write(ctx, func(tx *store.Tx) error {
		for _, statement := range []string{
			"SET LOCAL enable_seqscan = off", "SET LOCAL enable_hashjoin = off", "SET LOCAL enable_mergejoin = off",
			"SET LOCAL enable_material = off",
			"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE many AS " + query,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		p := &planned{Tx: tx, explain: "EXPLAIN "}
		if err := p.read(ctx, "EXECUTE many ("+args+")"); !errors.Is(err, storetest.ErrPlanned) {
			return err
		}
		plan = strings.Join(p.plan, "\n")
		_, err := tx.ExecContext(ctx, "DEALLOCATE many")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
