package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"krapao/internal/pg"
)

// Description says which database a store is, and what about it is unsafe for other people's money.
type Description struct {
	Engine Engine
	// Version is the engine's version.
	Version string
	// Host is the server that answered, of several that were named, with its port; or the file.
	Host string
	// Database and Namespace say where in the server the tables are; empty on SQLite.
	Database, Namespace string
	// Role is our role there. Powers are roles that it has or may take and that reach beyond its database: to the server's files and
	// programs. With them the books could be rewritten.
	Role   string
	Powers []string
	// Standbys is the server's setting of the standbys that a commit waits for; empty if it waits for none.
	Standbys string
	// Commit is how far a commit waits (synchronous_commit).
	Commit string
	// Unverified reports whether the server's certificate is not verified, so that anyone in between could pose as the server.
	Unverified bool
}

// String says in a few words where the books are.
func (d Description) String() string {
	if d.Engine == SQLite {
		return fmt.Sprintf("SQLite %s in %s", d.Version, d.Host)
	}
	return fmt.Sprintf("PostgreSQL %s at %s, database %s, schema %s", d.Version, d.Host, d.Database, d.Namespace)
}

// Describe asks the database about itself.
func (s *Store) Describe(ctx context.Context) (Description, error) {
	d := Description{Engine: s.engine}
	if s.engine == SQLite {
		d.Host = strings.TrimPrefix(s.url, "sqlite:")
		err := s.read.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&d.Version)
		return d, wrapDescribe(err)
	}
	if tls := s.postgres.TLSConfig; tls != nil {
		d.Unverified = tls.InsecureSkipVerify && tls.VerifyPeerCertificate == nil && !here(s.postgres.Host)
	}
	conn, err := s.read.members.Conn(ctx)
	if err != nil {
		return d, wrapDescribe(err)
	}
	defer func() { _ = conn.Close() }()
	err = conn.Raw(func(driver any) error {
		c, ok := driver.(*pg.Conn)
		if !ok {
			return errors.New("not pgx's connection")
		}
		d.Host = c.Conn.Conn().PgConn().Conn().RemoteAddr().String()
		return nil
	})
	if err != nil {
		return d, wrapDescribe(err)
	}
	err = conn.QueryRowContext(ctx, `SELECT current_setting('server_version'), current_database(), COALESCE(current_schema(), ''),
		session_user, current_setting('synchronous_standby_names'), current_setting('synchronous_commit')`).
		Scan(&d.Version, &d.Database, &d.Namespace, &d.Role, &d.Standbys, &d.Commit)
	if err == nil {
		d.Version, _, _ = strings.Cut(d.Version, " ") // a distribution's own name follows
		d.Powers, err = powers(ctx, conn)
	}
	return d, wrapDescribe(err)
}

func wrapDescribe(err error) error {
	if err != nil {
		return fmt.Errorf("store: describe: %w", mapError(err))
	}
	return nil
}

// powers lists the roles that the session's role is, or may become, and that may do more than a node needs.
func powers(ctx context.Context, conn *sql.Conn) ([]string, error) {
	rows, err := conn.QueryContext(ctx, `SELECT r.rolname FROM pg_roles r, pg_roles me
		WHERE me.rolname = session_user
		AND (r.rolsuper OR r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
		AND (r.oid = me.oid OR NOT me.rolsuper AND pg_has_role(me.oid, r.oid, 'MEMBER'))
		ORDER BY r.rolname`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		all = append(all, name)
	}
	return all, rows.Err()
}

// written lists the tables to which the product only adds rows.
var written = []string{"entry", "refusal", "seal", "audit"}

// MayRewrite names the add-only tables whose rows our role could change or delete. On SQLite it names none: anyone who opens
// the file can do so.
func (s *Store) MayRewrite(ctx context.Context) ([]string, error) {
	if s.engine == SQLite {
		return nil, nil
	}
	var may []string
	for _, table := range written {
		var yes bool
		err := s.read.QueryRowContext(ctx, `SELECT pg_has_role(session_user, c.relowner, 'MEMBER') OR
			has_table_privilege(session_user, c.oid, 'UPDATE, DELETE, TRUNCATE')
			FROM pg_class c WHERE c.oid = to_regclass($1)`, table).Scan(&yes)
		if err != nil {
			return nil, wrapDescribe(err)
		}
		if yes {
			may = append(may, table)
		}
	}
	return may, nil
}

// SchemaVersions returns the number of the newest migration that the database has, 0 if it has none, and the newest that this
// program knows.
func (s *Store) SchemaVersions(ctx context.Context) (there, known int64, err error) {
	files, err := schema.ReadDir("schema")
	if err != nil {
		return 0, 0, wrapDescribe(err)
	}
	for _, f := range files {
		var number int64
		if _, err := fmt.Sscanf(f.Name(), "%d_", &number); err != nil {
			return 0, 0, wrapDescribe(err)
		}
		known = max(known, number)
	}
	err = s.read.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&there)
	return there, known, wrapDescribe(err)
}
