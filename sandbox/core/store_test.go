package core_test

import (
	"os"
	"path/filepath"
	"testing"

	"krapao/sandbox"
)

// A data directory may have any name: a character that ends a path in SQLite's address is part of the name.
func TestAnyDataDirectory(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a#1", "a?mode=ro", "a b", "ก"} {
		dir := filepath.Join(t.TempDir(), name)
		s, err := sandbox.Open(t.Context(), sandbox.Config{DataDir: dir})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "sandbox.db")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
