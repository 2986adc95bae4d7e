// Package kept reads docs/privacy.md for tests: what it says of every column of the schema. Only tests use it.
package kept

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Column is what the page says of one column.
type Column struct {
	Table, Name string
	// Exported: an export has it.
	Exported bool
	// Rule says how long it is kept. Erasure is goes, emptied, stays or waits.
	Rule, Erasure string
}

// Page is docs/privacy.md.
type Page struct {
	Columns []Column
	// Nobody are the tables that are about nobody.
	Nobody []string
	// Rules are the names of the rules, in the page's order.
	Rules []string
	// Long says of each rule how long that is, and what ends it, in the page's words.
	Long map[string]Long
}

// Long is how long a rule keeps something.
type Long struct{ Long, Ends string }

// ticked is a name in a Markdown text.
var ticked = regexp.MustCompile("`([a-z_]+)`")

// Read reads the page, and fails a test if a line says nothing of export, rule or erasure that the page knows.
func Read(t testing.TB) Page {
	t.Helper()
	p, section := Page{Long: map[string]Long{}}, ""
	for line := range strings.Lines(text(t)) {
		if title, is := strings.CutPrefix(line, "## "); is {
			section = strings.TrimSpace(title)
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		first := names(cells[0])
		switch {
		case section == "What is about nobody":
			p.Nobody = append(p.Nobody, names(line)...)
		case section == "How long" && len(first) == 1:
			p.Rules = append(p.Rules, first[0])
			p.Long[first[0]] = Long{cells[1], cells[len(cells)-1]}
		case len(cells) == 6 && len(first) == 1:
			rule := strings.Trim(cells[4], "`")
			if !slices.Contains([]string{"yes", "no"}, cells[3]) || !slices.Contains(p.Rules, rule) ||
				!slices.Contains([]string{"goes", "emptied", "stays", "waits"}, cells[5]) {
				t.Errorf("docs/privacy.md: %q says nothing of export, rule or erasure that the page knows", line)
			}
			for _, name := range names(cells[1]) {
				p.Columns = append(p.Columns, Column{first[0], name, cells[3] == "yes", rule, cells[5]})
			}
		}
	}
	if len(p.Rules) < 10 || len(p.Columns) < 300 || len(p.Nobody) < 20 {
		t.Fatalf("docs/privacy.md could not be read: %d rules, %d columns", len(p.Rules), len(p.Columns))
	}
	return p
}

// names are the names that a text has.
func names(text string) (all []string) {
	for _, name := range ticked.FindAllStringSubmatch(text, -1) {
		all = append(all, name[1])
	}
	return all
}

// text is the page, of the module that the test is in.
func text(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		page, err := os.ReadFile(filepath.Join(dir, "docs", "privacy.md"))
		if err == nil {
			return string(page)
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("docs/privacy.md is not above this package")
	return ""
}

// Of are the names of a table's columns, in the page's order.
func (p Page) Of(table string) (columns []string) {
	for _, c := range p.Columns {
		if c.Table == table {
			columns = append(columns, c.Name)
		}
	}
	return columns
}

// Exported are the columns that an export has, by their tables, sorted. A sealed one is named without "_sealed".
func (p Page) Exported() map[string][]string {
	all := map[string][]string{}
	for _, c := range p.Columns {
		if c.Exported {
			all[c.Table] = append(all[c.Table], strings.TrimSuffix(c.Name, "_sealed"))
		}
	}
	for _, columns := range all {
		slices.Sort(columns)
	}
	return all
}

// Waiting are the columns that stay until their rule ends them, because a law asks the house to keep them.
func (p Page) Waiting() (columns []Column) {
	for _, c := range p.Columns {
		if c.Erasure == "waits" {
			columns = append(columns, c)
		}
	}
	return columns
}
