package tally_test

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger/internal/ledgerdb"
)

// planner plans queries instead of running them.
type planner struct {
	*store.Tx
	explain string
	plan    []string
}

// note plans a query.
func (p *planner) note(ctx context.Context, query string, args ...any) error {
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
	return rows.Err()
}

// QueryContext implements ledgerdb.DBTX.
func (p *planner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return nil, errors.Join(storetest.ErrPlanned, p.note(ctx, query, args...))
}

// QueryRowContext is QueryContext for one row, which can't carry an error of ours: a query that is not planned leaves no plan.
func (p *planner) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	_ = p.note(ctx, query, args...)
	return p.Tx.QueryRowContext(ctx, "SELECT 1 WHERE 1 = 0")
}

// big is a step that reads a table through that has a row for each transfer, member or hour.
var big = regexp.MustCompile(
	`(?:Seq Scan on|^SCAN) (batch|entry|transfer|account|seal|tally_hour|tally_member|b|e|t|a|c|s|h|k)\b`)

// TestTheTalliesAreReadByIndexes: the ledger grows for ever, so what runs every few seconds reads only what is new, or a part.
func TestTheTalliesAreReadByIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, one := t.Context(), sql.NullInt64{Int64: 1, Valid: true}
		queries := map[string]func(*ledgerdb.Queries) error{
			"SealsToTally":  func(q *ledgerdb.Queries) error { _, err := q.SealsToTally(ctx); return err },
			"TallyOfSeals":  func(q *ledgerdb.Queries) error { _, err := q.TallyOfSeals(ctx, one, one); return err },
			"NewlyActive":   func(q *ledgerdb.Queries) error { _, err := q.NewlyActive(ctx, one, one); return err },
			"TallyStanding": func(q *ledgerdb.Queries) error { _, err := q.TallyStanding(ctx); return err },
			"TallyHours":    func(q *ledgerdb.Queries) error { _, err := q.TallyHours(ctx, 1, 2); return err },
			"TallyHoursOf":  func(q *ledgerdb.Queries) error { _, err := q.TallyHoursOf(ctx, "bank:SCB1", 1, 2); return err },
			"TallyAgainstAccount": func(q *ledgerdb.Queries) error {
				_, err := q.TallyAgainstAccount(ctx, "bank:SCB1")
				return err
			},
			"EndOfBatches":   func(q *ledgerdb.Queries) error { _, err := q.EndOfBatches(ctx, 1, 2); return err },
			"RecountBatches": func(q *ledgerdb.Queries) error { _, err := q.RecountBatches(ctx, 1, 2); return err },
			"RecountHour": func(q *ledgerdb.Queries) error {
				_, err := q.RecountHour(ctx, ledgerdb.RecountHourParams{FirstID: 1, EndID: 2, Begins: 1, Ends: 2, Seal: one})
				return err
			},
			"HoursAtMark":    func(q *ledgerdb.Queries) error { _, err := q.HoursAtMark(ctx, 1, 2); return err },
			"TalliedMembers": func(q *ledgerdb.Queries) error { _, err := q.TalliedMembers(ctx, 1); return err },
			"ActiveOn": func(q *ledgerdb.Queries) error {
				_, err := q.ActiveOn(ctx, ledgerdb.ActiveOnParams{FirstID: 1, EndID: 2, Begins: 1, Ends: 2, Seal: one})
				return err
			},
		}
		err := s.Write(ctx, func(tx *store.Tx) error {
			explain := "EXPLAIN QUERY PLAN "
			if s.Engine() == store.Postgres {
				explain = "EXPLAIN "
				for _, off := range []string{"seqscan", "hashjoin", "mergejoin"} { // it prefers them in empty tables
					if _, err := tx.ExecContext(ctx, "SET LOCAL enable_"+off+" = off"); err != nil {
						return err
					}
				}
			}
			for name, run := range queries {
				p := &planner{Tx: tx, explain: explain}
				if err := run(ledgerdb.New(p)); !errors.Is(err, storetest.ErrPlanned) && !store.NotFound(err) {
					return err
				}
				if len(p.plan) == 0 {
					t.Errorf("%s was not planned", name)
				}
				for _, step := range p.plan {
					if big.MatchString(step) && !strings.Contains(step, "USING") {
						t.Errorf("%s: %q in\n%s", name, step, strings.Join(p.plan, "\n"))
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
