package archtest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// locking is what a query may do whose name begins with Lock: it sets columns to what they are, or counts how often the row was
// locked. It may make the row that is locked.
var locking = regexp.MustCompile(`(?s)(?:^|\bDO )UPDATE(?: \w+)? SET (\w+) = (?:\w+\.)?(\w+)(?: \+ 1)?\s(?:WHERE|RETURNING|$)`)

// TestALockChangesNothing: in a joint transaction, who is refused after such queries alone is refused without failing the others
// (pg.Changes). So what they do is committed although their transaction is refused.
func TestALockChangesNothing(t *testing.T) {
	t.Parallel()
	root := os.DirFS("../../..")
	locks := 0
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return errOrSkip(err)
		}
		if filepath.Ext(path) != ".sql" {
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		for _, query := range strings.Split(string(text), "-- name: ")[1:] {
			if !strings.HasPrefix(query, "Lock") {
				continue
			}
			locks++
			name, statement, _ := strings.Cut(query, " ")
			_, statement, _ = strings.Cut(statement, "\n")
			statement = regexp.MustCompile(`(?m)^--.*\n`).ReplaceAllString(statement, "")
			sets := locking.FindStringSubmatch(strings.TrimRight(statement, "; \n") + "\n")
			if sets == nil || sets[1] != sets[2] {
				t.Errorf("%s: %s may change something: give it another name", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if locks < 10 {
		t.Errorf("only %d locks were found", locks)
	}
}

func errOrSkip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}
