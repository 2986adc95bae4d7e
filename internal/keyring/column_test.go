package keyring

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

var sealing = regexp.MustCompile(`secret\.Row\{Table: "(\w+)", Column: "(\w+)"`)

// ending are sealed texts that no rotation turns, because they end by themselves: a payer in the request of a proposal ends with
// it, after a day. operating.md says to keep a former key for longer.
var ending = map[string]bool{"proposal.request": true}

// Every column that the code seals is in the list: a rotation that left one out would leave its texts under the former key, and
// lose them with that key.
func TestEverySealedColumnIsKnown(t *testing.T) {
	t.Parallel()
	known := func(table, bound string) bool {
		return slices.ContainsFunc(columns, func(c column) bool {
			row := c.row(position{})
			return row.Table == table && row.Column == bound
		})
	}
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "internal/keyring") {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, m := range sealing.FindAllStringSubmatch(string(source), -1) {
			if seen++; !known(m[1], m[2]) && !ending[m[1]+"."+m[2]] {
				t.Errorf("%s seals %s.%s, which no rotation knows", path, m[1], m[2])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Errorf("only %d places seen", seen)
	}
}

// The queries of each column fit the schema, on both engines.
func TestColumnsAreThere(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range columns {
			if _, err := c.after(t.Context(), s, position{}, 1); err != nil {
				t.Errorf("%s.%s: %v", c.table, c.name, err)
			}
			if _, err := c.some(t.Context(), s); err != nil {
				t.Errorf("%s.%s: %v", c.table, c.name, err)
			}
			if _, err := c.text(t.Context(), s, position{"nobody", 0}); !store.NotFound(err) {
				t.Errorf("%s.%s: %v", c.table, c.name, err)
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				return c.replace(t.Context(), tx, position{"nobody", 0}, "former", "sealed")
			}); err != nil {
				t.Errorf("%s.%s: %v", c.table, c.name, err)
			}
		}
	})
}
