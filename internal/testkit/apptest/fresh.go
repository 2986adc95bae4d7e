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
)

// fresh names a database, and reports whether it holds the demo's content.
func fresh(t testing.TB, o Options) (c store.Config, filled bool) {
	t.Helper()
	c = storetest.Config(t, o.Engine, o.Clock)
	if o.Database != nil {
		o.Database(&c)
	}
	if o.Engine != store.SQLite {
		return c, false
	}
	// Each of SQLite's readers reads the schema first and compiles what it runs, and a node that starts has work for as many as
	// there may be: with eight of them that was a third of what a short test computed. So few show sooner where somebody who
	// holds one needs another.
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

// plainFile is the SQLite file of the first node of this process that has the demo's content as it is; all later ones begin with it,
// as a node that starts again does. To apply it to each anew was a tenth of what a short test computed.
var plainFile struct {
	sync.Mutex
	content []byte
}

// plain reports whether a node has the default options, as far as the demo's content depends on them.
func plain(o Options) bool {
	return o.Net != nil && o.Content == nil && o.Node == nil && o.Outside == nil && o.Before == nil && o.Masters == nil
}

// keepFilled keeps the file of a plain node whose content has just been applied, and in which nothing else has happened.
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
