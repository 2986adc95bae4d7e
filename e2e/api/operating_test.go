package api

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/pgtest"
	"krapao/internal/testkit/programtest"
	"krapao/ledger"
)

// TestReadingMakesNothing: what only reads leaves a mistyped directory as it was, and says that no database is there.
func TestReadingMakesNothing(t *testing.T) {
	t.Parallel()
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	env := map[string]string{"KRAPAO_DATA_DIR": nowhere}
	for _, command := range [][]string{{"verify"}, {"backup", filepath.Join(t.TempDir(), "x.backup")}} {
		out, code := programtest.Run(t, env, command...)
		if code != 1 || !strings.Contains(out, "there is no database in "+nowhere) {
			t.Errorf("%v: %d %s", command, code, out)
		}
		if _, err := os.Stat(nowhere); err == nil {
			t.Errorf("%v made the directory", command)
		}
	}
}

// TestVerifyOfAnEmptyDatabase is one clear line on both engines.
func TestVerifyOfAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, store.File), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	server, err := pgtest.URL() // its maintenance database, where no node ever ran
	if err != nil {
		t.Fatal(err)
	}
	for engine, env := range map[store.Engine]map[string]string{
		store.SQLite:   {"KRAPAO_DATA_DIR": dir},
		store.Postgres: {"KRAPAO_DATABASE_URL": server},
	} {
		out, code := programtest.Run(t, env, "verify")
		text := strings.TrimSpace(out)
		if code != 1 || !strings.Contains(text, "no books yet") || strings.Contains(text, "\n") {
			t.Errorf("%s: %d %s", engine, code, out)
		}
	}
}

// TestADamagedBackupRestoresNothing: the directory stays empty, so that the right backup can follow.
func TestADamagedBackupRestoresNothing(t *testing.T) {
	t.Parallel()
	from := map[string]string{"KRAPAO_DATA_DIR": t.TempDir()}
	if out, code := programtest.Run(t, from, "migrate"); code != 0 {
		t.Fatal(out)
	}
	good, cut := filepath.Join(t.TempDir(), "good"), filepath.Join(t.TempDir(), "cut")
	if out, code := programtest.Run(t, from, "backup", good); code != 0 {
		t.Fatal(out)
	}
	raw, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, raw[:len(raw)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	to := map[string]string{"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "new")}
	if out, code := programtest.Run(t, to, "restore", cut); code != 1 || !strings.Contains(out, "is damaged") ||
		strings.Count(strings.TrimSpace(out), "\n") != 0 {
		t.Errorf("a backup cut short: %d %s", code, out)
	}
	if out, code := programtest.Run(t, to, "restore", good); code != 0 {
		t.Errorf("the whole one after it: %s", out)
	}
}

// TestADatabaseFileOfAnotherName: sqlite:PATH means the same file to every command, also beside the node that works on it.
func TestADatabaseFileOfAnotherName(t *testing.T) {
	t.Parallel()
	file, empty := filepath.Join(t.TempDir(), "here", "other.db"), t.TempDir()
	env := map[string]string{"KRAPAO_DATABASE_URL": "sqlite:" + file, "KRAPAO_DATA_DIR": empty}
	if out, code := programtest.Run(t, env, "backup", filepath.Join(t.TempDir(), "none")); code != 1 ||
		!strings.Contains(out, "there is no database in "+filepath.Dir(file)) {
		t.Errorf("before there is one: %d %s", code, out)
	}
	if out, code := programtest.Run(t, env, "migrate"); code != 0 {
		t.Fatal(out)
	}
	s, err := store.Open(t.Context(), store.Config{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	books, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = books.Close() }()
	backup := filepath.Join(t.TempDir(), "backup")
	if out, code := programtest.Run(t, env, "backup", backup); code != 0 {
		t.Fatal(out)
	}
	if out, code := programtest.Run(t, env, "verify"); code != 0 {
		t.Errorf("verify: %s", out)
	}
	again := filepath.Join(t.TempDir(), "restored", "again.db")
	env["KRAPAO_DATABASE_URL"] = "sqlite:" + again
	if out, code := programtest.Run(t, env, "restore", backup); code != 0 {
		t.Fatal(out)
	}
	if out, code := programtest.Run(t, env, "restore", backup); code != 1 ||
		!strings.Contains(out, filepath.Dir(again)+" is not empty") {
		t.Errorf("over what is there: %d %s", code, out)
	}
	if out, code := programtest.Run(t, env, "verify"); code != 0 {
		t.Errorf("verify what was restored: %s", out)
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("the data directory was used: %v, %v", left, err)
	}
}

// TestAWrongFlagIsOneClearLine and not the help.
func TestAWrongFlagIsOneClearLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env  map[string]string
		args []string
		want string
	}{
		{nil, []string{"nonsense"}, "nonsense"},
		{nil, []string{"demo", "--bogus"}, "--bogus"},
		{map[string]string{"KRAPAO_LIMITS": "maybe"}, []string{"demo"}, "limits"},
		{nil, []string{"restore", "/nowhere/at/all"}, "/nowhere/at/all"},
	} {
		out, code := programtest.Run(t, c.env, c.args...)
		if text := strings.TrimSpace(out); code == 0 || !strings.Contains(text, c.want) || strings.Contains(text, "\n") {
			t.Errorf("%v: %d %s", c.args, code, out)
		}
	}
}

// TestVerifyLooksBelowTheBooks: books that add up are not whole where an index lacks a row, by which it is found or kept from
// being there twice; beside a node that runs, too, which works on the same file.
func TestVerifyLooksBelowTheBooks(t *testing.T) {
	t.Parallel()
	dir := storetest.Config(t, store.SQLite, nil).Dir
	database := storetest.Postgres(t)
	for engine, tc := range map[store.Engine]struct {
		env                 map[string]string
		damage              func()
		whole, found, index string
	}{
		store.SQLite: {
			map[string]string{"KRAPAO_DATA_DIR": dir},
			func() { unindexedLite(t, filepath.Join(dir, store.File)) },
			"the file is whole (integrity_check)", "BREAK the file: ", "payout_callback_seen",
		},
		store.Postgres: {
			map[string]string{"KRAPAO_DATABASE_URL": database},
			func() { unindexed(t, database) },
			"the server's files: the database has no extension amcheck", "BREAK the server's files: ", "payout_callback_seen",
		},
	} {
		if out, code := programtest.Run(t, tc.env, "verify"); code != 0 || !strings.Contains(out, tc.whole) ||
			!strings.Contains(out, "nothing is booked yet") {
			t.Errorf("%s, whole: %d %s", engine, code, out)
		}
		tc.damage()
		node, err := store.Open(t.Context(), store.Config{Dir: dir}) // its lock is held, as by a node that runs
		if err != nil {
			t.Fatal(err)
		}
		out, code := programtest.Run(t, tc.env, "verify")
		if code != 1 || !strings.Contains(out, tc.found) || !strings.Contains(out, tc.index) {
			t.Errorf("%s, an index without a row: %d %s", engine, code, out)
		}
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	}
}

// unindexedLite adds a row of which an index does not know.
func unindexedLite(t *testing.T, file string) {
	t.Helper()
	all := [][]string{
		{
			"PRAGMA writable_schema = 1", "CREATE TEMP TABLE kept AS SELECT * FROM sqlite_master WHERE name = 'payout_callback_seen'",
			"CREATE TABLE kept_index AS SELECT * FROM temp.kept", "DELETE FROM sqlite_master WHERE name = 'payout_callback_seen'",
		},
		{
			"INSERT INTO payout_callback VALUES ('a', 1)", "PRAGMA writable_schema = 1",
			"INSERT INTO sqlite_master SELECT * FROM kept_index",
		},
	}
	for _, session := range all {
		db, err := sql.Open("sqlite", "file:"+file)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		for _, statement := range session {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(statement, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// unindexed is unindexedLite on PostgreSQL, and has the server's own means to find it.
func unindexed(t *testing.T, database string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, statement := range []string{
		"CREATE EXTENSION amcheck",
		"UPDATE pg_index SET indisready = FALSE WHERE indexrelid = 'payout_callback_seen'::regclass",
		"INSERT INTO payout_callback VALUES ('a', 1)",
		"UPDATE pg_index SET indisready = TRUE WHERE indexrelid = 'payout_callback_seen'::regclass",
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
	}
}

// TestANewerSchemaIsSaid, and not called this program's.
func TestANewerSchemaIsSaid(t *testing.T) {
	t.Parallel()
	dir := storetest.Config(t, store.SQLite, nil).Dir
	s, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)")
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	out, code := programtest.Run(t, map[string]string{"KRAPAO_DATA_DIR": dir}, "migrate")
	if code != 0 || !strings.Contains(out, "newer than this program: version 9999") || strings.Contains(out, "is this program's") {
		t.Errorf("%d %s", code, out)
	}
	if out, code := programtest.Run(t, nil, "--version"); code != 0 || !strings.HasPrefix(out, "krapao ") {
		t.Errorf("--version: %d %s", code, out)
	}
}
