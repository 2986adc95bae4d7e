package api

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestEveryDecisionHasWords in the console, in each of its languages, and nothing else has: who reads a proposal reads what it
// does.
func TestEveryDecisionHasWords(t *testing.T) {
	t.Parallel()
	a := apptest.Start(t, apptest.Options{})
	kinds := reflect.ValueOf(a.Operators().Approvals).Elem().FieldByName("kinds").MapKeys()
	if len(kinds) < 60 {
		t.Fatalf("only %d kinds of decisions", len(kinds))
	}
	texts, err := filepath.Glob("../../web/src/console/i18n/locales/*/proposals.ts")
	if err != nil || len(texts) != 3 {
		t.Fatalf("the texts are %v, %v", texts, err)
	}
	named := regexp.MustCompile(`'((?:action|section)\.[a-zA-Z._-]+)'`)
	for _, path := range texts {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		known, said := map[string]bool{}, map[string]bool{}
		for _, found := range named.FindAllStringSubmatch(string(file), -1) {
			known[found[1]] = true
		}
		for _, kind := range kinds {
			words := []string{"action." + kind.String()}
			if section, of := strings.CutPrefix(kind.String(), "content."); of && !known[words[0]] {
				words = []string{"action.content", "section." + section}
			}
			for _, word := range words {
				if said[word] = true; !known[word] {
					t.Errorf("%s has no %q", path, word)
				}
			}
		}
		for name := range known {
			if strings.HasPrefix(name, "action.") && !said[name] {
				t.Errorf("%s: %q is of nothing that is decided", path, name)
			}
		}
	}
}
