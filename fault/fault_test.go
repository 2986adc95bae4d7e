package fault_test

import (
	"errors"
	"fmt"
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
