package storetest

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/pgtest"
)

// database is one of PostgreSQL's that tests use one after the other: emptying it, and keeping its connections, costs the server
// a tenth of a new one.
type database struct {
	name string
	// new is what the schema and the rows were before the first test.
	new state

	mu   sync.Mutex
	uses int
	held int // lines that somebody uses
	idle []*line
}

// state of a database that each test finds.
type state struct {
	// schema tells one from another: it changes with every change of a table, a column, an index, a trigger or a function.
	schema string
	// restore is the statement that makes the rows those that the migrations left.
	restore string
}

// idle are the databases that wait for the next test of this process.
var idle struct {
	sync.Mutex
	databases []*database
}

// kept is how many databases wait at most: a test more than the machine runs at once gets a new one.
const kept = 8

// mostUses of a database, so that what emptying leaves behind (dead rows, mostly) stays little.
const mostUses = 40

// borrow gives a test a database as the migrations leave it, and takes it back when the test has ended.
func borrow(t testing.TB) *database {
	t.Helper()
	d, err := lend()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.giveBack(!t.Failed()) })
	return d
}

func lend() (*database, error) {
	if err := template(); err != nil {
		return nil, err
	}
	idle.Lock()
	if last := len(idle.databases) - 1; last >= 0 {
		d := idle.databases[last]
		idle.databases = idle.databases[:last]
		idle.Unlock()
		return d, nil
	}
	idle.Unlock()
	d := &database{name: newName()}
	err := maintain(func(ctx context.Context, conn *pgx.Conn) error {
		// Copying files costs the server a third of what copying pages through its log does, dropping the copy a seventh.
		return all(ctx, conn, "CREATE DATABASE "+d.name+" TEMPLATE "+templateName()+" STRATEGY FILE_COPY")
	})
	if err != nil {
		return nil, err
	}
	if err := d.look(); err != nil {
		return nil, err
	}
	return d, nil
}

// giveBack keeps a database for the next test if it can be as new, and drops it otherwise.
func (d *database) giveBack(good bool) {
	d.uses++
	if good && d.uses < mostUses && d.empty() {
		idle.Lock()
		defer idle.Unlock()
		if len(idle.databases) < kept {
			idle.databases = append(idle.databases, d)
			return
		}
	}
	d.mu.Lock()
	for _, l := range d.idle {
		_ = l.Close()
	}
	d.idle = nil
	d.mu.Unlock()
	_ = maintain(func(ctx context.Context, conn *pgx.Conn) error { return drop(ctx, conn, d.name) })
}

// dial is how a store reaches the database: over lines that stay when it closes.
func (d *database) dial(_ context.Context, network, address string) (net.Conn, error) {
	return &warm{of: d, network: network, address: address, began: make(chan struct{})}, nil
}

// take finds a line for who says hello, or makes one.
func (d *database) take(network, address string, hello []byte) (*line, error) {
	settings, session := settingsOf(hello)
	if l := d.waiting(settings); session && l != nil {
		return l, nil
	}
	l, err := connect(network, address, hello)
	if err == nil {
		d.count(1)
	}
	return l, err
}

// waiting takes a line that nobody uses out of those that wait.
func (d *database) waiting(settings string) *line {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := len(d.idle) - 1; i >= 0; i-- {
		l := d.idle[i]
		if l.settings != settings {
			continue
		}
		d.idle = append(d.idle[:i], d.idle[i+1:]...)
		if l.alive() {
			d.held++
			return l
		}
		_ = l.Close()
	}
	return nil
}

// leave takes a line back, or closes it.
func (d *database) leave(l *line, whole bool) {
	if !whole || !l.lasts || !l.asNew() {
		_ = l.Close()
		d.count(-1)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held--
	d.idle = append(d.idle, l)
}

func (d *database) count(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held += n
}

// connection is one to look after the database with; it leaves its line to the others.
func (d *database) connection() (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(d.url())
	if err != nil {
		return nil, err
	}
	config.DialFunc = d.dial
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	return pgx.ConnectConfig(context.Background(), config)
}

func (d *database) url() string {
	server, _ := pgtest.URL()
	return named(server, d.name)
}

// look notes what a new database is like.
func (d *database) look() error {
	ctx := context.Background()
	conn, err := d.connection()
	if err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := conn.QueryRow(ctx, schemaNow).Scan(&d.new.schema); err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	if d.new.restore, err = restoring(ctx, conn); err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	return nil
}

// empty makes the database as new, and reports whether it is: nobody uses it any more, its schema is the one that it had, and
// the test was not so big that emptying costs more than a new one.
func (d *database) empty() bool {
	d.mu.Lock()
	left, others := d.held == 0, len(d.idle)
	d.mu.Unlock()
	if !left {
		return false
	}
	ctx := context.Background()
	conn, err := d.connection()
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, fmt.Sprintf(alone, max(others, 1))); err != nil {
		return false
	}
	if _, err := conn.Exec(ctx, d.new.restore); err != nil {
		return false
	}
	var schema string
	err = conn.QueryRow(ctx, schemaNow).Scan(&schema)
	return err == nil && schema == d.new.schema
}

// alone waits until those whose connection was cut (a program that was killed, for one) are gone, as far as they go within a
// second; then it fails.
const alone = `DO $$
DECLARE tries int := 0;
BEGIN
	WHILE (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend') > %d LOOP
		tries := tries + 1;
		IF tries > 100 THEN RAISE EXCEPTION 'somebody is still there'; END IF;
		PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot();
	END LOOP;
END $$`

// schemaNow is what changes when somebody changes the schema: each such row has the transaction that wrote it. Of tables only the
// names count, since the ledger sets a storage parameter of its own.
const schemaNow = `SELECT concat_ws(' ',
	(SELECT count(*) || '/' || sum(hashtext(relname || relkind::text)::bigint) FROM pg_class WHERE oid >= 16384 AND relpersistence <> 't'),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_attribute WHERE attrelid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_index WHERE indexrelid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_constraint),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_trigger),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_proc WHERE oid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_namespace WHERE oid >= 16384),
	(SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())))`

// emptied is the beginning of a statement that takes away all rows; it fails where a new database is cheaper.
const emptied = `DO $empty$
DECLARE
	dirty text[]; bytes bigint; name text;
BEGIN
	SELECT array_agg(oid::regclass::text), sum(size) INTO dirty, bytes
		FROM (SELECT oid, pg_relation_size(oid) AS size FROM pg_class WHERE oid >= 16384 AND relkind = 'r') AS tables WHERE size > 0;
	IF bytes > 16 << 20 THEN RAISE EXCEPTION 'too big to empty'; END IF;
	FOREACH name IN ARRAY dirty LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
`

// restoring is the statement that makes the rows what they are now, and the sequences.
func restoring(ctx context.Context, conn *pgx.Conn) (string, error) {
	tables, err := texts(ctx, conn, "SELECT oid::regclass::text FROM pg_class WHERE oid >= 16384 AND relkind = 'r' AND pg_relation_size(oid) > 0")
	if err != nil {
		return "", err
	}
	statement := emptied
	for _, table := range tables {
		rows, err := texts(ctx, conn, "SELECT quote_literal(json_agg(t)) FROM "+table+" t HAVING count(*) > 0")
		if err != nil {
			return "", err
		}
		for _, all := range rows {
			statement += fmt.Sprintf("INSERT INTO %[1]s SELECT * FROM json_populate_recordset(NULL::%[1]s, %[2]s);\n", table, all)
		}
	}
	sequences, err := texts(ctx, conn, "SELECT format('PERFORM setval(%L, %s);', schemaname || '.' || sequencename, coalesce(last_value || ', true', start_value || ', false')) FROM pg_sequences")
	if err != nil {
		return "", err
	}
	return statement + strings.Join(sequences, "\n") + "\nEND $empty$", nil
}

func texts(ctx context.Context, conn *pgx.Conn, query string) ([]string, error) {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
