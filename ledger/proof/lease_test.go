package proof

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
)

// A round may take minutes on a large house, and a node renews its lease in less than one. What it makes meanwhile is no break:
// one stops the payouts of the whole house.
func TestALeaseThatIsRenewedWhileTheBooksAreLookedAtIsNoBreak(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, c *clock.Fake) {
		ctx := t.Context()
		l, err := ledger.Open(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		moves := func(key string) {
			t.Helper()
			if _, err := l.Move(ctx, ledger.Order{
				Key: ledger.InternalKey("test", key), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Unmatched, Amount: 1,
			}); err != nil {
				t.Fatal(err)
			}
		}
		moves("before")
		v := &verification{q: ledgerdb.New(s.DB())}
		if err := v.numbers(ctx); err != nil {
			t.Fatal(err)
		}
		c.Advance(80 * time.Second)  // of a lease of a minute and a half
		bubble.Pass(6 * time.Second) // the node looks by the bubble's time whether to renew it
		c.Advance(80 * time.Second)
		moves("after")
		if _, _, err := v.batchSlice(ctx, -1); err != nil || len(v.Problems) > 0 || v.Batches != 2 {
			t.Errorf("of %d batches: %v, %v", v.Batches, v.Problems, err)
		}
	})
}
