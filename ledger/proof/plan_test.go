package proof_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger/internal/ledgerdb"
)

// TestPendingTransfersAreFoundByTheirIndex: the audit compares the accounts with what is pending, and not with all transfers.
func TestPendingTransfersAreFoundByTheirIndex(t *testing.T) {
	t.Parallel()
	p := storetest.NewPlanner(storetest.Open(t, store.SQLite))
	if _, err := ledgerdb.New(p).AccountsOff(t.Context(), 1, 2); !errors.Is(err, storetest.ErrPlanned) {
		t.Fatal(err)
	}
	sides := 0
	for _, step := range strings.Split(p.Plan, "\n") {
		if strings.Contains(step, "transfer_pending") {
			sides++
		}
	}
	if sides != 2 || slices.Contains(strings.Split(p.Plan, "\n"), "SCAN transfer") {
		t.Errorf("what is pending is found %d times, not for both sides:\n%s", sides, p.Plan)
	}
}
