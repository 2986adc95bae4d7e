package api

import (
	"cmp"
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
	for path, known := range wordsOf(t, "proposals", `'((?:action|section)\.[a-zA-Z._-]+)'`) {
		said := map[string]bool{}
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

// wordsOf returns what a pattern finds in a group of the console's texts, by the file of each language.
func wordsOf(t *testing.T, group, pattern string) map[string]map[string]bool {
	t.Helper()
	texts, err := filepath.Glob("../../web/src/console/i18n/locales/*/" + group + ".ts")
	if err != nil || len(texts) != 3 {
		t.Fatalf("the texts are %v, %v", texts, err)
	}
	named, all := regexp.MustCompile(pattern), map[string]map[string]bool{}
	for _, path := range texts {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = map[string]bool{}
		for _, found := range named.FindAllStringSubmatch(string(file), -1) {
			all[path][found[1]] = true
		}
	}
	return all
}

// TestEveryOutsideSystemHasWords in the console, in each of its languages: every kind of client that the program opens is a kind
// of system there.
func TestEveryOutsideSystemHasWords(t *testing.T) {
	t.Parallel()
	shown := map[string]string{"qr": "gateway", "feed": "bank", "payout": "payouts"}
	opened := regexp.MustCompile(`\.Measured\("([a-z]+)"\)`)
	files, err := filepath.Glob("../../internal/app/*.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range opened.FindAllStringSubmatch(string(file), -1) {
			kinds[cmp.Or(shown[found[1]], found[1])] = true
		}
	}
	if len(kinds) < 8 {
		t.Fatalf("only %d kinds of systems", len(kinds))
	}
	for path, known := range wordsOf(t, "core", `'system\.kind\.([a-z]+)'`) {
		for kind := range kinds {
			if !known[kind] {
				t.Errorf("%s has no words for %q", path, kind)
			}
		}
	}
}

// noAction are texts of the operators' code that look like actions and are none.
var noAction = []string{
	"operator.sock", "passkey.add", "passkey.remove", "proposal.approve", "proposal.reject", "proposal.stop",
	"proposal.withdraw",
}

// former are actions that versions before have written: their lines stay, and are read.
var former = []string{"member.find"}

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
	for _, action := range former {
		if wanted[action] {
			t.Errorf("%q is in the code", action)
		}
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
	for path, known := range wordsOf(t, "audit", `'did\.([a-zA-Z._-]+)'`) {
		for action := range known {
			if !wanted[action] {
				t.Errorf("%s: %q is of nothing that is in the audit log", path, action)
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
