package archtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

const root = "../../.."

// row is a line of docs/spec.md: a statement, the places in the code, and the tests that prove it.
type row struct {
	quote, code, tests string
}

var (
	heading = regexp.MustCompile(`(?m)^#.*$`)
	ticked  = regexp.MustCompile("`([^`]+)`")
	// A file and the names of its tests, each in quotes.
	shown  = regexp.MustCompile("`([^`]+)`((?: \"[^\"]+\",?)+)")
	quoted = regexp.MustCompile(`"([^"]+)"`)
)

// TestEveryStatementIsShown: the rows of docs/spec.md are docs/founding/SPEC.md word for word, in order and without a gap,
// and everything that they name exists.
func TestEveryStatementIsShown(t *testing.T) {
	t.Parallel()
	rows := specRows(t)
	tile(t, rows)
	for _, r := range rows {
		places := ticked.FindAllStringSubmatch(r.code, -1)
		if len(places) == 0 {
			t.Errorf("%s: no place in the code", r.quote)
		}
		settled := true // a statement that leaves something open is settled by a document
		for _, place := range places {
			settled = settled && strings.HasPrefix(place[1], "docs/")
			if _, err := os.Stat(filepath.Join(root, place[1])); err != nil {
				t.Errorf("%s: %v", r.quote, err)
			}
		}
		if named(t, r.tests) == 0 && (!settled || r.tests != "–") {
			t.Errorf("%s: no test", r.quote)
		}
	}
}

// named counts the files with tests that a text names. Each of the tests must exist.
func named(t *testing.T, text string) int {
	t.Helper()
	files := shown.FindAllStringSubmatch(text, -1)
	for _, file := range files {
		for _, name := range quoted.FindAllStringSubmatch(file[2], -1) {
			if why := missing(file[1], name[1]); why != "" {
				t.Error(why)
			}
		}
	}
	return len(files)
}

// path matches what looks like a path among the code words of a page.
var path = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+$`)

// TestThePageOfTheWebAppIsTrue: the files and tests that docs/web.md names exist.
func TestThePageOfTheWebAppIsTrue(t *testing.T) {
	t.Parallel()
	text := read(t, "docs/web.md")
	for _, word := range ticked.FindAllStringSubmatch(text, -1) {
		if !path.MatchString(word[1]) {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, word[1])); err != nil {
			t.Error(err)
		}
	}
	if n := named(t, text); n < 40 {
		t.Errorf("only %d tests seen", n)
	}
}

func specRows(t *testing.T) []row {
	t.Helper()
	var rows []row
	for line := range strings.Lines(read(t, "docs/spec.md")) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(line, "| SPEC.md says") {
			continue
		}
		rows = append(rows, row{
			quote: strings.TrimPrefix(cells[0], "| "), code: cells[1], tests: strings.TrimSuffix(cells[2], " |"),
		})
	}
	return rows
}

// tile lays the rows over SPEC.md, one after the other. A long statement is given by its first and last words, with … between.
func tile(t *testing.T, rows []row) {
	t.Helper()
	rest := strings.Join(strings.Fields(heading.ReplaceAllString(read(t, "docs/founding/SPEC.md"), "")), " ")
	for _, r := range rows {
		first, last, _ := strings.Cut(r.quote, " … ")
		before, after, found := strings.Cut(rest, first)
		if !found {
			t.Fatalf("SPEC.md does not say this here: %s", first)
		}
		if strings.ContainsFunc(before, isWord) {
			t.Errorf("no row for: %s", before)
		}
		if _, after, found = strings.Cut(after, last); !found {
			t.Fatalf("SPEC.md does not say this here: %s", last)
		}
		rest = after
	}
	if strings.ContainsFunc(rest, isWord) {
		t.Errorf("no row for: %s", rest)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// missing says why a file has no test of that name. The web's tests are found by their words, as the first argument of a call.
func missing(file, name string) string {
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err.Error()
	}
	pattern := `(?m)^func ` + regexp.QuoteMeta(name) + `\(`
	if !strings.HasSuffix(file, ".go") {
		word := regexp.QuoteMeta(name)
		pattern = `\(\s*(?:'` + word + `'|"` + word + "\"|`" + word + "`)"
	}
	if !regexp.MustCompile(pattern).Match(text) {
		return file + " has no test " + name
	}
	return ""
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
