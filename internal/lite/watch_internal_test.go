package lite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"krapao/internal/testkit/bubble"
)

// heard is what a watch was told.
type heard struct{ all []string }

func (h *heard) watch() *Watch {
	add := func(text string) { h.all = append(h.all, text) }
	return &Watch{
		Keys:    map[string]int{"x": 1, "one": 0},
		Touched: func(table, key string) { add(table + " " + key) },
		Ended:   func() { add("end") }, Lost: func() { add("lost") }, Looked: func() {},
	}
}

// since returns what was told since the last time.
func (h *heard) since() []string {
	all := h.all
	h.all = nil
	return all
}

func watchedPool(t *testing.T) (*sql.DB, *heard, string) {
	t.Helper()
	h, dsn := &heard{}, "file:"+filepath.Join(t.TempDir(), "lite.db")+settings
	db, err := OpenWatched(dsn, new(atomic.Int64), h.watch())
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	run(t, db, "CREATE TABLE x (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER)")
	run(t, db, "CREATE TABLE one (name TEXT PRIMARY KEY) WITHOUT ROWID")
	run(t, db, "CREATE TABLE child (x INTEGER REFERENCES x (id) ON DELETE CASCADE, name TEXT)")
	run(t, db, "CREATE TABLE other (a INTEGER)")
	run(t, db, "CREATE TRIGGER also AFTER INSERT ON other BEGIN UPDATE x SET n = n + NEW.a WHERE name = 'two'; END")
	h.since()
	return db, h, dsn
}

// TestAWatchSeesEachRow: whichever statement changes it, and under the key that it had and has.
func TestAWatchSeesEachRow(t *testing.T) {
	t.Parallel()
	db, h, _ := watchedPool(t)
	for _, step := range []struct {
		statement string
		want      []string
	}{
		{"INSERT INTO x (name, n) VALUES ('one', 1), ('two', 2), ('', 3)", []string{"x one", "x two", "x ", "end"}},
		{"UPDATE x SET n = n + 1 WHERE n < 3", []string{"x one", "x two", "end"}},
		{"UPDATE x SET name = 'three' WHERE name = ''", []string{"x ", "x three", "end"}},
		{"UPDATE x SET id = 9 WHERE name = 'three'", []string{"x three", "end"}},
		{"INSERT OR REPLACE INTO x (name, n) VALUES ('one', 5)", []string{"x one", "x one", "end"}},
		{"INSERT INTO x (name, n) VALUES ('one', 5) ON CONFLICT (name) DO UPDATE SET n = 7", []string{"x one", "end"}},
		{"INSERT INTO other (a) VALUES (1)", []string{"x two", "end"}},
		{"INSERT INTO one (name) VALUES ('a'), ('b')", []string{"one a", "one b", "end"}},
		{"WITH gone (name) AS (VALUES ('a')) DELETE FROM one WHERE name IN (SELECT name FROM gone)", []string{"one a", "end"}},
		{"DELETE FROM x", []string{"x two", "x three", "x one", "end"}},
		{"DELETE FROM one", []string{"one b", "end"}},
	} {
		run(t, db, step.statement)
		if got := h.since(); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.statement, got, step.want)
		}
	}
	var name string
	err := db.QueryRowContext(t.Context(), "INSERT INTO x (name) VALUES ('four') RETURNING name").Scan(&name)
	if got := h.since(); err != nil || !slices.Equal(got, []string{"x four", "end"}) {
		t.Errorf("returning %q: %q, %v", name, got, err)
	}
}

// TestAWatchSeesTheEndByAStatement: of a transaction that a statement begins and ends, and of database/sql's own.
func TestAWatchSeesTheEndByAStatement(t *testing.T) {
	t.Parallel()
	db, h, _ := watchedPool(t)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const insert = "INSERT INTO x (name) VALUES ('one')"
	for _, step := range []struct {
		statement string
		want      []string
	}{
		{"BEGIN IMMEDIATE", nil},
		{insert, []string{"x one"}},
		{"SELECT 1", nil},
		{"COMMIT", []string{"end"}},
		{"BEGIN", nil},
		{"DELETE FROM x", []string{"x one"}},
		{"SAVEPOINT a", nil},
		{insert, []string{"x one"}},
		{"ROLLBACK TO a; RELEASE a", nil},
		{"ROLLBACK", []string{"end"}},
		{"SAVEPOINT b", nil},
		{"UPDATE x SET n = 1", []string{"x one"}},
		{"RELEASE b", []string{"end"}},
		{"BEGIN; UPDATE x SET n = 2; COMMIT; BEGIN; UPDATE x SET n = 3", []string{"x one", "end", "x one"}},
		{"END", []string{"end"}},
	} {
		run(t, conn, step.statement)
		if got := h.since(); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.statement, got, step.want)
		}
	}
	// A statement that is refused undoes itself.
	if _, err := conn.ExecContext(t.Context(), insert); err == nil {
		t.Error("a second row of one name")
	}
	if got := h.since(); len(got) == 0 || got[len(got)-1] != "end" {
		t.Errorf("after a refusal: %q", got)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	for end, want := range map[string]func(*sql.Tx) error{"commit": (*sql.Tx).Commit, "rollback": (*sql.Tx).Rollback} {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		h.since()
		run(t, tx, "UPDATE x SET n = 4")
		if got := h.since(); !slices.Equal(got, []string{"x one"}) {
			t.Errorf("before the %s: %q", end, got)
		}
		err = want(tx)
		if got := h.since(); err != nil || !slices.Equal(got, []string{"end"}) {
			t.Errorf("%s: %q, %v", end, got, err)
		}
	}
}

// TestAWatchSeesAnotherProcess: another connection stands for it, of which SQLite tells as little.
func TestAWatchSeesAnotherProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db, h, dsn := watchedPool(t)
		other, err := Open(dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = other.Close() }()
		run(t, db, "INSERT INTO x (name) VALUES ('one')")
		lost := func(what string, want bool) {
			if got := slices.Contains(h.since(), "lost"); got != want {
				t.Errorf("%s: lost %v", what, got)
			}
		}
		begin := func() {
			tx, err := db.BeginTx(t.Context(), nil)
			if err = errors.Join(err, tx.Rollback()); err != nil {
				t.Fatal(err)
			}
		}
		lost("its own write", false)
		run(t, other, "UPDATE x SET n = 1")
		begin()
		lost("within the second", false)
		bubble.Pass(lookEvery)
		begin()
		lost("a transaction after it", true)
		bubble.Pass(lookEvery)
		begin()
		lost("nothing since", false)
		run(t, other, "UPDATE x SET n = 2")
		if err := db.PingContext(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
		lost("a ping after another", true)
	})
}
