package halt_test

import (
	"os"
	"testing"

	"krapao/internal/store/storetest"
)

// TestMain holds the pictures of docs/states.md to this package's tests. The tests of package operator go through every arrow.
func TestMain(m *testing.M) { os.Exit(storetest.WatchStates(m, []string{"proposal"})) }
