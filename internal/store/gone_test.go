package store_test

import (
	"errors"
	"os"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

// A PostgreSQL that is gone has certainly committed nothing, so callers may try again.
func TestAServerThatIsGoneIsBusy(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "krapao-gone-") // not t.TempDir: its parents are closed to the server's account
	if err != nil {
		t.Fatal(err)
	}
	server, err := pgtest.Start(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	s, err := store.Open(t.Context(), store.Config{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	table(t, s)
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "INSERT INTO counter (id, n) VALUES ($1, $2)", "a", 1)
		return err
	})
	if !errors.Is(err, store.ErrBusy) {
		t.Errorf("write: %v", err)
	}
	var n int
	err = s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM counter").Scan(&n)
	if !errors.Is(store.MapError(err), store.ErrBusy) {
		t.Errorf("read: %v", err)
	}
}
