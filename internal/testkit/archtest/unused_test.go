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

// unusedAllowed are exported functions and methods that no program calls, each with the reason to keep it.
var unusedAllowed = map[string]string{
	"(*krapao/game/report.Service).Played":               "what a member played, for tests of reports; areas ask for sums",
	"(krapao/wallet.Total).Exact":                        "bonus.Total has its own copy of this rule; the total's tests hold it",
	"(*krapao/ledger/internal/lane.Queue[C]).Taken":      "how many batches were begun, for a test that waits for the next one",
	"(*krapao/ledger/proof.Report).OK":                   "the state of the books at the end of a test; the command adds to it",
	"krapao/internal/picture.Check":                      "the limits of a file, for their tests; Decode checks them itself",
	"(krapao/sandbox/page.view).T":                       "called by the sandbox's templates",
	"(krapao/sandbox/page.view).Langs":                   "called by the sandbox's templates",
	"(krapao/sandbox/banks/truemoney.shopVoucher).Share": "called by the sandbox's templates",
	"(krapao/sandbox/banks/truemoney.shopVoucher).Taken": "called by the sandbox's templates",
	"(krapao/sandbox/core.MenuEntry).Lead":               "called by the sandbox's templates",
}

// generatedQueries are the packages that sqlc writes.
var generatedQueries = regexp.MustCompile(`/internal/[a-z]+db\.`)

// calledByName reports whether a method is called without being named in Go: kong calls a command's Run, and reads the values
// of its flags. sqlc writes WithTx
// into every package, whether or not we use it.
func calledByName(name, method string) bool {
	if generatedQueries.MatchString(name) {
		return method == "WithTx"
	}
	ofShell := strings.Contains(name, "krapao/internal/operatorcli.")
	return ofShell && method == "UnmarshalText" ||
		method == "Run" && (ofShell || strings.Contains(name, "krapao/cmd/krapao.") || strings.Contains(name, "krapao/operator/cli"))
}

// TestNothingIsKeptForTestsAlone names exported functions and methods of the product, including queries, that none of our
// programs uses. A method counts as used where an interface has a method of that name, since it may be called through the
// interface.
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

// listed is a package as the go command lists it, without its tests.
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
	// called are the names of methods of interfaces, of ours and of imported ones.
	called map[string]bool
	seen   map[*types.Package]bool
}

func load(t *testing.T) *program {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Name,Dir,Export,GoFiles,Imports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	p := &program{
		packages: map[string]listed{}, fset: token.NewFileSet(),
		called: map[string]bool{"Error": true}, seen: map[*types.Package]bool{},
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		p.packages[l.ImportPath] = l
	}
	p.importer = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(p.packages[path].Export)
	})
	return p
}

// programs returns our packages that are programs.
func (p *program) programs() []string {
	var list []string
	for path, l := range p.packages {
		if l.ours() && l.Name == "main" {
			list = append(list, path)
		}
	}
	return list
}

// reached returns our packages that are compiled into the given ones.
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

// read records the package's uses, and its declarations where it belongs to the product.
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

// callers records the methods of a foreign package's interfaces: it may call them on our values.
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
