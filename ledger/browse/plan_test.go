package browse_test

import (
	"errors"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger/internal/ledgerdb"
)

// TestPendingTransfersAreListedByTheirIndex: a page of those that are pending reads what is pending, and not all transfers in the
// order of their numbers: of five million, that took longer than an answer may.
func TestPendingTransfersAreListedByTheirIndex(t *testing.T) {
	t.Parallel()
	p := storetest.NewPlanner(storetest.Open(t, store.SQLite))
	if _, err := ledgerdb.New(p).PendingTransfersBefore(t.Context(), 1, 2, 3); !errors.Is(err, storetest.ErrPlanned) {
		t.Fatal(err)
	}
	if !strings.Contains(p.Plan, "transfer_pending") {
		t.Errorf("the plan is\n%s", p.Plan)
	}
}
