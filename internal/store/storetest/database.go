package storetest

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/testkit/pgtest"
)

// database is one that tests use one after the other. To reset it and keep its connections costs the server a tenth of a new one.
type database struct {
	name string
	// schema is the fingerprint of the schema that the migrations made.
	schema string
	// restore is the statement that brings back the rows that the migrations made.
	restore string
	// uses is how many tests have had it.
	uses int

	mu    sync.Mutex
	inUse int // server connections
	idle  []*serverConn
}

// idle are the databases for the next tests of this process.
var idle struct {
	sync.Mutex
	databases []*database
}

// mostIdle is how many databases are kept for the next tests.
const mostIdle = 8

// mostUses of a database: dead rows stay behind after each.
const mostUses = 40

// borrow gives a test a database as the migrations made it, until the test ends.
func borrow(t testing.TB) *database {
	t.Helper()
	d, err := acquire()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.release(!t.Failed()) })
	return d
}

func acquire() (*database, error) {
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
	if err := d.inspect(); err != nil {
		return nil, err
	}
	return d, nil
}

// release resets a database for the next test, or drops it where that is impossible or the test failed.
func (d *database) release(good bool) {
	d.uses++
	if good && d.uses < mostUses && d.reset() {
		idle.Lock()
		defer idle.Unlock()
		if len(idle.databases) < mostIdle {
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

// dial connects a store to the database; the server connections stay open when it closes.
func (d *database) dial(_ context.Context, network, address string) (net.Conn, error) {
	return &clientConn{database: d, network: network, address: address, attached: make(chan struct{})}, nil
}

// acquireConn finds an idle connection that fits a client's first message, or opens one.
func (d *database) acquireConn(network, address string, first []byte) (*serverConn, error) {
	parameters, session := startupParameters(first)
	if l := d.idleConn(parameters); session && l != nil {
		return l, nil
	}
	l, err := connect(network, address, first)
	if err == nil {
		d.count(1)
	}
	return l, err
}

// idleConn takes an idle connection with these startup parameters; nil: there is none.
func (d *database) idleConn(parameters string) *serverConn {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := len(d.idle) - 1; i >= 0; i-- {
		l := d.idle[i]
		if l.parameters != parameters {
			continue
		}
		d.idle = append(d.idle[:i], d.idle[i+1:]...)
		if l.alive() {
			d.inUse++
			return l
		}
		_ = l.Close()
	}
	return nil
}

// releaseConn resets a connection and keeps it, or closes it.
func (d *database) releaseConn(l *serverConn, whole bool) {
	if !whole || !l.reusable || !l.reset() {
		_ = l.Close()
		d.count(-1)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inUse--
	d.idle = append(d.idle, l)
}

func (d *database) count(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inUse += n
}

// connection opens a connection for maintaining the database; it uses the same server connections as the stores.
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

// inspect notes the schema and the rows of a new database.
func (d *database) inspect() error {
	ctx := context.Background()
	conn, err := d.connection()
	if err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := conn.QueryRow(ctx, schemaFingerprint).Scan(&d.schema); err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	if d.restore, err = restoreStatement(ctx, conn); err != nil {
		return fmt.Errorf("storetest: %w", err)
	}
	return nil
}

// reset brings back the rows that the migrations made. It reports whether the next test may have the database: nobody is
// connected, the schema is unchanged, and it holds so little that a reset is cheaper than a new one.
func (d *database) reset() bool {
	d.mu.Lock()
	unused, others := d.inUse == 0, len(d.idle)
	d.mu.Unlock()
	if !unused {
		return false
	}
	ctx := context.Background()
	conn, err := d.connection()
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, fmt.Sprintf(waitForOthers, max(others, 1))); err != nil {
		return false
	}
	if _, err := conn.Exec(ctx, d.restore); err != nil {
		return false
	}
	var schema string
	err = conn.QueryRow(ctx, schemaFingerprint).Scan(&schema)
	return err == nil && schema == d.schema
}

// waitForOthers waits until the server has closed the connections of clients that are gone, such as a killed program. After a
// second it fails.
const waitForOthers = `DO $$
DECLARE tries int := 0;
BEGIN
	WHILE (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend') > %d LOOP
		tries := tries + 1;
		IF tries > 100 THEN RAISE EXCEPTION 'somebody is still there'; END IF;
		PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot();
	END LOOP;
END $$`

// schemaFingerprint changes with every change of a table, a column, an index, a trigger or a function: each is a row of the
// catalogue, with the transaction that wrote it. Of tables only the names count, since the ledger sets a storage parameter.
const schemaFingerprint = `SELECT concat_ws(' ',
	(SELECT count(*) || '/' || sum(hashtext(relname || relkind::text)::bigint) FROM pg_class
			WHERE oid >= 16384 AND relpersistence <> 't'),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_attribute WHERE attrelid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_index WHERE indexrelid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_constraint),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_trigger),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_proc WHERE oid >= 16384),
	(SELECT count(*) || '/' || sum(xmin::text::bigint) FROM pg_namespace WHERE oid >= 16384),
	(SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())))`

// deleteRows begins a statement that deletes all rows; it fails where a new database is cheaper.
const deleteRows = `DO $reset$
DECLARE
	dirty text[]; bytes bigint; name text;
BEGIN
	SELECT array_agg(oid::regclass::text), sum(size) INTO dirty, bytes
		FROM (SELECT oid, pg_relation_size(oid) AS size FROM pg_class WHERE oid >= 16384 AND relkind = 'r') AS tables WHERE size > 0;
	IF bytes > 16 << 20 THEN RAISE EXCEPTION 'too big to reset'; END IF;
	FOREACH name IN ARRAY dirty LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
`

// restoreStatement brings rows and sequences back to what they are now.
func restoreStatement(ctx context.Context, conn *pgx.Conn) (string, error) {
	tables, err := texts(ctx, conn,
		"SELECT oid::regclass::text FROM pg_class WHERE oid >= 16384 AND relkind = 'r' AND pg_relation_size(oid) > 0")
	if err != nil {
		return "", err
	}
	statement := deleteRows
	for _, table := range tables {
		rows, err := texts(ctx, conn, "SELECT quote_literal(json_agg(t)) FROM "+table+" t HAVING count(*) > 0")
		if err != nil {
			return "", err
		}
		for _, all := range rows {
			statement += fmt.Sprintf("INSERT INTO %[1]s SELECT * FROM json_populate_recordset(NULL::%[1]s, %[2]s);\n", table, all)
		}
	}
	sequences, err := texts(ctx, conn,
		`SELECT format('PERFORM setval(%L, %s);', schemaname || '.' || sequencename,
			coalesce(last_value || ', true', start_value || ', false')) FROM pg_sequences`)
	if err != nil {
		return "", err
	}
	return statement + strings.Join(sequences, "\n") + "\nEND $reset$", nil
}

// texts reads a query of one column.
func texts(ctx context.Context, conn *pgx.Conn, query string) ([]string, error) {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
