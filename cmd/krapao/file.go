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

// fileReport is what was found in the files of a database. The books may add up while a row is missing in an index, by which
// rows are found and duplicates are refused.
type fileReport struct {
	// checked says in words what was checked, or why it was not.
	checked []string
	// broken are lines as those of broken books.
	broken []string
}

// err returns what is broken, for a command that can't go on.
func (r fileReport) err() error {
	var all []error
	for _, what := range r.broken {
		all = append(all, errors.New("BREAK "+what))
	}
	return errors.Join(all...)
}

// mostDamage bounds the lines of one file.
const mostDamage = 20

// checkFile checks the files of a database from end to end.
func checkFile(ctx context.Context, db config.Database) (fileReport, error) {
	if file, yes := where(db).SQLite(); yes {
		if err := there(file); err != nil {
			return fileReport{}, err
		}
		damage, err := damageOf(ctx, file, "mode=ro", mostDamage)
		r := fileReport{broken: damage}
		if len(damage) == 0 {
			r.checked = []string{"the file is whole (integrity_check)"}
		}
		return r, err
	}
	return checkServer(ctx, db)
}

// damageOf returns the damage that SQLite finds in a file; it compares the indexes with their tables. It only reads, and a node
// may run meanwhile.
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

// checkServer lets PostgreSQL's pg_amcheck compare tables and indexes, where the server has what that needs.
func checkServer(ctx context.Context, db config.Database) (fileReport, error) {
	namespace, database, why, err := amcheck(ctx, db)
	if err != nil || why != "" {
		return notChecked(why), err
	}
	out, err := pgtool.Run(ctx, db.DatabaseURL, "pg_amcheck", "--heapallindexed", "--schema="+namespace, database)
	switch exit, failed := errors.AsType[*exec.ExitError](err); {
	case err == nil:
		return fileReport{checked: []string{"the server's files are whole (pg_amcheck)"}}, nil
	case errors.Is(err, pgtool.ErrMissing):
		return notChecked("pg_amcheck is not installed here"), nil
	case failed && exit.ExitCode() == 2: // it ran, and found damage
		return fileReport{broken: damageLines(out)}, nil
	}
	return fileReport{}, err
}

func notChecked(why string) fileReport {
	return fileReport{checked: []string{"not checked: the server's files: " + why}}
}

// amcheck returns which schema of which database is ours. why is the reason where its files can't be checked.
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

// damageLines returns one line for each relation of pg_amcheck's output, where a relation is a line and the indented ones below
// it.
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
