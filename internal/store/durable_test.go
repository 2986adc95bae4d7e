package store_test

import (
	"os"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/pgtest"
)

// A server that may lose acknowledged commits is refused, and the error names the setting.
func TestUnsafePostgresIsRefused(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			dir, err := os.MkdirTemp("", "krapao-unsafe-") // not t.TempDir: its parents are closed to the server's account
			if err != nil {
				t.Fatal(err)
			}
			server, err := pgtest.Start(t.Context(), dir, setting+"=off")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Stop() })
			s, err := store.Open(t.Context(), store.Config{URL: server.URL})
			if err == nil {
				_ = s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), setting+"=off") {
				t.Errorf("the message does not name it: %v", err)
			}
		})
	}
}

// SQLite writes with WAL and synchronous=FULL (2): anything less loses acknowledged money in a power cut.
func TestSQLiteIsDurable(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		var mode string
		var level, keys int
		for pragma, into := range map[string]any{"journal_mode": &mode, "synchronous": &level, "foreign_keys": &keys} {
			if err := tx.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(into); err != nil {
				return err
			}
		}
		if mode != "wal" || level != 2 || keys != 1 {
			t.Errorf("journal_mode=%s synchronous=%d foreign_keys=%d", mode, level, keys)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
