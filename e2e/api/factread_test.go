package api

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// facts are what the code says that facts are called, and which codes their values are, by the kind of the fact.
type facts struct {
	t        *testing.T
	packages map[string]*source
	names    map[string]bool
	codes    map[string]map[string]bool
	// used are the entries of madeOf that the code has.
	used map[string]bool
}

// source is the program's code in a folder, by the names of its files.
type source struct {
	dir   string
	files map[string]*ast.File
}

// spot is where an expression stands: its file, and the functions around it, innermost last.
type spot struct {
	in    *source
	file  string
	funcs []ast.Node
}

// term is an expression at its spot.
type term struct {
	ast.Expr

	at spot
}

func newFacts(t *testing.T) *facts {
	t.Helper()
	return &facts{
		t: t, packages: map[string]*source{}, names: map[string]bool{}, used: map[string]bool{},
		codes: map[string]map[string]bool{"state": {}, "why": {}, "role": {}, "flag": {}, "scope": {}},
	}
}

// readFacts reads the facts of all packages within a folder.
func readFacts(t *testing.T, root string) *facts {
	t.Helper()
	r := newFacts(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			s := r.parse(path)
			s.walk(func(n ast.Node, at spot) {
				if literal, is := n.(*ast.CompositeLit); is {
					if fact := factParts(literal, at); fact != nil {
						r.read(fact)
					}
				}
			})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// parse parses the program's files in a folder, once.
func (r *facts) parse(dir string) *source {
	r.t.Helper()
	dir = filepath.Clean(dir)
	if s := r.packages[dir]; s != nil {
		return s
	}
	s := &source{dir, map[string]*ast.File{}}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if s.files[filepath.Base(path)], err = parser.ParseFile(gotoken.NewFileSet(), path, nil, 0); err != nil {
			r.t.Fatal(err)
		}
	}
	r.packages[dir] = s
	return s
}

// walk visits all of a package.
func (s *source) walk(visit func(n ast.Node, at spot)) {
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		var around []ast.Node
		ast.Inspect(s.files[name], func(n ast.Node) bool {
			if n == nil {
				around = around[:len(around)-1]
				return true
			}
			around = append(around, n)
			at := spot{in: s, file: name}
			for _, outer := range around {
				if paramsOf(outer) != nil {
					at.funcs = append(at.funcs, outer)
				}
			}
			visit(n, at)
			return true
		})
	}
}

// paramsOf returns a function's parameters; nil: it is no function.
func paramsOf(n ast.Node) *ast.FieldList {
	switch f := n.(type) {
	case *ast.FuncDecl:
		return f.Type.Params
	case *ast.FuncLit:
		return f.Type.Params
	}
	return nil
}

// factParts returns the parts of a fact; nil: the literal is none.
func factParts(literal *ast.CompositeLit, at spot) map[string]term {
	parts := map[string]term{}
	for _, e := range literal.Elts {
		if pair, is := e.(*ast.KeyValueExpr); is {
			if key, is := pair.Key.(*ast.Ident); is {
				parts[key.Name] = term{pair.Value, at}
			}
		}
	}
	_, named := parts["Name"]
	_, before := parts["Before"]
	_, after := parts["After"]
	typed := literal.Type != nil && strings.HasSuffix("."+types.ExprString(literal.Type), ".Fact")
	if !named || !typed && (literal.Type != nil || !before && !after) {
		return nil
	}
	return parts
}

// read notes a fact down. One that is made of what its function is given is read at each of the function's calls.
func (r *facts) read(fact map[string]term) {
	for _, part := range fact {
		if param, of, n := part.param(); param != "" {
			for _, call := range callsOf(part.at, of, n) {
				r.read(given(fact, of, call))
			}
			return
		}
	}
	for _, name := range r.values(fact["Name"]) {
		r.names[name] = true
	}
	kind := "text"
	if is, has := fact["Kind"]; has {
		kind = strings.ToLower(strings.TrimPrefix(types.ExprString(is.Expr), "operator."))
		kind = strings.TrimPrefix(kind, "fact")
	}
	codes, coded := r.codes[kind]
	if !coded {
		return
	}
	for _, side := range []string{"Before", "After"} {
		if value, has := fact[side]; has {
			for _, code := range r.values(value) {
				codes[code] = true
			}
		}
	}
}

// param returns the parameter that an expression is, or is made of, and its function; "": it is made of none.
func (b term) param() (name string, of ast.Node, n int) {
	id, _ := inner(b.Expr).(*ast.Ident)
	if sum, is := b.Expr.(*ast.BinaryExpr); is {
		id, _ = inner(sum.X).(*ast.Ident)
	}
	if id == nil {
		return "", nil, 0
	}
	for _, f := range slices.Backward(b.at.funcs) {
		n := 0
		for _, field := range paramsOf(f).List {
			for _, param := range field.Names {
				if param.Name == id.Name {
					return id.Name, f, n
				}
				n++
			}
		}
	}
	return "", nil, 0
}

// inner is an expression without its conversion to a string.
func inner(e ast.Expr) ast.Expr {
	if call, is := e.(*ast.CallExpr); is && types.ExprString(call.Fun) == "string" {
		return call.Args[0]
	}
	return e
}

// call is a call of a function at its spot.
type call struct {
	*ast.CallExpr

	at spot
}

// callsOf returns the calls of a function in its package that give its parameter n. One without a name is called by the variable
// that it is assigned to.
func callsOf(at spot, of ast.Node, n int) (calls []call) {
	name := ""
	if f, is := of.(*ast.FuncDecl); is {
		name = f.Name.Name
	}
	at.in.walk(func(x ast.Node, _ spot) {
		if set, is := x.(*ast.AssignStmt); is && len(set.Rhs) == 1 && set.Rhs[0] == of {
			name = types.ExprString(set.Lhs[0])
		}
	})
	at.in.walk(func(x ast.Node, at spot) {
		c, is := x.(*ast.CallExpr)
		if !is || len(c.Args) <= n {
			return
		}
		switch f := c.Fun.(type) {
		case *ast.Ident:
			is = f.Name == name
		case *ast.SelectorExpr:
			is = f.Sel.Name == name
		default:
			is = false
		}
		if is {
			calls = append(calls, call{c, at})
		}
	})
	return calls
}

// given is a fact with what a call gives for the parameters of its function.
func given(fact map[string]term, of ast.Node, by call) map[string]term {
	made := maps.Clone(fact)
	for side, part := range fact {
		param, f, n := part.param()
		if param == "" || f != of || n >= len(by.Args) {
			continue
		}
		arg := term{by.Args[n], by.at}
		if sum, is := part.Expr.(*ast.BinaryExpr); is {
			arg.Expr = &ast.BinaryExpr{X: arg.Expr, Op: sum.Op, Y: sum.Y}
		}
		made[side] = arg
	}
	return made
}
