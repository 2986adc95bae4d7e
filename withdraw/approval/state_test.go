package approval_test

import (
	"os"
	"testing"

	"krapao/internal/store/storetest"
)

// TestMain holds the pictures of docs/states.md to this package's tests.
func TestMain(m *testing.M) { os.Exit(storetest.WatchStates(m, []string{"withdrawal"})) }
