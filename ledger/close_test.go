package ledger_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"testing/synctest"

	"modernc.org/sqlite"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// A ledger that closes frees its prepared statements, but not while somebody else uses their connection: that corrupted SQLite's
// memory, rarely and with a crash elsewhere.
func TestAClosingLedgerWaitsForItsTurnToFreeItsStatements(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		ctx, s := context.Background(), storetest.Open(t, engine)
		l, err := ledger.Open(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { return l.OpenTx(ctx, tx, ledger.Wallet(nok)) }); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Move(ctx, ledger.Order{
			Key: newKey(), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet(nok), Amount: money.Baht, Member: nok,
		}); err != nil {
			t.Fatal(err)
		}
		var prepared int // bytes
		closed := make(chan error, 1)
		if err := s.Exclusive(ctx, func(conn *sql.Conn) error {
			if prepared = statements(t, conn); prepared == 0 {
				t.Error("the ledger keeps no statement prepared: the test proves nothing")
			}
			go func() { closed <- l.Close() }()
			synctest.Wait() // it has come as far as it can
			if now := statements(t, conn); now != prepared || len(closed) > 0 {
				return fmt.Errorf("the statements took %d bytes, and %d while their connection was in use", prepared, now)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		if err := <-closed; err != nil {
			t.Fatal(err)
		}
		if err := s.Exclusive(ctx, func(conn *sql.Conn) error {
			if left := statements(t, conn); left >= prepared {
				t.Errorf("the statements take %d bytes of %d after the ledger closed", left, prepared)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}

// statements returns how many bytes the connection's prepared statements take.
func statements(t *testing.T, conn *sql.Conn) (bytes int) {
	t.Helper()
	if err := conn.Raw(func(raw any) (err error) {
		bytes, _, err = raw.(sqlite.DBStatus).Status(sqlite.DBStatusStmtUsed, false)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return bytes
}
