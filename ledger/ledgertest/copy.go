package ledgertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
)

// postgres fills tables of PostgreSQL.
func (k Sink) postgres(ctx context.Context, s *store.Store, fill func(Put) error) (err error) {
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// The checkpoint at the end makes all of it durable.
	for _, text := range []string{"SET synchronous_commit = off", "SET maintenance_work_mem = '1GB'"} {
		if _, err := conn.Exec(ctx, text); err != nil {
			return err
		}
	}
	if len(k.Packed) == 0 {
		err = fill(k.put(ctx, conn))
	} else {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return k.pack(ctx, tx, fill) })
	}
	if err != nil {
		return err
	}
	for _, text := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		k.tell(strings.ToLower(text))
		if _, err := conn.Exec(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// pack fills tables that are new in this transaction, with what was in them, so that nothing of them is logged; then it builds
// their indexes.
func (k Sink) pack(ctx context.Context, tx pgx.Tx, fill func(Put) error) error {
	var builds []index
	for _, table := range k.Packed {
		of, err := indexes(ctx, tx, table)
		if err != nil {
			return err
		}
		builds = append(builds, of...)
		for _, text := range []string{
			"CREATE TEMP TABLE before_%[1]s ON COMMIT DROP AS TABLE %[1]s", "TRUNCATE %[1]s", "INSERT INTO %[1]s TABLE before_%[1]s",
		} {
			if _, err := tx.Exec(ctx, fmt.Sprintf(text, table)); err != nil {
				return err
			}
		}
	}
	for _, i := range builds {
		if _, err := tx.Exec(ctx, i.drop); err != nil {
			return err
		}
	}
	if err := fill(k.put(ctx, tx.Conn())); err != nil {
		return err
	}
	for _, i := range builds {
		k.tell("index " + i.name)
		if _, err := tx.Exec(ctx, i.build); err != nil {
			return err
		}
	}
	return nil
}

// index is one of a table, by how it is dropped and built.
type index struct{ name, drop, build string }

// indexes are those of a table; those of its constraints are first.
func indexes(ctx context.Context, tx pgx.Tx, table string) ([]index, error) {
	rows, err := tx.Query(ctx, `
		SELECT c.conname::text, format('ALTER TABLE %I DROP CONSTRAINT %I', $1::text, c.conname),
			format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, c.conname, pg_get_constraintdef(c.oid))
		FROM pg_constraint c WHERE c.conrelid = $1::text::regclass AND c.contype IN ('p', 'u')
		UNION ALL
		SELECT i.indexrelid::regclass::text, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
		FROM pg_index i WHERE i.indrelid = $1::text::regclass
			AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`, table)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (i index, err error) {
		err = row.Scan(&i.name, &i.drop, &i.build)
		return i, err
	})
}

func (k Sink) put(ctx context.Context, conn *pgx.Conn) Put {
	var text []byte
	return func(table string, fields []string, rows [][]any) error {
		text = text[:0]
		for _, row := range rows {
			text = line(text, row)
		}
		query := fmt.Sprintf("COPY %s (%s) FROM STDIN", table, strings.Join(fields, ", "))
		if slices.Contains(k.Packed, table) {
			query += " (FREEZE)" // no VACUUM has to write the pages again
		}
		_, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(text), query)
		return err
	}
}

// escaped are the characters that mean something to COPY.
var escaped = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// line appends a row as COPY reads it.
func line(text []byte, row []any) []byte {
	for n, value := range row {
		if n > 0 {
			text = append(text, '\t')
		}
		switch v := value.(type) {
		case nil:
			text = append(text, `\N`...)
		case int64:
			text = strconv.AppendInt(text, v, 10)
		case bool:
			text = strconv.AppendBool(text, v)
		case string:
			text = append(text, escaped.Replace(v)...)
		default:
			text = fmt.Append(text, v)
		}
	}
	return append(text, '\n')
}
