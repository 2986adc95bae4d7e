package lite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// settings are those of the store that matter here: a log beside the file, and a wait for the writer.
const settings = "?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)"

// counting counts compilations below the connections that keep statements.
type counting struct {
	driver.Connector
	prepared, direct, open atomic.Int64
}

func (c *counting) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return countingConn{conn.(liteConn), c}, nil
}

type countingConn struct {
	liteConn
	c *counting
}

func (c countingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	s, err := c.liteConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	c.c.prepared.Add(1)
	c.c.open.Add(1)
	return countingStmt{s.(liteStmt), c.c}, nil
}

func (c countingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	c.c.direct.Add(1)
	return c.liteConn.ExecContext(ctx, text, args)
}

func (c countingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	c.c.direct.Add(1)
	return c.liteConn.QueryContext(ctx, text, args)
}

type countingStmt struct {
	liteStmt
	c *counting
}

func (s countingStmt) Close() error {
	s.c.open.Add(-1)
	return s.liteStmt.Close()
}

// pool opens a database of one connection with a table of three rows.
func pool(t *testing.T) (*sql.DB, *counting) {
	t.Helper()
	inner, err := sqlite.NewConnector("file:" + filepath.Join(t.TempDir(), "lite.db") + settings)
	if err != nil {
		t.Fatal(err)
	}
	c := &counting{Connector: inner}
	db := sql.OpenDB(preparing{c, new(atomic.Int64), nil})
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	run(t, db, "CREATE TABLE x (a INTEGER NOT NULL, b TEXT)")
	run(t, db, "INSERT INTO x (a, b) VALUES (1, 'one'), (2, 'two'), (3, 'three')")
	c.prepared.Store(0)
	return db, c
}

func run(t *testing.T, db interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
}, text string, args ...any,
) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func (c *counting) compiled(t *testing.T, want int64) {
	t.Helper()
	if got := c.prepared.Swap(0); got != want {
		t.Errorf("%d statements compiled; want %d", got, want)
	}
}

const named = "-- name: Named :one\nSELECT b FROM x WHERE a = $1"

func TestAStatementIsCompiledOnce(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	for n := range 10 {
		var b string
		if err := db.QueryRowContext(t.Context(), named, n%3+1).Scan(&b); err != nil || b != [...]string{"one", "two", "three"}[n%3] {
			t.Fatalf("%d: %q, %v", n, b, err)
		}
		run(t, db, "UPDATE x SET b = b WHERE a = $1", n)
	}
	c.compiled(t, 2)
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	run(t, tx, "UPDATE x SET b = b WHERE a = $1", 1)
	run(t, tx, "DELETE FROM x WHERE a = $1", 1)
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	c.compiled(t, 1)
	if tx, err = db.BeginTx(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		run(t, tx, "SAVEPOINT shared")
		run(t, tx, "RELEASE shared")
	}
	run(t, tx, "SAVEPOINT shared")
	run(t, tx, "DELETE FROM x WHERE a = $1", 1)
	run(t, tx, "ROLLBACK TO shared; RELEASE shared")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	c.compiled(t, 2)
	var left int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM x").Scan(&left); err != nil || left != 3 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}

// A LIMIT whose value the caller gives becomes one that SQLite can't plan by; no other LIMIT is changed.
func TestALimitIsNoReasonToCompileAgain(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"SELECT a FROM x ORDER BY a LIMIT $1":                  "SELECT a FROM x ORDER BY a LIMIT 0+$1",
		"FROM (SELECT a FROM x limit\n$12) LIMIT $2 OFFSET $3": "FROM (SELECT a FROM x LIMIT 0+$12) LIMIT 0+$2 OFFSET $3",
		"SELECT a FROM x LIMIT 100":                            "SELECT a FROM x LIMIT 100",
		"UPDATE x SET nolimit = $1":                            "UPDATE x SET nolimit = $1",
	} {
		if got := hideLimits(text); got != want {
			t.Errorf("%s\nis %s", text, got)
		}
	}
	db, _ := pool(t)
	for _, most := range []int{2, 1, 3, 0} {
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM (SELECT a FROM x LIMIT $1) y", most).Scan(&n); err != nil ||
			n != most {
			t.Errorf("%d of %d, %v", n, most, err)
		}
	}
}

// Arguments of one run are not there in the next.
func TestAKeptStatementForgetsItsArguments(t *testing.T) {
	t.Parallel()
	db, _ := pool(t)
	const text = "INSERT INTO x (a, b) VALUES ($1, $2)"
	run(t, db, text, 4, strings.Repeat("four", 1000))
	if _, err := db.ExecContext(t.Context(), text, 5); err == nil {
		t.Error("ran without its second argument")
	}
	if _, err := db.ExecContext(t.Context(), text, nil, "five"); err == nil {
		t.Error("a column that is never empty took nothing")
	}
	run(t, db, text, 6, nil)
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM x WHERE b IS NULL AND a = 6").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
}

// While rows are read the same text may run again, on the same connection.
func TestRowsOfOneTextOpenTwiceAtOnce(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	const text = "SELECT a FROM x WHERE a >= $1 ORDER BY a"
	for range 2 {
		var pairs []string
		outer, err := conn.QueryContext(t.Context(), text, 2)
		if err != nil {
			t.Fatal(err)
		}
		for outer.Next() {
			var a, b int
			if err := outer.Scan(&a); err != nil {
				t.Fatal(err)
			}
			inner, err := conn.QueryContext(t.Context(), text, 1)
			if err != nil {
				t.Fatal(err)
			}
			for inner.Next() {
				if err := inner.Scan(&b); err != nil {
					t.Fatal(err)
				}
				pairs = append(pairs, fmt.Sprint(a, b))
			}
			if err := errors.Join(inner.Err(), inner.Close()); err != nil { //nolint:sqlclosecheck // closed while the outer rows are read
				t.Fatal(err)
			}
		}
		err = errors.Join(outer.Err(), outer.Close()) //nolint:sqlclosecheck // closed before the next round reads again
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(pairs, ","); got != "2 1,2 2,2 3,3 1,3 2,3 3" {
			t.Errorf("read %s", got)
		}
	}
	if n := c.prepared.Load(); n > 3 || c.open.Load() > 2 {
		t.Errorf("%d compiled, %d kept", n, c.open.Load())
	}
}

func TestAChangedSchemaIsSeen(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	columns := func() int {
		rows, err := db.QueryContext(t.Context(), "SELECT * FROM x WHERE a = 1")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		names, err := rows.Columns()
		if err != nil || !rows.Next() {
			t.Fatal(err, rows.Err())
		}
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	if n := columns(); n != 2 {
		t.Errorf("%d columns", n)
	}
	run(t, db, "ALTER TABLE x ADD COLUMN c TEXT")
	if n := columns(); n != 3 {
		t.Errorf("%d columns after the change", n)
	}
	c.compiled(t, 1) // SQLite itself compiles it again
	run(t, db, "DROP TABLE x")
	_, err := db.QueryContext(t.Context(), "SELECT * FROM x WHERE a = 1") //nolint:sqlclosecheck,rowserrcheck // there are none
	if err == nil {
		t.Error("a table that is gone was read")
	}
	run(t, db, "CREATE TABLE x (a INTEGER, b TEXT, c TEXT, d TEXT)")
	run(t, db, "INSERT INTO x (a) VALUES (1)")
	if n := columns(); n != 4 {
		t.Errorf("%d columns of the new table", n)
	}
}

// Scripts, changes of the schema and PRAGMAs are not kept.
func TestWhatIsNotKept(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	c.direct.Store(0)
	for _, text := range []string{
		"PRAGMA user_version = 7", "CREATE TABLE y (a INTEGER); CREATE TABLE z (a INTEGER)", "DROP TABLE z",
		"\n-- a note\n PRAGMA user_version", "", "-- nothing",
	} {
		run(t, db, text)
	}
	c.compiled(t, 0)
	if n := c.direct.Load(); n != 6 {
		t.Errorf("%d went straight to the driver", n)
	}
	run(t, db, "INSERT INTO y (a) VALUES (1); INSERT INTO y (a) VALUES (2)") // a script in disguise
	run(t, db, "INSERT INTO y (a) VALUES (1); INSERT INTO y (a) VALUES (2)")
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM y").Scan(&n); err != nil || n != 4 {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestTheLeastUsedIsForgotten(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	run(t, db, "UPDATE x SET b = b")
	for n := range mostPrepared + 20 {
		run(t, db, fmt.Sprintf("DELETE FROM x WHERE a = %d", n+100))
		if n%50 == 0 {
			run(t, db, "UPDATE x SET b = b")
		}
	}
	if n := c.open.Load(); n != mostPrepared {
		t.Errorf("%d kept; want %d", n, mostPrepared)
	}
	c.prepared.Store(0)
	run(t, db, "UPDATE x SET b = b")
	c.compiled(t, 0)
	run(t, db, "DELETE FROM x WHERE a = 100")
	c.compiled(t, 1)
}

func TestAClosedConnectionKeepsNothing(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	run(t, db, "UPDATE x SET b = b")
	rows, err := db.QueryContext(t.Context(), "SELECT a FROM x")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	if err := errors.Join(rows.Close(), rows.Err()); err != nil { //nolint:sqlclosecheck // closed in the middle of the rows
		t.Fatal(err)
	}
	if n := c.open.Load(); n < 2 {
		t.Fatalf("%d kept", n)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if n := c.open.Load(); n != 0 {
		t.Errorf("%d statements of a closed connection", n)
	}
}

// running is told by a statement that it runs, through its function running(). SQLite forgets an interruption that comes just
// before a statement begins, so one that is to be interrupted has to run.
var running atomic.Pointer[context.CancelFunc]

func init() {
	sqlite.MustRegisterScalarFunction("running", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		(*running.Load())()
		return int64(1), nil
	})
}

// A statement whose context ends is interrupted as before, and the next one works.
func TestACancelledStatementSpoilsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db, c := pool(t)
		const endless = "WITH RECURSIVE n (i) AS (SELECT running() UNION ALL SELECT i + $1 FROM n) SELECT COUNT(*) FROM n"
		for range 10 {
			ctx, cancel := context.WithCancel(t.Context())
			running.Store(&cancel)
			var n int
			if err := db.QueryRowContext(ctx, endless, 1).Scan(&n); !errors.Is(err, context.Canceled) {
				t.Errorf("%d, %v", n, err)
			}
			var b string
			if err := db.QueryRowContext(t.Context(), named, 2).Scan(&b); err != nil || b != "two" {
				t.Errorf("afterwards %q, %v", b, err)
			}
		}
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		rows, err := db.QueryContext(late, "SELECT a FROM x ORDER BY a")
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		<-late.Done()
		synctest.Wait() // they are closed
		for rows.Next() {
		}
		if err := rows.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("rows whose time was up: %v", err)
		}
		_ = rows.Close() //nolint:sqlclosecheck // closed before the next query
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT SUM(a) FROM x").Scan(&n); err != nil || n != 6 {
			t.Errorf("afterwards %d, %v", n, err)
		}
		if err := db.Close(); err != nil || c.open.Load() != 0 {
			t.Errorf("%v, %d statements left", err, c.open.Load())
		}
	})
}

// A statement can be used again after a refused row.
func TestARefusedStatementIsKept(t *testing.T) {
	t.Parallel()
	db, c := pool(t)
	run(t, db, "CREATE UNIQUE INDEX one ON x (a)")
	const text = "INSERT INTO x (a, b) VALUES ($1, $2) RETURNING a"
	insert := func(a int) error {
		var got int
		return db.QueryRowContext(t.Context(), text, a, "again").Scan(&got)
	}
	for a := range 3 {
		var refused *sqlite.Error
		if err := insert(a + 1); !errors.As(err, &refused) || refused.Code() != sqlite3.SQLITE_CONSTRAINT_UNIQUE {
			t.Errorf("%d: %v", a+1, err)
		}
		if err := insert(a + 10); err != nil {
			t.Errorf("%d: %v", a+10, err)
		}
	}
	c.compiled(t, 1)
}

// BenchmarkLimit takes three times as long if the statement is compiled each time.
func BenchmarkLimit(b *testing.B) {
	db, err := Open("file:" + filepath.Join(b.TempDir(), "lite.db") + settings)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(b.Context(),
		"CREATE TABLE x (a INTEGER PRIMARY KEY, b INTEGER); CREATE INDEX later ON x (b) WHERE b > 0"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var a int
		err := db.QueryRowContext(b.Context(), "SELECT a FROM x WHERE b > 0 AND b <= $1 ORDER BY b, a LIMIT $2", 7, 100).Scan(&a)
		if !errors.Is(err, sql.ErrNoRows) {
			b.Fatal(err)
		}
	}
}

func BenchmarkSelectByKey(b *testing.B) {
	for name, open := range map[string]func(string) (*sql.DB, error){
		"Kept": Open, "Anew": func(dsn string) (*sql.DB, error) { return sql.Open("sqlite", dsn) },
	} {
		b.Run(name, func(b *testing.B) {
			db, err := open("file:" + filepath.Join(b.TempDir(), "lite.db") + settings)
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			if _, err := db.ExecContext(b.Context(),
				"CREATE TABLE x (a INTEGER PRIMARY KEY, b TEXT); INSERT INTO x (a, b) VALUES (1, 'one')"); err != nil {
				b.Fatal(err)
			}
			ctx := context.Background()
			for b.Loop() {
				var text string
				if err := db.QueryRowContext(ctx, named, 1).Scan(&text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
