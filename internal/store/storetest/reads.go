package storetest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
)

var queryArgument = regexp.MustCompile(`[@$]\w+`)

// Reads returns the tables that a query of a file reads on SQLite, by the program that it is compiled to.
func Reads(t *testing.T, s *store.Store, file, name string) (tables []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, query, found := strings.Cut(string(text), "-- name: "+name+" ")
	if !found {
		t.Fatalf("%s has no query %s", file, name)
	}
	_, query, _ = strings.Cut(query, "\n")
	query, _, _ = strings.Cut(query, ";")
	rows, err := s.DB().QueryContext(t.Context(), `EXPLAIN `+queryArgument.ReplaceAllString(query, "NULL"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var pages []int64
	for rows.Next() {
		var opcode string
		var address, p1, p2, p3, p5 int64
		var p4, comment any
		if err := rows.Scan(&address, &opcode, &p1, &p2, &p3, &p4, &p5, &comment); err != nil {
			t.Fatal(err)
		}
		if opcode == "OpenRead" {
			pages = append(pages, p2)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		var table string
		if err := s.DB().QueryRowContext(t.Context(),
			"SELECT tbl_name FROM sqlite_schema WHERE rootpage = $1", page).Scan(&table); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// Tables returns the tables of some rows.
func Tables(rows []store.Origin) (tables []string) {
	for _, row := range rows {
		tables = append(tables, row.Table)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}
