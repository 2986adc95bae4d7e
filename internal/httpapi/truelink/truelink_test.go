package truelink

import (
	"encoding/json"
	"os"
	"testing"
)

// TestWalletLinkVector opens what the browser's own code makes (web/src/features/deposit/link/encrypt.test.ts has the same
// vector), and nothing that differs from it by a bit.
func TestWalletLinkVector(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../web/src/testing/truelink-vector.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ Secret, Link, Sealed string }
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if got := Open(v.Sealed, v.Secret); v.Link == "" || got != v.Link {
		t.Errorf("the vector opens to %q, want %q", got, v.Link)
	}
	for _, sealed := range []string{
		"", "A", v.Sealed[:20], "B" + v.Sealed[1:], v.Sealed[:40] + "A" + v.Sealed[41:], v.Sealed + "AAAA",
	} {
		if got := Open(sealed, v.Secret); got != "" {
			t.Errorf("%q opens to %q", sealed, got)
		}
	}
	if got := Open(v.Sealed, v.Secret+"x"); got != "" {
		t.Errorf("another secret opens it to %q", got)
	}
}
