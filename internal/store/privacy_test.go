package store_test

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/kept"
)

// TestEveryColumnHasALineAboutPeople: docs/privacy.md says of every column, once, why it is there, how long it is kept and what
// an erasure does with it. A new column without a line fails, and so does a line about a column that is gone.
func TestEveryColumnHasALineAboutPeople(t *testing.T) {
	t.Parallel()
	page := kept.Read(t)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		schema := columnsOf(t, s)
		for table, columns := range schema {
			named := page.Of(table)
			for _, column := range columns {
				if slices.Contains(page.Nobody, table) == slices.Contains(named, column) {
					t.Errorf("%s.%s: docs/privacy.md has no line for it, or says that the table is about nobody, too", table, column)
				}
			}
			for n, column := range named {
				if !slices.Contains(columns, column) || slices.Contains(named[:n], column) {
					t.Errorf("%s.%s: docs/privacy.md has a line for it that is one too many", table, column)
				}
			}
		}
		for _, c := range page.Columns {
			if schema[c.Table] == nil {
				t.Errorf("docs/privacy.md: there is no table %s", c.Table)
			}
		}
		for _, table := range page.Nobody {
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
