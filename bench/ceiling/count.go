package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
)

// count is what a step asks of PostgreSQL: round trips, with those of its commits, and commits.
type count struct{ trips, commits int }

// flow is something that members do.
type flow struct {
	name string
	count
	// account is the house's account that everybody's transactions lock, if there is one. held is for how many round trips: those
	// from the lock to the commit.
	account string
	held    int
}

// steps says which counts make a flow, and where a test holds them. The number of trips under a lock follows from the order of
// the statements, which these tests list: the writes and the commit go together, so a lock that is taken last is held for one.
var steps = []struct {
	flow
	file string
	// test is what the test calls it.
	test string
}{
	{flow{name: "login"}, readsFile, "login"},
	{flow{name: "wallet, after a change"}, readsFile, "wallet"},
	{flow{name: "statement, after a change"}, readsFile, "statement"},
	{flow{name: "deposit by QR: order"}, depositsFile, "order"},
	{flow{name: "deposit by QR: credit", account: "the bank's", held: 1}, depositsFile, "callback"},
	{flow{name: "transfer into a game"}, movesFile, "into a game"},
	{flow{name: "transfer out of a game"}, movesFile, "out of a game"},
	{flow{name: "withdrawal", account: "the payouts'", held: 1}, movesFile, "a withdrawal"},
}

const (
	depositsFile = "internal/app/trips_test.go"
	movesFile    = "e2e/api/trips_test.go"
	readsFile    = "e2e/api/trips_read_test.go"
)

// commitsFirst reports whether a file's counts are written commits first.
func commitsFirst(file string) bool { return file != depositsFile }

// read reads the counts of all flows from the tests under root.
func read(root string) ([]flow, error) {
	files := map[string]map[string][2]int{}
	flows := make([]flow, 0, len(steps))
	for _, s := range steps {
		if files[s.file] == nil {
			found, err := counts(filepath.Join(root, s.file))
			if err != nil {
				return nil, err
			}
			files[s.file] = found
		}
		f := s.flow
		pair, known := files[s.file][s.test]
		if !known {
			return nil, fmt.Errorf("%s holds no count of %q on PostgreSQL", s.file, s.test)
		}
		f.count = count{trips: pair[0], commits: pair[1]}
		if commitsFirst(s.file) {
			f.count = count{trips: pair[1], commits: pair[0]}
		}
		flows = append(flows, f)
	}
	return flows, nil
}

// counts finds what a test holds on PostgreSQL, by name: pairs of numbers under the key store.Postgres, in a literal that begins
// with the name or has it as its key.
func counts(file string) (map[string][2]int, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("ceiling: %w", err)
	}
	found := map[string][2]int{}
	name := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if text, is := word(n.Key); is {
				name = text
			}
			if pair, is := pairOf(n); is {
				found[name] = pair
			}
		case *ast.CompositeLit:
			if len(n.Elts) > 0 {
				if text, is := word(n.Elts[0]); is {
					name = text
				}
			}
		}
		return true
	})
	return found, nil
}

func word(e ast.Expr) (string, bool) {
	literal, is := e.(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// pairOf reads `store.Postgres: {2, 11}`.
func pairOf(kv *ast.KeyValueExpr) (pair [2]int, is bool) {
	key, selects := kv.Key.(*ast.SelectorExpr)
	value, literal := kv.Value.(*ast.CompositeLit)
	if !selects || key.Sel.Name != "Postgres" || !literal || len(value.Elts) != len(pair) {
		return pair, false
	}
	for n, e := range value.Elts {
		number, is := e.(*ast.BasicLit)
		if !is {
			return pair, false
		}
		var err error
		if pair[n], err = strconv.Atoi(number.Value); err != nil {
			return pair, false
		}
	}
	return pair, true
}
