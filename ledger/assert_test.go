package ledger_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

// TestARowThatSomebodyBrokeMovesNothing: the schema refuses such a row. If somebody drops the constraint, the ledger's own
// assertion stops at the next read.
func TestARowThatSomebodyBrokeMovesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		unchecked(t, s, `UPDATE account SET debits_pending = -50 WHERE name = $1`, string(ledger.Wallet(nok)))
		r, err := b.Move(ctx, withdrawal(nok, 120))
		if err == nil || !strings.Contains(err.Error(), "below zero") {
			t.Errorf("moved 120 of 100: %+v, %v", r, err)
		}
		unchecked(t, s, `UPDATE account SET debits_pending = 0 WHERE name = $1`, string(ledger.Wallet(nok)))
		if _, err := b.Move(ctx, withdrawal(nok, 100)); err != nil {
			t.Errorf("once it is repaired: %v", err)
		}
	})
}

// unchecked changes a row past the schema's constraints, as somebody with the database's own tools can.
func unchecked(t *testing.T, s *store.Store, statement string, args ...any) {
	t.Helper()
	if s.Engine() == store.Postgres {
		execute(t, s.DB(), `ALTER TABLE account DROP CONSTRAINT account_debits_pending_check`)
		execute(t, s.DB(), statement, args...)
		execute(t, s.DB(), `ALTER TABLE account ADD CONSTRAINT account_debits_pending_check CHECK (debits_pending >= 0) NOT VALID`)
		return
	}
	if err := s.Write(context.Background(), func(tx *store.Tx) error {
		execute(t, tx, `PRAGMA ignore_check_constraints = ON`)
		execute(t, tx, statement, args...)
		execute(t, tx, `PRAGMA ignore_check_constraints = OFF`)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func execute(t *testing.T, on interface {
	ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error)
}, statement string, args ...any,
) {
	t.Helper()
	if _, err := on.ExecContext(context.Background(), statement, args...); err != nil {
		t.Fatal(err)
	}
}
