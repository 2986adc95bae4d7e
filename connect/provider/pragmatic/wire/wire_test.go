package wire_test

import (
	"net/url"
	"testing"

	"krapao/connect/provider/pragmatic/wire"
)

// The first is from research/domain.md section 14, the others were computed with openssl.
func TestHashVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fields url.Values
		want   string
	}{
		{
			url.Values{"amount": {"100.00"}, "externalPlayerId": {"abc123"}, "externalTransactionId": {"T0001"}, "secureLogin": {"op"}},
			"d8384f786cf887b525411012f7f0cdf3",
		},
		{
			url.Values{"externalPlayerId": {"abc123"}, "externalTransactionId": {"T0001"}, "secureLogin": {"op"}},
			"0e05f4043adb92dbee5d651f7d9b3463",
		},
		{url.Values{"externalPlayerId": {"abc123"}, "secureLogin": {"op"}}, "cf141b5b2287c76eae48c76d49fc4f75"},
	} {
		if got := wire.Hash("secret", c.fields); got != c.want {
			t.Errorf("Hash(%v) = %s, want %s", c.fields, got, c.want)
		}
		form := wire.Signed("secret", c.fields)
		if form.Get(wire.FieldHash) != c.want || !wire.Verify("secret", form) {
			t.Errorf("Signed(%v) = %v", c.fields, form)
		}
		if c.fields.Has(wire.FieldHash) {
			t.Error("Signed changed the caller's fields")
		}
	}
}

// The hash is over the unescaped values: "&" and spaces of a value stay as they are.
func TestHashIsNotEscaped(t *testing.T) {
	t.Parallel()
	a := wire.Hash("secret", url.Values{"a": {"1 & 2"}})
	const want = "280e4f05636a1470a4ab829dd6674cba" // of openssl md5 over "a=1 & 2secret"
	if a != want {
		t.Errorf("Hash = %s, want %s", a, want)
	}
}

func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	good := wire.Signed("secret", url.Values{"amount": {"100.00"}, "externalPlayerId": {"abc123"}})
	for name, change := range map[string]func(url.Values){
		"OtherAmount": func(f url.Values) { f.Set("amount", "100.01") },
		"OneMore":     func(f url.Values) { f.Set("x", "1") },
		"OneLess":     func(f url.Values) { f.Del("amount") },
		"NoHash":      func(f url.Values) { f.Del(wire.FieldHash) },
		"OtherHash":   func(f url.Values) { f.Set(wire.FieldHash, "d8384f786cf887b525411012f7f0cdf3") },
	} {
		form := url.Values{}
		for k, v := range good {
			form[k] = v
		}
		change(form)
		if wire.Verify("secret", form) {
			t.Errorf("%s: accepted", name)
		}
	}
	if wire.Verify("another", good) {
		t.Error("another secret's hash was accepted")
	}
}
