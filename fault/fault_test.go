package fault_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"krapao/fault"
)

func TestForeignErrorsAreInternal(t *testing.T) {
	t.Parallel()
	err := fault.Of(errors.New("SELECT secret"))
	if err.Code != fault.INTERNAL_SERVER_ERROR || err.Detail != "" {
		t.Errorf("a foreign error became %q with detail %q", err.Code, err.Detail)
	}
	if fault.Of(nil) != nil {
		t.Error("nil became an error")
	}
}

func TestCodeSurvivesWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("transfer: %w", fault.New(fault.MONEY_NOT_ENOUGH, "wallet has %d", 5))
	if !fault.Is(err, fault.MONEY_NOT_ENOUGH) || fault.Of(err).Code != fault.MONEY_NOT_ENOUGH {
		t.Errorf("code lost: %v", err)
	}
}

func TestWithDoesNotChangeTheOriginal(t *testing.T) {
	t.Parallel()
	a := fault.New(fault.QR_MINIMUM, "").With("minimum", 1)
	b := a.With("minimum", 100)
	if a.Params["minimum"] != 1 || b.Params["minimum"] != 100 {
		t.Errorf("params shared: %v %v", a.Params, b.Params)
	}
}

// All is written by hand. It must have each constant of the source once, in the same order.
func TestAllListsEveryCode(t *testing.T) {
	t.Parallel()
	source, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var declared []fault.Code
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, value := range spec.Values {
			text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			declared = append(declared, fault.Code(text))
		}
		return true
	})
	if len(declared) < 100 {
		t.Fatalf("only %d constants seen", len(declared))
	}
	if all := fault.All(); !slices.Equal(declared, all) {
		for _, c := range declared {
			if !slices.Contains(all, c) {
				t.Errorf("%s is not in All", c)
			}
		}
		t.Errorf("%d constants, %d in All: not the same in the same order", len(declared), len(all))
	}
}

func TestCatalogueHasNoDuplicates(t *testing.T) {
	t.Parallel()
	seen := map[fault.Code]bool{}
	for _, c := range fault.All() {
		if seen[c] {
			t.Errorf("%s twice", c)
		}
		seen[c] = true
	}
}
