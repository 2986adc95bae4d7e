package archtest_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The limits of sizes (docs/architecture/0019-measures.md), for code that a person wrote.
const (
	mostMethods      = 60    // of a type
	mostPackageLines = 3_000 // of a package, without its tests
	mostFileLines    = 350
	mostTestLines    = 600 // of a file of tests
)

// exceptions are what may be larger: how large, and why. What is within its limit again must leave the list.
var exceptions = map[string]struct {
	most int
	why  string
}{
	"lines of internal/httpapi": {3_602, "the contract's types of all areas: docs/architecture/0019-measures.md"},
}

// TestNothingIsTooLargeToHold checks that types, packages and files are within their limits.
func TestNothingIsTooLargeToHold(t *testing.T) {
	t.Parallel()
	sizes := measure(t)
	if len(sizes) < 1000 {
		t.Fatalf("only %d types, packages and files seen", len(sizes))
	}
	for _, what := range slices.Sorted(maps.Keys(sizes)) {
		most, has := mostOf(what), sizes[what]
		exception, listed := exceptions[what]
		switch {
		case listed && has <= most:
			t.Errorf("%s: %d, within its limit of %d: take it off the list of exceptions", what, has, most)
		case listed:
			most = exception.most
		}
		if has > most {
			t.Errorf("%s: %d, and its limit is %d: move a part with a name of its own into a package or a type", what, has, most)
		}
	}
	for what, exception := range exceptions {
		if _, found := sizes[what]; !found || exception.why == "" {
			t.Errorf("%s is an exception that does not exist, or that has no reason", what)
		}
	}
}

func mostOf(what string) int {
	switch {
	case strings.HasPrefix(what, "methods of "):
		return mostMethods
	case strings.HasPrefix(what, "lines of ") && strings.HasSuffix(what, "_test.go"):
		return mostTestLines
	case strings.HasPrefix(what, "lines of ") && strings.HasSuffix(what, ".go"):
		return mostFileLines
	}
	return mostPackageLines
}

// measure counts the methods of every type, and the lines of every package and file.
func measure(t *testing.T) map[string]int {
	t.Helper()
	sizes := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && skipped(d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return measureFile(sizes, path, filepath.ToSlash(name))
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// skipped reports whether a directory has no code of ours.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || name == "bin"
}

func measureFile(sizes map[string]int, path, name string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if ast.IsGenerated(file) {
		return nil
	}
	lines := bytes.Count(text, []byte{'\n'})
	sizes["lines of "+name] = lines
	if strings.HasSuffix(name, "_test.go") {
		return nil
	}
	dir := name[:max(0, strings.LastIndexByte(name, '/'))]
	sizes["lines of "+dir] += lines
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
			sizes["methods of "+dir+"."+receiver(f.Recv.List[0].Type)]++
		}
	}
	return nil
}

// receiver is the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
