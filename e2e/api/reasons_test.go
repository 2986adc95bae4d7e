package api

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// deciding are the packages that say why money waits for a person, or why it ended so.
var deciding = []string{"deposit", "deposit/slip", "deposit/link", "deposit/declared", "withdraw", "withdraw/payout"}

// TestEveryReasonHasWords in the console, in each of its languages: every code that a thing of the queue, or of a list of what
// was decided, can have as why it waits or ended so.
func TestEveryReasonHasWords(t *testing.T) {
	t.Parallel()
	r := newFacts(t)
	codes := r.conditions("../../withdraw/approval")
	if len(codes) < 18 {
		t.Fatalf("only %d conditions of an automatic payout", len(codes))
	}
	for _, of := range [][2]string{
		{"deposit", "flag"},
		{"deposit", "Flag"},
		{"wallet/doubt", "DifferenceKind"},
		{"quarantine", "CaseKind"},
		{"operator/gamecase", "=KindUnsettled"},
		{"operator/withdrawal", "=givenLately"},
	} {
		found := r.constants("../../"+of[0], of[1])
		if len(found) == 0 {
			t.Errorf("there is no %s in %s any more", of[1], of[0])
		}
		codes = append(codes, found...)
	}
	given := []string{}
	for _, dir := range deciding {
		given = append(given, r.reasons("../../"+dir)...)
	}
	if len(given) < 30 || !slices.Contains(given, "LIMIT_REACHED") {
		t.Fatalf("only %d reasons: %v", len(given), given)
	}
	codes = append(append(codes, given...), "changed") // of a proposal
	slices.Sort(codes)
	for language, known := range reasonsWithWords(t) {
		for _, code := range slices.Compact(codes) {
			if code != "" && !known[code] {
				t.Errorf("%s: the reason %q has no words", language, code)
			}
		}
	}
}

// conditions returns what the conditions of an automatic payout are called.
func (r *facts) conditions(dir string) (found []string) {
	r.parse(dir).walk(func(n ast.Node, at spot) {
		if one, is := n.(*ast.CompositeLit); is && one.Type == nil && len(one.Elts) == 2 {
			if _, is := one.Elts[1].(*ast.FuncLit); is {
				found = append(found, r.values(term{one.Elts[0], at})...)
			}
		}
	})
	return found
}

// reasons returns the codes of fault that a package gives as a reason: under that name, by a function that returns a code, and to
// one that takes a code.
func (r *facts) reasons(dir string) (found []string) {
	add := func(e ast.Expr) {
		code, is := strings.CutPrefix(types.ExprString(inner(e)), "fault.")
		if is && !strings.Contains(code, "(") && code != "Code" && code != "SUCCESS" {
			found = append(found, code)
		}
	}
	s := r.parse(dir)
	taking := s.taking()
	s.walk(func(n ast.Node, at spot) {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if name := strings.ToLower(types.ExprString(n.Key)); name == "reason" || name == "doubt" {
				add(n.Value)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if strings.HasSuffix(strings.ToLower(types.ExprString(left)), "reason") && len(n.Rhs) == len(n.Lhs) {
					add(n.Rhs[i])
				}
			}
		case *ast.ReturnStmt:
			if f := at.funcs[len(at.funcs)-1]; returnsCode(f) {
				for _, result := range n.Results {
					add(result)
				}
			}
		case *ast.CallExpr:
			name := types.ExprString(n.Fun)
			if taking[name[strings.LastIndexByte(name, '.')+1:]] {
				for _, arg := range n.Args {
					add(arg)
				}
			}
		}
	})
	return found
}

// taking returns the functions of a package that take a code.
func (s *source) taking() map[string]bool {
	found := map[string]bool{}
	s.walk(func(n ast.Node, _ spot) {
		if f, is := n.(*ast.FuncDecl); is && hasCode(f.Type.Params) {
			found[f.Name.Name] = true
		}
	})
	return found
}

func returnsCode(n ast.Node) bool {
	switch f := n.(type) {
	case *ast.FuncDecl:
		return hasCode(f.Type.Results)
	case *ast.FuncLit:
		return hasCode(f.Type.Results)
	}
	return false
}

func hasCode(list *ast.FieldList) bool {
	return list != nil && slices.ContainsFunc(list.List, func(f *ast.Field) bool { return types.ExprString(f.Type) == "fault.Code" })
}
