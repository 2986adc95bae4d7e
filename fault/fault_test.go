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
	declared := declaredIn(t, "code.go")
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

// Operators ends with each constant of its file once, in the same order. What comes before is the members', too.
func TestOperatorsListsEveryCodeOfTheirs(t *testing.T) {
	t.Parallel()
	declared, listed := declaredIn(t, "operator.go"), fault.Operators()
	if len(declared) < 10 || len(listed) < len(declared) {
		t.Fatalf("%d constants, %d listed", len(declared), len(listed))
	}
	shared := len(listed) - len(declared)
	if !slices.Equal(declared, listed[shared:]) {
		t.Errorf("%v declared, %v listed: not the same in the same order", declared, listed[shared:])
	}
	for _, c := range listed[:shared] {
		if !slices.Contains(fault.All(), c) {
			t.Errorf("%s is declared nowhere", c)
		}
	}
}

// declaredIn are the codes that a file declares.
func declaredIn(t *testing.T, file string) []fault.Code {
	t.Helper()
	source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
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
	return declared
}

func TestCatalogueHasNoDuplicates(t *testing.T) {
	t.Parallel()
	seen := map[fault.Code]bool{}
	for _, c := range slices.Concat(fault.All(), declaredIn(t, "operator.go")) {
		if seen[c] {
			t.Errorf("%s twice", c)
		}
		seen[c] = true
	}
}
