package wire_test

import (
	"testing"
	"time"

	"krapao/connect/payout/wire"
)

var at = time.Unix(1700000000, 0)

// The vector was computed with openssl:
// printf '1700000000\nPOST\n/payouts\n{"ref":"a"}' | openssl dgst -sha256 -hmac secret
func TestSignVector(t *testing.T) {
	t.Parallel()
	const want = "5c6242ceb15c37e7dfef4a0ffc4b014ef09ce14a9af12742810c7c6e210814b1"
	if got := wire.Sign("secret", at, "POST", "/payouts", []byte(`{"ref":"a"}`)); got != want {
		t.Errorf("Sign = %s, want %s", got, want)
	}
}

func TestVerifyRefusesWhatDiffers(t *testing.T) {
	t.Parallel()
	body := []byte(`{"ref":"a"}`)
	good := wire.Sign("secret", at, "POST", "/payouts", body)
	stamp := wire.Timestamp(at)
	for name, tc := range map[string]struct {
		secret, signature, stamp, method, path, body string
		now                                          time.Time
		want                                         bool
	}{
		"Good":         {"secret", good, stamp, "POST", "/payouts", string(body), at, true},
		"WithinWindow": {"secret", good, stamp, "POST", "/payouts", string(body), at.Add(5 * time.Minute), true},
		"TooOld":       {"secret", good, stamp, "POST", "/payouts", string(body), at.Add(5*time.Minute + time.Second), false},
		"TooNew":       {"secret", good, stamp, "POST", "/payouts", string(body), at.Add(-6 * time.Minute), false},
		"OtherSecret":  {"Secret", good, stamp, "POST", "/payouts", string(body), at, false},
		"OtherMethod":  {"secret", good, stamp, "GET", "/payouts", string(body), at, false},
		"OtherPath":    {"secret", good, stamp, "POST", "/payouts/inquiry", string(body), at, false},
		"OtherBody":    {"secret", good, stamp, "POST", "/payouts", string(body) + " ", at, false},
		"OtherStamp":   {"secret", good, "1700000001", "POST", "/payouts", string(body), at, false},
		"NoStamp":      {"secret", good, "", "POST", "/payouts", string(body), at, false},
		"NoSignature":  {"secret", "", stamp, "POST", "/payouts", string(body), at, false},
	} {
		if got := wire.Verify(tc.secret, tc.signature, tc.stamp, tc.now, tc.method, tc.path, []byte(tc.body)); got != tc.want {
			t.Errorf("%s: Verify = %v, want %v", name, got, tc.want)
		}
	}
}

func TestCallbackIsNoRequest(t *testing.T) {
	t.Parallel()
	body := []byte(`{}`)
	signature := wire.SignCallback("secret", at, body)
	if !wire.VerifyCallback("secret", signature, wire.Timestamp(at), at, body) {
		t.Error("a valid callback was rejected")
	}
	if wire.Verify("secret", signature, wire.Timestamp(at), at, "POST", "", body) {
		t.Error("a callback's signature was accepted for a request")
	}
	if wire.VerifyCallback("secret", wire.Sign("secret", at, "POST", "", body), wire.Timestamp(at), at, body) {
		t.Error("a request's signature was accepted for a callback")
	}
}
