package pgtest_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/testkit/pgtest"
)

// A folder whose path is too long for a socket is one for a server nevertheless.
func TestAServerInALongFolder(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts a server")
	}
	base, err := os.MkdirTemp("", "krapao-long-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	if err := os.Chmod(base, 0o755); err != nil { // PostgreSQL runs as another user when we are root
		t.Fatal(err)
	}
	s, err := pgtest.Start(t.Context(), filepath.Join(base, strings.Repeat("a", 100)))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Kill(), s.Stop()); err != nil {
		t.Error(err)
	}
}
