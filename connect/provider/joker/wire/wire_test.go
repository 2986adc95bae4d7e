package wire_test

import (
	"encoding/json"
	"testing"

	"krapao/connect/provider/joker/wire"
)

// research/domain.md section 14.
func TestSignVector(t *testing.T) {
	t.Parallel()
	body, err := json.Marshal(wire.Request{
		Method: wire.MethodTransfer, Timestamp: 1700000000, Username: "abc123", Amount: "100.00", RequestID: "T0001",
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "GC8mUtbnG27a7sefbHcSy8Bb/mo="
	if got, err := wire.Sign("secret", body); err != nil || got != want {
		t.Errorf("Sign = %s, %v; want %s", got, err, want)
	}
	if !wire.Verify("secret", want, body) {
		t.Error("Verify rejected the right signature")
	}
}

func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	const signature = "GC8mUtbnG27a7sefbHcSy8Bb/mo="
	for name, body := range map[string]string{
		"OtherAmount": `{"Method":"TC","Timestamp":1700000000,"Username":"abc123","Amount":"100.01","RequestID":"T0001"}`,
		"MoreFields":  `{"Method":"TC","Timestamp":1700000000,"Username":"abc123","Amount":"100.00","RequestID":"T0001","X":"1"}`,
		"Nested":      `{"Method":{"a":1}}`,
		"NotJSON":     `Method=TC`,
	} {
		if wire.Verify("secret", signature, []byte(body)) {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The page has four languages, and falls back to English.
func TestLaunchURL(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{
		"th": "http://x/lobby?lang=th&mobile=true&token=t%2B1",
		"lo": "http://x/lobby?lang=en&mobile=true&token=t%2B1",
		"":   "http://x/lobby?lang=en&mobile=true&token=t%2B1",
	} {
		if got := wire.LaunchURL("http://x/lobby", "t+1", "", true, lang); got != want {
			t.Errorf("LaunchURL in %q = %s, want %s", lang, got, want)
		}
	}
}
