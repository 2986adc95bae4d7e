package api

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
)

// values returns all that an expression can be.
func (r *facts) values(b term) []string {
	if found, known := r.known(b); known {
		return found
	}
	at := filepath.ToSlash(filepath.Join(strings.TrimPrefix(b.at.in.dir, "../../operator"), b.at.file)) +
		" " + types.ExprString(b.Expr)
	at = strings.TrimPrefix(at, "/")
	made, listed := madeOf[at]
	if r.used[at] = true; !listed {
		r.t.Errorf("%q: what can it be?", at)
	}
	if made.constants != "" {
		return r.constants("../../"+made.dir, made.constants)
	}
	return made.values
}

// known returns all that an expression can be, if the code of its package says it.
func (r *facts) known(b term) ([]string, bool) {
	switch e := inner(b.Expr).(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return []string{text}, err == nil
	case *ast.Ident:
		if found := r.constants(b.at.in.dir, "="+e.Name); found != nil {
			return found, true
		}
		return r.assigned(e.Name, b.at)
	case *ast.SelectorExpr:
		if found := r.constants(imported(b.at, e.X), "="+e.Sel.Name); found != nil {
			return found, true
		}
	case *ast.BinaryExpr:
		return r.sums(e, b.at)
	case *ast.CallExpr:
		if types.ExprString(e.Fun) == "cmp.Or" {
			return r.all(e.Args, b.at), true
		}
		if f, is := e.Fun.(*ast.Ident); is {
			return r.returned(f.Name, b.at)
		}
	}
	return nil, false
}

func (r *facts) all(list []ast.Expr, at spot) (found []string) {
	for _, e := range list {
		found = append(found, r.values(term{e, at})...)
	}
	return found
}

func (r *facts) sums(e *ast.BinaryExpr, at spot) (found []string, known bool) {
	left, knows := r.known(term{e.X, at})
	right, both := r.known(term{e.Y, at})
	for _, l := range left {
		for _, r := range right {
			found = append(found, l+r)
		}
	}
	return found, knows && both
}

// assigned returns what a variable of the functions around a spot is set to.
func (r *facts) assigned(name string, at spot) (found []string, known bool) {
	if len(at.funcs) == 0 {
		return nil, false
	}
	ast.Inspect(at.funcs[0], func(n ast.Node) bool {
		set, is := n.(*ast.AssignStmt)
		if !is || len(set.Lhs) != len(set.Rhs) {
			return true
		}
		for i, left := range set.Lhs {
			if id, is := left.(*ast.Ident); is && id.Name == name {
				found, known = append(found, r.values(term{set.Rhs[i], at})...), true
			}
		}
		return true
	})
	return found, known
}

// returned returns what a function of a package returns.
func (r *facts) returned(name string, at spot) (found []string, known bool) {
	at.in.walk(func(n ast.Node, in spot) {
		back, is := n.(*ast.ReturnStmt)
		if !is || len(in.funcs) != 1 || len(back.Results) == 0 {
			return
		}
		if f, is := in.funcs[0].(*ast.FuncDecl); is && f.Name.Name == name && f.Recv == nil {
			found, known = append(found, r.values(term{back.Results[0], in})...), true
		}
	})
	return found, known
}

// imported returns the folder of a package of ours by the name that a file has for it.
func imported(at spot, name ast.Expr) string {
	for _, i := range at.in.files[at.file].Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if own, is := strings.CutPrefix(path, "krapao/"); err == nil && is && filepath.Base(own) == types.ExprString(name) {
			return "../../" + own
		}
	}
	return ""
}

// constants returns the texts of a package's constants: of a type; without a type of it, of names that begin so; after "=", of
// the one with the name.
func (r *facts) constants(dir, of string) (found []string) {
	if dir == "" {
		return nil
	}
	one, exact := strings.CutPrefix(of, "=")
	r.parse(dir).walk(func(n ast.Node, _ spot) {
		spec, is := n.(*ast.ValueSpec)
		if !is || len(spec.Values) != len(spec.Names) {
			return
		}
		for i, name := range spec.Names {
			literal, is := spec.Values[i].(*ast.BasicLit)
			typed := spec.Type != nil && types.ExprString(spec.Type) == of
			if !is || exact && name.Name != one || !exact && !typed && (spec.Type != nil || !strings.HasPrefix(name.Name, of)) {
				continue
			}
			if text, err := strconv.Unquote(literal.Value); err == nil {
				found = append(found, text)
			}
		}
	})
	return found
}
