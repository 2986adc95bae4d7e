package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// profile has the node profile itself during a point, and PostgreSQL count its statements, if the run wants profiles. The
// returned function waits for the end of it.
func (i *installation) profile(ctx context.Context, p point) (wait func() error) {
	seconds := int(i.length.Seconds())
	if i.profiles == "" || p.offered > 0 || seconds == 0 {
		return func() error { return nil }
	}
	file := filepath.Join(i.profiles, fmt.Sprintf("%s-%s-%d", i.engine, p.operation, p.callers))
	made := make(chan error, 1)
	begun := i.forgetStatements(ctx)
	go func() {
		text, err := get(ctx, fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", i.figures, seconds))
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		made <- err
	}()
	return func() error { return errors.Join(begun, <-made, i.tellStatements(ctx, file+".sql")) }
}

// forgetStatements has PostgreSQL count its statements anew.
func (i *installation) forgetStatements(ctx context.Context) error {
	return i.ask(ctx, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, `CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()`)
		return err
	})
}

// tellStatements writes what each statement took of PostgreSQL since, the longest first: milliseconds, calls, rows, pages, text.
func (i *installation) tellStatements(ctx context.Context, file string) error {
	return i.ask(ctx, func(c *pgx.Conn) error {
		var text strings.Builder
		text.WriteString("      ms   calls    rows   pages\n")
		rows, err := c.Query(ctx, `SELECT format('%s %s %s %s  %s', to_char(total_exec_time + total_plan_time, '99990.0'),
			to_char(calls, '999990'), to_char(rows, '999990'), to_char(shared_blks_hit + shared_blks_read, '999990'),
			left(regexp_replace(query, '\s+', ' ', 'g'), 250)) FROM pg_stat_statements ORDER BY total_exec_time + total_plan_time DESC`)
		if err != nil {
			return err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		text.WriteString(strings.Join(lines, "\n"))
		return errors.Join(err, os.WriteFile(file, []byte(text.String()+"\n"), 0o600))
	})
}

// ask asks the installation's PostgreSQL, if it has one.
func (i *installation) ask(ctx context.Context, what func(*pgx.Conn) error) error {
	if i.server == nil {
		return nil
	}
	c, err := pgx.Connect(ctx, i.env["KRAPAO_DATABASE_URL"])
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	return what(c)
}
