package ledger_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// TestNobodyHoldsTheHousesAccountWhileItWaits: a deposit that waits for its member's wallet keeps no other deposit into the same
// bank account waiting. The bank's account is older than the wallet.
func TestNobodyHoldsTheHousesAccountWhileItWaits(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if s.Engine() != store.Postgres {
			return // SQLite has one writer, and locks no rows
		}
		b := setup(t, s)
		b.deposit(nok, 5*money.Baht)
		const young = "M-young"
		b.open(ledger.Wallet(young))
		ctx := t.Context()
		held, done := make(chan struct{}), make(chan struct{})
		ended := make(chan error, 2)
		go func() {
			ended <- s.Write(ctx, func(tx *store.Tx) error {
				_, err := b.LockedTx(ctx, tx, ledger.Wallet(young))
				close(held)
				<-done
				return err
			})
		}()
		<-held
		go func() {
			ended <- s.Write(ctx, func(tx *store.Tx) error {
				_, err := b.LockedTx(ctx, tx, ledger.Bank("kbank"), ledger.Wallet(young))
				return err
			})
		}()
		for waiting := 0; waiting == 0; {
			const query = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
			if err := s.DB().QueryRowContext(ctx, query).Scan(&waiting); err != nil {
				t.Fatal(err)
			}
		}
		var number int64
		const free = `SELECT number FROM account WHERE name = $1 FOR NO KEY UPDATE NOWAIT`
		if err := s.DB().QueryRowContext(ctx, free, string(ledger.Bank("kbank"))).Scan(&number); err != nil {
			t.Errorf("the bank's account: %v", err)
		}
		close(done)
		for range 2 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	})
}
