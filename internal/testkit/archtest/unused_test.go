package archtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unusedAllowed are exported functions and methods that no program calls, each with the reason why it stays.
var unusedAllowed = map[string]string{
	"krapao/internal/clock.NewFake":                      "the clock of every area's tests",
	"(*krapao/internal/clock.Fake).Advance":              "the clock of every area's tests",
	"(*krapao/game.Service).Played":                      "what a member played, as tests of reports look at it; areas ask for sums",
	"krapao/internal/store.Schema":                       "by which schema a database was made, so that the programs of tests share one",
	"(krapao/wallet.Total).Exact":                        "the rule of which bonus.Total has its own; the tests of the total hold it",
	"(*krapao/ledger/internal/lane.Queue[C]).Taken":      "how many batches were begun, for a test that waits for the next one",
	"(*krapao/ledger/proof.Report).OK":                   "what tests ask of the books at their end; the command's own result adds to it",
	"krapao/internal/picture.Check":                      "what a file may cost before it is decoded, as tests of the limits look at it; Decode checks by itself",
	"(krapao/sandbox/page.view).T":                       "called by the sandbox's templates",
	"(krapao/sandbox/page.view).Langs":                   "called by the sandbox's templates",
	"(krapao/sandbox/banks/truemoney.shopVoucher).Share": "called by the sandbox's templates",
	"(krapao/sandbox/banks/truemoney.shopVoucher).Taken": "called by the sandbox's templates",
	"(krapao/sandbox/core.Door).Lead":                    "called by the sandbox's templates",
}

// generatedQueries are the packages that sqlc writes.
var generatedQueries = regexp.MustCompile(`/internal/[a-z]+db\.`)

// calledByName tells that a method is called without being named in Go: kong calls a command's Run. What sqlc writes into
// every package is not ours to leave out.
func calledByName(name, method string) bool {
	if generatedQueries.MatchString(name) {
		return method == "WithTx"
	}
	return method == "Run" && (strings.Contains(name, "krapao/cmd/krapao.") || strings.Contains(name, "krapao/operator/cli."))
}

// TestNothingIsKeptForTestsAlone names exported functions and methods of the product, queries of the database among them,
// that none of our programs uses: only tests do, or nothing. A method is taken for used where an interface has one of its
// name, since it may be called through that.
func TestNothingIsKeptForTestsAlone(t *testing.T) {
	t.Parallel()
	p := load(t)
	product, all := p.reached("krapao/cmd/krapao"), p.reached(p.programs()...)
	used, declared := map[string]bool{}, map[string]bool{}
	for path := range all {
		p.read(t, path, product[path], declared, used)
	}
	if len(declared) < 1000 || len(used) < 1000 {
		t.Fatalf("only %d declarations and %d uses seen", len(declared), len(used))
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		method := name[strings.LastIndexByte(name, '.')+1:]
		used[name] = used[name] || strings.HasPrefix(name, "(") && p.called[method] || calledByName(name, method)
		if _, allowed := unusedAllowed[name]; used[name] == allowed {
			t.Errorf("%s: used by a program: %v, on the list of what stays: %v", name, used[name], allowed)
		}
	}
	for name := range unusedAllowed {
		if !declared[name] {
			t.Errorf("%s is on the list of what stays and does not exist", name)
		}
	}
}

// listed is a package as the go command tells it, without its tests.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles, Imports              []string
}

func (l listed) ours() bool { return strings.HasPrefix(l.ImportPath, "krapao/") }

// program is all packages that are compiled into ours.
type program struct {
	packages map[string]listed
	fset     *token.FileSet
	importer types.Importer
	// called are names of methods of interfaces: those of ours and of what we import.
	called map[string]bool
	seen   map[*types.Package]bool
}

func load(t *testing.T) *program {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,Imports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	p := &program{packages: map[string]listed{}, fset: token.NewFileSet(), called: map[string]bool{"Error": true}, seen: map[*types.Package]bool{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		p.packages[l.ImportPath] = l
	}
	p.importer = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(p.packages[path].Export) })
	return p
}

// programs are our packages that are one.
func (p *program) programs() []string {
	var list []string
	for path, l := range p.packages {
		if l.ours() && l.Name == "main" {
			list = append(list, path)
		}
	}
	return list
}

// reached are our packages that are compiled into the given ones.
func (p *program) reached(from ...string) map[string]bool {
	all := map[string]bool{}
	for len(from) > 0 {
		path := from[0]
		from = from[1:]
		if l := p.packages[path]; l.ours() && !all[path] {
			all[path] = true
			from = append(from, l.Imports...)
		}
	}
	return all
}

// read notes what a package declares, where it is one of the product, and what it uses.
func (p *program) read(t *testing.T, path string, product bool, declared, used map[string]bool) {
	t.Helper()
	var files []*ast.File
	for _, name := range p.packages[path].GoFiles {
		f, err := parser.ParseFile(p.fset, filepath.Join(p.packages[path].Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: p.importer}).Check(path, p.fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range info.Uses {
		if f, ok := object.(*types.Func); ok {
			used[f.Origin().FullName()] = true
			if ofInterface(f) {
				p.called[f.Name()] = true
			}
		}
	}
	for _, other := range pkg.Imports() {
		p.callers(other)
	}
	for _, object := range info.Defs {
		if f, ok := object.(*types.Func); ok && product && f.Exported() && !ofInterface(f) {
			declared[f.FullName()] = true
		}
	}
}

// callers notes the methods of a foreign package's interfaces: it may call them of what we give it.
func (p *program) callers(pkg *types.Package) {
	if p.seen[pkg] || strings.HasPrefix(pkg.Path(), "krapao/") {
		return
	}
	p.seen[pkg] = true
	for _, name := range pkg.Scope().Names() {
		object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if i, ok := object.Type().Underlying().(*types.Interface); ok {
			for n := range i.NumMethods() {
				p.called[i.Method(n).Name()] = true
			}
		}
	}
}

func ofInterface(f *types.Func) bool {
	receiver := f.Signature().Recv()
	return receiver != nil && types.IsInterface(receiver.Type())
}
