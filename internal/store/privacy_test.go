package store_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// ticked is a name in a Markdown text.
var ticked = regexp.MustCompile("`([a-z_]+)`")

// people is docs/privacy.md: the columns of each table that it names, and the tables that are about nobody.
type people struct {
	columns map[string][]string
	nobody  []string
}

// readPeople reads the page. Each line says of columns whether an export has them, by which rule they go, and what an erasure
// does with them.
func readPeople(t *testing.T) people {
	t.Helper()
	text, err := os.ReadFile("../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	p, rules, section := people{columns: map[string][]string{}}, []string{}, ""
	for line := range strings.Lines(string(text)) {
		if title, is := strings.CutPrefix(line, "## "); is {
			section = strings.TrimSpace(title)
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		names := ticked.FindAllStringSubmatch(cells[0], -1)
		switch {
		case section == "What is about nobody":
			for _, name := range ticked.FindAllStringSubmatch(line, -1) {
				p.nobody = append(p.nobody, name[1])
			}
		case section == "How long" && len(names) == 1:
			rules = append(rules, cells[0])
		case len(cells) == 6 && len(names) == 1:
			for _, column := range ticked.FindAllStringSubmatch(cells[1], -1) {
				p.columns[names[0][1]] = append(p.columns[names[0][1]], column[1])
			}
			if !slices.Contains([]string{"yes", "no"}, cells[3]) || !slices.Contains(rules, cells[4]) ||
				!slices.Contains([]string{"goes", "emptied", "stays"}, cells[5]) {
				t.Errorf("docs/privacy.md: %q says nothing of export, rule or erasure that the page knows", line)
			}
		}
	}
	if len(rules) < 10 || len(p.columns) < 50 {
		t.Fatalf("docs/privacy.md could not be read: %d rules, %d tables", len(rules), len(p.columns))
	}
	return p
}

// TestEveryColumnHasALineAboutPeople: docs/privacy.md says of every column, once, why it is there, how long it is kept and what an
// erasure does with it. A new column without a line fails, and so does a line about a column that is gone.
func TestEveryColumnHasALineAboutPeople(t *testing.T) {
	t.Parallel()
	page := readPeople(t)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		schema := columnsOf(t, s)
		for table, columns := range schema {
			named := page.columns[table]
			for _, column := range columns {
				if slices.Contains(page.nobody, table) == slices.Contains(named, column) {
					t.Errorf("%s.%s: docs/privacy.md has no line for it, or says that the table is about nobody, too", table, column)
				}
			}
			for n, column := range named {
				if !slices.Contains(columns, column) || slices.Contains(named[:n], column) {
					t.Errorf("%s.%s: docs/privacy.md has a line for it that is one too many", table, column)
				}
			}
		}
		for table := range page.columns {
			if schema[table] == nil {
				t.Errorf("docs/privacy.md: there is no table %s", table)
			}
		}
		for _, table := range page.nobody {
			if schema[table] == nil {
				t.Errorf("docs/privacy.md: there is no table %s", table)
			}
		}
	})
}

// columnsOf are the columns of the tables that migrations made.
func columnsOf(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	query := `SELECT c.table_name, c.column_name FROM information_schema.columns c
		JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`
	if s.Engine() == store.SQLite {
		query = `SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p
			WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'`
	}
	rows, err := s.DB().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		if table != "goose_db_version" { // goose's own
			columns[table] = append(columns[table], column)
		}
	}
	if err := rows.Err(); err != nil || len(columns) < 100 {
		t.Fatalf("%d tables, %v", len(columns), err)
	}
	return columns
}
