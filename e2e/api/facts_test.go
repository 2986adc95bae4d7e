package api

import (
	"path/filepath"
	"strings"
	"testing"

	tokens "krapao/operator/token"
)

// TestEveryFactHasWords in the console, in each of its languages: names of facts, and the values that are codes, as the code of
// the operators' decisions gives them. Whoever agrees with a decision reads what it changes.
func TestEveryFactHasWords(t *testing.T) {
	t.Parallel()
	r := readFacts(t, "../../operator")
	if len(r.names) < 100 || len(r.codes["state"]) < 60 || len(r.codes["why"]) < 15 || len(r.codes["scope"]) < 25 {
		t.Fatalf("only %d names, %d states, %d reasons and %d scopes",
			len(r.names), len(r.codes["state"]), len(r.codes["why"]), len(r.codes["scope"]))
	}
	for at := range madeOf {
		if !r.used[at] {
			t.Errorf("%s is not in the code any more", at)
		}
	}
	names := wordsOf(t, "facts", `'fact\.([^']+)'`)
	for path, known := range names {
		for name := range r.names {
			if !known[name] {
				t.Errorf("%s has no %q", path, "fact."+name)
			}
		}
	}
	for _, of := range []struct{ kind, group, pattern string }{
		{"state", "facts", `'state\.([^']+)'`}, {"role", "core", `'role\.([^']+)'`}, {"flag", "core", `'flag\.([^']+)'`},
	} {
		for path, known := range wordsOf(t, of.group, of.pattern) {
			for code := range r.codes[of.kind] {
				if code != "" && !known[code] {
					t.Errorf("%s has no %q", path, of.kind+"."+code)
				}
			}
		}
	}
	for path, known := range wordsOf(t, "facts", `'scope\.([^']+)'`) {
		for scope := range r.codes["scope"] {
			part, does, _ := strings.Cut(scope, ":")
			if !known["part."+part] || !known[does] {
				t.Errorf("%s has no words for the scope %q", path, scope)
			}
		}
	}
	for language, known := range reasonsWithWords(t) {
		for code := range r.codes["why"] {
			if code != "" && !known[code] {
				t.Errorf("%s: the reason %q has no words", language, code)
			}
		}
	}
}

// reasonsWithWords returns the codes of reasons that the console has words for, by language: a reason's own, or those of why a
// system is stopped (kit/reason.ts).
func reasonsWithWords(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for _, of := range [][2]string{{"facts", `'why\.([^']+)'`}, {"core", `'system\.why\.([^']+)'`}} {
		for path, known := range wordsOf(t, of[0], of[1]) {
			language := filepath.Base(filepath.Dir(path))
			if all[language] == nil {
				all[language] = map[string]bool{}
			}
			for code := range known {
				all[language][strings.ReplaceAll(code, "-", " ")] = true
				all[language][code] = true
			}
		}
	}
	return all
}

// made is what a name or a value can be that is made of data: the constants of a type, or these. Neither: it is a name that needs
// no words, of the content or of the outside.
type made struct {
	dir, constants string
	values         []string
}

// madeOf are the names and values of facts that the code makes of data, by the file and the expression.
var madeOf = map[string]made{
	"draft/propose.go x.Path": {}, // a place in the content
	`gamecase/open.go "books." + c.Command`: {values: []string{
		"books.moved", "books.not-moved", "books.close",
	}},
	`gamecase/open.go "books." + c.Command + "." + c.Does`: {values: []string{
		"books.moved.to_wallet", "books.moved.from_twice", "books.not-moved.to_wallet", "books.not-moved.from_twice",
		"books.close.to_wallet", "books.close.from_twice", "books.book.to_house",
	}},
	"gamecase/open.go c.Does": {values: []string{"nothing", "stays", "stays_back", "done", "failed"}},
	"gamecase/known.go v.Ask": {values: []string{
		"ask_moved", "ask_who", "ask_refused", "ask_amount", "ask_account", "ask_direction", "ask_twice", "ask_unproved",
		"ask_rounds", "ask_has", "ask_all",
	}},
	"gamecase/kind.go string(x.State)":             {dir: "wallet/doubt", constants: "CaseState"},
	"gamecase/kind.go outcome":                     {dir: "wallet/doubt", constants: "CaseOutcome"},
	"gamecase/kind.go string(x.Kind)":              {dir: "wallet/doubt", constants: "DifferenceKind"},
	"gamecase/kind.go books.Does":                  {values: []string{"to_wallet", "from_twice", "nothing", "stays", "stays_back"}},
	"gamecase/unsettled.go label":                  {}, // a game
	"withdrawal/open.go w.Proof":                   {values: []string{"inquiry", "inflow", "operator"}},
	"arrival/open.go string(in.Channel)":           {dir: "deposit", constants: "Channel"},
	"arrival/open.go string(c.InflowState)":        {dir: "deposit", constants: "State"},
	"arrival/held.go string(b.in.State)":           {dir: "deposit", constants: "State"},
	"arrival/slip.go c.State":                      {dir: "deposit/slip", constants: "state"},
	"arrival/slip.go string(c.InflowState)":        {dir: "deposit", constants: "State"},
	"arrival/slip.go string(c.Reason)":             {}, // TestEveryReasonHasWords holds them
	"arrival/statement.go c.State":                 {dir: "deposit/feed", constants: "Case"},
	"arrival/statement.go string(c.Why)":           {dir: "deposit/feed", constants: "Odd"},
	"arrival/open.go string(c.Why)":                {dir: "deposit/feed", constants: "Odd"},
	"arrival/link.go l.State":                      {dir: "deposit/link", constants: "state"},
	"arrival/declared.go string(v.State)":          {dir: "deposit/declared", constants: "State"},
	"withdrawal/kind.go string(b.w.State)":         {dir: "withdraw", constants: "State"},
	"withdrawal/reduce.go string(b.w.State)":       {dir: "withdraw", constants: "State"},
	"withdrawal/open.go string(w.Reason)":          {}, // TestEveryReasonHasWords holds them
	"halt/halt.go string(b.Cause)":                 {dir: "brake", constants: "Cause"},
	"restoration/decide_all.go string(asked.Kind)": {dir: "quarantine", constants: "CaseKind"},
	`restoration/decide.go "as_" + string(b)`: {values: []string{
		"as_withdrawal", "as_movement", "as_deposit", "as_nothing", "as_itself",
	}},
	`care/limit.go of.Kind + "." + of.Period`: {values: []string{
		"deposit.day", "deposit.week", "deposit.month", "loss.day", "loss.week", "loss.month",
	}},
	"care/condition.go c.Source":                  {dir: "bonus", constants: "Source"},
	"care/flag.go string(of.Code)":                {dir: "operator/flag", constants: "Code"},
	"identity/reset.go string(o.Role)":            {dir: "operator", constants: "Role"},
	"token/asked.go string(a.Role)":               {dir: "operator", constants: "Role"},
	`token/asked.go strings.Join(a.Scopes, ", ")`: {values: tokens.Scopes()},
	"staff.go string(n.Role)":                     {dir: "operator", constants: "Role"},
	"staff_change.go string(o.Role)":              {dir: "operator", constants: "Role"},
	"staff_change.go string(n.Role)":              {dir: "operator", constants: "Role"},
}
