package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"strings"

	"krapao/internal/config"
	"krapao/internal/pgtool"
	"krapao/internal/store"
)

// fileReport is what was found in the files of a database, below what its tables say: books may add up while an index, by which
// something is found or kept from being there twice, lacks a row.
type fileReport struct {
	// looked says what was looked at, or why it was not, for people.
	looked []string
	// broken are lines like those of broken books.
	broken []string
}

// told is what was found, where nothing else can be told any more.
func (r fileReport) told() error {
	var all []error
	for _, what := range r.broken {
		all = append(all, errors.New("BREAK "+what))
	}
	return errors.Join(all...)
}

// mostDamage bounds what is told of one file.
const mostDamage = 20

// checkFile looks at the files of a database from end to end.
func checkFile(ctx context.Context, db config.Database) (fileReport, error) {
	if file, yes := where(db).SQLite(); yes {
		if err := there(file); err != nil {
			return fileReport{}, err
		}
		damage, err := damageOf(ctx, file, "mode=ro", mostDamage)
		r := fileReport{broken: damage}
		if len(damage) == 0 {
			r.looked = []string{"the file is whole (integrity_check)"}
		}
		return r, err
	}
	return checkServer(ctx, db)
}

// damageOf is what SQLite finds in a file, the indexes compared with their tables. It reads only, beside a node that writes too.
func damageOf(ctx context.Context, file, how string, most int) (damage []string, err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?_pragma=busy_timeout(10000)&"+how)
	if err != nil {
		return nil, fmt.Errorf("the file: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", most))
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, fmt.Errorf("the file cannot be read: %w", err)
		}
		if line != "ok" {
			damage = append(damage, "the file: "+flat(line))
		}
	}
	if err := rows.Err(); err != nil {
		damage = append(damage, "the file cannot be read to its end: "+flat(err.Error()))
	}
	return damage, nil
}

// checkServer has PostgreSQL's own program compare tables and indexes, where the server has what that needs.
func checkServer(ctx context.Context, db config.Database) (fileReport, error) {
	namespace, database, why, err := amcheck(ctx, db)
	if err != nil || why != "" {
		return notLooked(why), err
	}
	out, err := pgtool.Run(ctx, db.DatabaseURL, "pg_amcheck", "--heapallindexed", "--schema="+namespace, database)
	switch exit, failed := errors.AsType[*exec.ExitError](err); {
	case err == nil:
		return fileReport{looked: []string{"the server's files are whole (pg_amcheck)"}}, nil
	case errors.Is(err, pgtool.ErrMissing):
		return notLooked("pg_amcheck is not installed here"), nil
	case failed && exit.ExitCode() == 2: // it worked, and found something
		return fileReport{broken: damageLines(out)}, nil
	}
	return fileReport{}, err
}

func notLooked(why string) fileReport {
	return fileReport{looked: []string{"not looked at: the server's files: " + why}}
}

// amcheck tells which schema of which database is ours, and why its files can't be looked at where they can't.
func amcheck(ctx context.Context, db config.Database) (namespace, database, why string, err error) {
	s, err := store.Open(ctx, where(db))
	if err != nil {
		return "", "", "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var there, usable int
	err = s.DB().QueryRowContext(ctx, `SELECT COALESCE(current_schema(), ''), current_database(),
			COUNT(p.oid), COUNT(p.oid) FILTER (WHERE has_function_privilege(p.oid, 'EXECUTE'))
		FROM pg_extension e JOIN pg_depend d ON d.refobjid = e.oid AND d.deptype = 'e'
			JOIN pg_proc p ON p.oid = d.objid AND p.proname IN ('bt_index_check', 'verify_heapam') AND p.pronargs > 1
		WHERE e.extname = 'amcheck'`).Scan(&namespace, &database, &there, &usable)
	switch {
	case err != nil:
		return "", "", "", fmt.Errorf("verify: %w", err)
	case there == 0:
		why = "the database has no extension amcheck"
	case usable < there:
		why = "this role may not use the extension amcheck"
	}
	return namespace, database, why, nil
}

// damageLines puts what pg_amcheck found about one relation, a head and what is indented below it, on a line each.
func damageLines(out string) []string {
	var all []string
	for line := range strings.Lines(out) {
		indented := strings.HasPrefix(line, " ")
		switch text := flat(line); {
		case text == "":
		case indented && len(all) > 0:
			all[len(all)-1] += " " + text
		case len(all) < mostDamage:
			all = append(all, "the server's files: "+text)
		}
	}
	if len(all) == 0 {
		all = []string{"the server's files: pg_amcheck found damage, and did not say where"}
	}
	return all
}
