package spin_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/spin/internal/spindb"
)

// planner plans queries of one row instead of running them. A row can't carry that, so what is planned finds none.
type planner struct {
	*store.Tx
	plan []string
	err  error
}

// QueryRowContext implements spindb.DBTX.
func (p *planner) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	p.err = p.explain(ctx, query, args...)
	return p.Tx.QueryRowContext(ctx, "SELECT 1 WHERE 1 = 0")
}

func (p *planner) explain(ctx context.Context, query string, args ...any) error {
	rows, err := p.QueryContext(ctx, "EXPLAIN "+query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return err
		}
		p.plan = append(p.plan, line)
	}
	return rows.Err()
}

// TestADepositReadsItsMembersGrantsAlone: while the server has not counted the rows, as after a restore, it took what most grants
// of all members have in common, their source, for something rare.
func TestADepositReadsItsMembersGrantsAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO coin_grant
				SELECT 'G' || n, 'M' || n, 'deposit', 'R' || n, 1, 0, 1, 0, 0, 0, 1, n, n, 0 FROM generate_series(1, 20000) AS n`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			p := &planner{Tx: tx}
			_, _ = spindb.New(p).EarnFacts(t.Context(), spindb.EarnFactsParams{Source: "deposit", Reference: "R", Member: "M1"})
			plan := strings.Join(p.plan, "\n")
			if p.err != nil || strings.Count(plan, "coin_grant_reference") != 1 || strings.Count(plan, "coin_grant_member") != 2 {
				t.Errorf("%v:\n%s", p.err, plan)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
