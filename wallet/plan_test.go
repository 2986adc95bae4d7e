package wallet_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
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
	rows, err := p.Tx.QueryContext(ctx, p.explain+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = new(sql.NullString)
		}
		if err := rows.Scan(cells...); err != nil {
			return nil, err
		}
		if step, ok := cells[len(cells)-1].(*sql.NullString); ok {
			p.plan = append(p.plan, step.String)
		}
	}
	return nil, errors.Join(storetest.ErrPlanned, rows.Err())
}

// TestTheHomeScreenIsReadByIndexes: each member's phone asks for it again and again, so no table of members, accounts or coins
// may be read through, however few rows there are.
func TestTheHomeScreenIsReadByIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		err := s.Write(ctx, func(tx *store.Tx) error {
			p := &planned{Tx: tx, explain: "EXPLAIN QUERY PLAN "}
			if s.Engine() == store.Postgres {
				p.explain = "EXPLAIN "
				if _, err := tx.ExecContext(ctx, "SET LOCAL enable_seqscan = off"); err != nil { // it prefers that in an empty table
					return err
				}
			}
			if _, err := walletdb.New(p).Home(ctx, walletdb.HomeParams{Member: member}); !errors.Is(err, storetest.ErrPlanned) {
				return err
			}
			for _, step := range p.plan {
				through := strings.Contains(step, "Seq Scan") || strings.HasPrefix(step, "SCAN") && step != "SCAN coin"
				if through && !strings.Contains(step, "CONSTANT ROW") {
					t.Errorf("%q in\n%s", step, strings.Join(p.plan, "\n"))
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
