package operator_test

import (
	"os"
	"testing"

	"krapao/internal/store/storetest"
)

// TestMain holds the picture of proposals in docs/states.md to this package's tests.
func TestMain(m *testing.M) { os.Exit(storetest.RunStates(m, "proposal")) }
