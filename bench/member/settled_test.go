package main

import (
	"slices"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
	"krapao/ledger"
)

// TestWhatIsPendingIsSeen: a point does not begin while a transfer is pending or a batch has no seal.
func TestWhatIsPendingIsSeen(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l, err := ledger.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		wallet := ledger.Wallet("M1")
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			return l.OpenTx(t.Context(), tx, wallet, ledger.Adjustment)
		}); err != nil {
			t.Fatal(err)
		}
		is := func(when, want string) {
			t.Helper()
			if got, err := left(t.Context(), s.DB()); err != nil || got != want {
				t.Errorf("%s:%s, %v; want%s", when, got, err, want)
			}
		}
		move := ledger.Order{
			Key: ledger.InternalKey("a"), Kind: "adjustment", Debit: ledger.Adjustment, Credit: wallet, Amount: 500, Member: "M1",
		}
		if _, err := l.Move(t.Context(), move); err != nil {
			t.Fatal(err)
		}
		is("just committed", " 1 batches without a seal")
		bubble.Pass(5 * time.Second) // the chain is sealed every second
		is("sealed", "")
	})
}

// TestBriefIsBrief: the short form measures what the ratios of 64 members need, and nothing else.
func TestBriefIsBrief(t *testing.T) {
	t.Parallel()
	o, err := read([]string{"-brief", "-engine", "sqlite", "-entries", "100000"})
	if err != nil || !slices.Equal(o.callers, []int{1, 64}) || o.length > 2*time.Second || o.loaded != 100_000 {
		t.Errorf("%+v, %v", o, err)
	}
}
