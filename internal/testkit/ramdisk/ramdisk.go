// Package ramdisk keeps tests' database files on a RAM disk: writes are synced as in production, but to memory.
package ramdisk

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"krapao/internal/testkit/pgtest"
)

// folder is this process's own folder.
var folder = sync.OnceValue(func() string { return pgtest.Memory("krapao-test") })

// Directory makes a folder with one file in it, for as long as the test runs.
func Directory(t testing.TB, name string, content []byte) string {
	t.Helper()
	if err := os.MkdirAll(folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(folder(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
