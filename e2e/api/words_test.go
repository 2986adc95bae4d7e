package api

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/operator"
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

// noAction are texts of the operators' code that look like actions and are none.
var noAction = []string{
	"books.book", "operator.sock", "passkey.add", "passkey.remove", "proposal.approve", "proposal.reject", "proposal.stop",
	"proposal.withdraw",
}

// TestEveryActionOfTheAuditLogHasWords in the console, in each of its languages, and nothing else has: every text of the
// operators' code that looks like an action is a decision, which TestEveryDecisionHasWords holds, or has words of its own. So
// has each step of a decision of two.
func TestEveryActionOfTheAuditLogHasWords(t *testing.T) {
	t.Parallel()
	a := apptest.Start(t, apptest.Options{})
	wanted := map[string]bool{"step.proposed": true, "step.approved": true, "step.repeated": true}
	for _, state := range []operator.ProposalState{
		operator.Rejected, operator.Withdrawn, operator.Stopped, operator.Expired, operator.Stale,
	} {
		wanted["step."+string(state)] = true
	}
	for action := range actionsOf(t, "../../operator", "../../internal/operatorapi") {
		wanted[action] = true
	}
	for _, kind := range reflect.ValueOf(a.Operators().Approvals).Elem().FieldByName("kinds").MapKeys() {
		delete(wanted, kind.String())
	}
	for _, text := range noAction {
		if !wanted[text] {
			t.Errorf("%q is not in the code any more", text)
		}
		delete(wanted, text)
	}
	if len(wanted) < 50 {
		t.Fatalf("only %d actions", len(wanted))
	}
	texts, err := filepath.Glob("../../web/src/console/i18n/locales/*/audit.ts")
	if err != nil || len(texts) != 3 {
		t.Fatalf("the texts are %v, %v", texts, err)
	}
	named := regexp.MustCompile(`'did\.([a-zA-Z._-]+)'`)
	for _, path := range texts {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, found := range named.FindAllStringSubmatch(string(file), -1) {
			if known[found[1]] = true; !wanted[found[1]] {
				t.Errorf("%s: %q is of nothing that is in the audit log", path, found[1])
			}
		}
		for action := range wanted {
			if !known[action] {
				t.Errorf("%s has no words for %q", path, action)
			}
		}
	}
}

// anAction is how an action is written: words with dots between them.
var anAction = regexp.MustCompile(`^[a-z]+(\.[a-z_-]+)+$`)

// actionsOf returns all texts of a program's parts that look like actions.
func actionsOf(t *testing.T, parts ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, part := range parts {
		if err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(gotoken.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, is := n.(*ast.BasicLit); is && literal.Kind == gotoken.STRING {
					if text, err := strconv.Unquote(literal.Value); err == nil && anAction.MatchString(text) {
						found[text] = true
					}
				}
				return true
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return found
}
