package storetest

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// lent is a database that no other test gets, whatever happens to it.
func lent(t *testing.T) *database {
	t.Helper()
	d, err := acquire()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.release(false) })
	return d
}

// session is a client's connection.
func session(t *testing.T, d *database) *pgx.Conn {
	t.Helper()
	conn, err := d.connection()
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func do(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := conn.Exec(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func ask[T any](t *testing.T, conn *pgx.Conn, query string) (answer T) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func closeConn(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	if err := conn.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// waitForDump waits until the server has closed the connection of a pg_dump that has ended: a reset waits for it a second only.
const waitForDump = `DO $$ BEGIN
	WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '%s' AND application_name = 'pg_dump') LOOP
		PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot();
	END LOOP;
END $$`

// dump returns the whole content of a database, schema and rows, by pg_dump.
func dump(t *testing.T, d *database) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pg_dump", "--inserts", d.url()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := maintain(func(ctx context.Context, conn *pgx.Conn) error {
		return all(ctx, conn, fmt.Sprintf(waitForDump, d.name))
	}); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, `\`) { // newer dumps have a key of their own in them
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

func TestADatabaseIsResetForTheNextTest(t *testing.T) {
	t.Parallel()
	d := lent(t)
	before := dump(t, d)
	conn := session(t, d)
	do(t, conn,
		"UPDATE account SET credits_posted = 5, debits_posted = 5",
		"DELETE FROM audit_head",
		"INSERT INTO periodic (name, due_at, turn) VALUES ('of the last test', 1, 2)",
		"SELECT setval('goose_db_version_id_seq', 1000)",
	)
	closeConn(t, conn)
	if dump(t, d) == before {
		t.Fatal("nothing is dirty, so nothing is tried")
	}
	if !d.reset() {
		t.Fatal("it can't be used again")
	}
	if after := dump(t, d); after != before {
		t.Errorf("it is not reset:\n%s", after)
	}
}

func TestWhatKeepsADatabaseFromTheNextTest(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(t *testing.T, d *database, conn *pgx.Conn){
		"a new column": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, "ALTER TABLE periodic ADD COLUMN later bigint")
		},
		"a column of another type": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, "ALTER TABLE periodic ALTER COLUMN turn TYPE text")
		},
		"no index any more": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, "ALTER TABLE periodic DROP CONSTRAINT periodic_pkey")
		},
		"a function": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, "CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
		},
		"a trigger": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, "CREATE TRIGGER same BEFORE UPDATE ON periodic FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()")
		},
		"a setting of the database": func(t *testing.T, d *database, conn *pgx.Conn) {
			do(t, conn, "ALTER DATABASE "+d.name+" SET lock_timeout = 1")
		},
		"more rows than a new one costs": func(t *testing.T, _ *database, conn *pgx.Conn) {
			do(t, conn, `INSERT INTO periodic (name, due_at, turn)
			SELECT repeat('x', 1000) || n, 0, 0 FROM generate_series(1, 20000) AS n`)
		},
		"somebody who is still there": func(t *testing.T, d *database, _ *pgx.Conn) {
			other := session(t, d)
			t.Cleanup(func() { closeConn(t, other) })
		},
		"a program that is still there": func(t *testing.T, d *database, _ *pgx.Conn) {
			other, err := pgx.Connect(t.Context(), d.url())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { closeConn(t, other) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := lent(t)
			conn := session(t, d)
			leave(t, d, conn)
			closeConn(t, conn)
			if d.reset() {
				t.Error("the next test gets it")
			}
		})
	}
}

// Nothing of a session is left for the next client of the connection.
func TestAConnectionIsReset(t *testing.T) {
	t.Parallel()
	d := lent(t)
	first := session(t, d)
	process := first.PgConn().PID()
	do(t, first,
		"LISTEN krapao", "SET lock_timeout = 12345", "CREATE TEMP TABLE mine (n int)", "PREPARE mine AS SELECT 1",
		"SELECT pg_advisory_lock(7)", "BEGIN", "INSERT INTO periodic (name, due_at, turn) VALUES ('not committed', 1, 2)",
	)
	closeConn(t, first)

	next := session(t, d)
	defer closeConn(t, next)
	if next.PgConn().PID() != process {
		t.Fatal("it is another connection")
	}
	for query, want := range map[string]string{
		"SELECT count(*)::text FROM pg_listening_channels()": "0",
		"SHOW lock_timeout": "0",
		"SELECT count(*)::text FROM pg_class WHERE relname = 'mine'": "0",
		"SELECT count(*)::text FROM pg_prepared_statements":          "0",
		`SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`: "0",
		"SELECT count(*)::text FROM periodic": "0",
	} {
		if got := ask[string](t, next, query); got != want {
			t.Errorf("%s: %s; want %s", query, got, want)
		}
	}
}

func TestAConnectionThatIsNotReused(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, conn, other *pgx.Conn){
		"ended by the server while it was used": func(t *testing.T, conn, other *pgx.Conn) {
			kill(t, conn, other)
			closeConn(t, conn)
		},
		"ended by the server while it waited": func(t *testing.T, conn, other *pgx.Conn) {
			closeConn(t, conn)
			kill(t, conn, other)
		},
		"closed without a terminate message": func(t *testing.T, conn, _ *pgx.Conn) {
			if err := conn.PgConn().Conn().Close(); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := lent(t)
			conn, other := session(t, d), session(t, d)
			defer closeConn(t, other)
			end(t, conn, other)
			next := session(t, d)
			defer closeConn(t, next)
			if next.PgConn().PID() == conn.PgConn().PID() {
				t.Error("it is reused")
			}
			if got := ask[string](t, next, "SELECT 'an answer'"); got != "an answer" {
				t.Errorf("got %s", got)
			}
		})
	}
}

// kill ends a connection from the server's side, and waits until it has.
func kill(t *testing.T, conn, other *pgx.Conn) {
	t.Helper()
	if !ask[bool](t, other, fmt.Sprintf("SELECT pg_terminate_backend(%d, 3600000)", conn.PgConn().PID())) {
		t.Fatal("it does not end")
	}
}

// A client with other startup parameters gets a new connection: DISCARD ALL resets to those of the startup message.
func TestAConnectionKeepsItsStartupParameters(t *testing.T) {
	t.Parallel()
	d := lent(t)
	closeConn(t, session(t, d))
	config, err := pgx.ParseConfig(d.url())
	if err != nil {
		t.Fatal(err)
	}
	config.DialFunc = d.dial
	config.RuntimeParams["lock_timeout"] = "777"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer closeConn(t, conn)
	if got := ask[string](t, conn, "SHOW lock_timeout"); got != "777ms" {
		t.Errorf("lock_timeout is %s", got)
	}
}

// The late answer to a cancelled query does not reach the next client.
func TestALateAnswerIsNobodyElses(t *testing.T) {
	t.Parallel()
	d := lent(t)
	conn := session(t, d)
	other := session(t, d)
	defer closeConn(t, other)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		_, _ = other.Exec(t.Context(), `DO $$ BEGIN
			WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep(3600)') LOOP
				PERFORM pg_stat_clear_snapshot();
			END LOOP;
		END $$`)
	}()
	if _, err := conn.Exec(ctx, "SELECT pg_sleep(3600)"); err == nil {
		t.Fatal("an hour has passed")
	}
	<-conn.PgConn().CleanupDone()
	next := session(t, d)
	defer closeConn(t, next)
	if got := ask[int](t, next, "SELECT 42"); got != 42 {
		t.Errorf("got %d", got)
	}
}
