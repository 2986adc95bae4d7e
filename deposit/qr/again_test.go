package qr_test

import (
	"testing"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestAKeyIsThatOfItsCode: a key gives its own code again, and is refused for another amount.
func TestAKeyIsThatOfItsCode(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		codes := w.Nodes[0].Codes
		ask := qr.Ask{Member: w.Member(), Code: "KBANK", Amount: 100 * money.Baht, Operation: "a key"}
		if _, known, err := codes.Replay(t.Context(), ask); known || err != nil {
			t.Fatal(known, err)
		}
		made, err := codes.CreateNew(t.Context(), ask)
		if err != nil || !made.Shown || made.Other {
			t.Fatalf("%+v, %v", made, err)
		}
		again, known, err := codes.Replay(t.Context(), ask)
		if !known || err != nil || again.ID != made.ID || again.Payload != made.Payload {
			t.Errorf("again: %+v, %v, %v", again, known, err)
		}
		other := ask
		other.Operation = "another key"
		if second, err := codes.CreateNew(t.Context(), other); err != nil || second.ID != made.ID || !second.Other {
			t.Errorf("a double tap: %+v, %v", second, err)
		}
		other = ask
		other.Amount++
		if _, known, err := codes.Replay(t.Context(), other); !known || !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			t.Errorf("another amount: %v, %v", known, err)
		}
		// A code whose text was lost is nobody's. The same key then makes another one.
		lost := qr.Ask{Member: w.Member(), Code: "KBANK", Amount: 100 * money.Baht, Operation: "a third key"}
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "lost_reply", Count: 1})
		if _, err := codes.CreateNew(t.Context(), lost); !fault.Is(err, fault.QR_FAIL) {
			t.Fatal(err)
		}
		if _, known, err := codes.Replay(t.Context(), lost); known || err != nil {
			t.Errorf("the key of a lost code: %v, %v", known, err)
		}
		if made, err := codes.CreateNew(t.Context(), lost); err != nil || !made.Shown {
			t.Errorf("after a lost code: %+v, %v", made, err)
		}
	})
}
