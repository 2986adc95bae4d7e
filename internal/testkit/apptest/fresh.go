package apptest

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/lockorder"
)

// fresh names a database, and reports whether it holds the demo's content.
func fresh(t testing.TB, o Options) (c store.Config, filled bool) {
	t.Helper()
	c = storetest.Config(t, o.Engine, o.Clock)
	if o.Database != nil {
		o.Database(&c)
	}
	if o.Engine != store.SQLite {
		watchLocks(t, &c)
		return c, false
	}
	// Each of SQLite's readers reads the schema first and compiles the queries that it runs, and a starting node uses as many as
	// there may be: with eight of them that was a third of a short test's work. Few readers also show sooner where the holder of
	// one needs another.
	c.Connections = 2
	if !plain(o) {
		return c, false
	}
	plainFile.Lock()
	defer plainFile.Unlock()
	if plainFile.content == nil {
		return c, false
	}
	if err := os.WriteFile(filepath.Join(c.Dir, store.File), plainFile.content, 0o600); err != nil {
		t.Fatal(err)
	}
	return c, true
}

// watchLocks fails the test where a transaction takes its locks in another order than all others.
func watchLocks(t testing.TB, c *store.Config) {
	t.Helper()
	if c.Trace != nil {
		return // the test itself looks at the statements
	}
	var watch lockorder.Watch
	c.Trace = watch.See
	t.Cleanup(func() {
		for _, wrong := range watch.Broken() {
			t.Errorf("the order of locks (docs/architecture/0009-conditions.md): %s", wrong)
		}
	})
}

// plainFile is the SQLite file of this process's first node with the demo's content unchanged. All later ones begin with it,
// like a node that starts again. Applying the content to each was a tenth of a short test's work.
var plainFile struct {
	sync.Mutex
	content []byte
}

// plain reports whether a node has the default options, as far as the demo's content depends on them.
func plain(o Options) bool {
	return o.Net != nil && o.Content == nil && o.Node == nil && o.Outside == nil && o.Before == nil && o.Masters == nil
}

// keepFilled keeps the file of a plain node after its content was applied and before anything else happened in it.
func keepFilled(a *App) {
	a.t.Helper()
	if a.Store.Engine() != store.SQLite || !plain(a.options) {
		return
	}
	plainFile.Lock()
	defer plainFile.Unlock()
	if plainFile.content != nil {
		return
	}
	copied := filepath.Join(a.config.Dir, "filled.db")
	db, err := sql.Open("sqlite", "file:"+filepath.Join(a.config.Dir, store.File)) // the store's own readers write nowhere
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.Background(), "VACUUM INTO $1", copied); err != nil {
		a.t.Fatal(err)
	}
	if plainFile.content, err = os.ReadFile(copied); err != nil {
		a.t.Fatal(err)
	}
}
