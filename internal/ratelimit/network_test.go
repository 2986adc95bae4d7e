package ratelimit_test

import (
	"testing"

	"krapao/internal/ratelimit"
)

func TestNetworkIsTheCustomers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"203.0.113.9", "203.0.113.9", true},
		{"203.0.113.9", "203.0.113.10", false},
		{"203.0.113.9", "::ffff:203.0.113.9", true},
		{"::ffff:203.0.113.9", "::ffff:cb00:710a", false},
		{"2001:db8:1:2:3::4", "2001:db8:1:2:ffff::1", true},
		{"2001:db8:1:2::1", "2001:DB8:1:2:0:0:0:9", true},
		{"2001:db8:1:2::1", "2001:db8:1:3::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true},
		{"64:ff9b::cb00:7109", "203.0.113.9", true},
		{"64:ff9b::cb00:7109", "64:ff9b::203.0.113.10", false},
		{"64:ff9b:1::1", "64:ff9b:1::2", true},
		{"2002:cb00:7109::1", "203.0.113.9", true},
		{"2002:cb00:7109:1::1", "2002:cb00:7109:ffff::2", true},
		{"2002:cb00:7109::1", "2002:cb00:710a::1", false},
		{"2001:0:4136:e378:8000:63bf:34ff:8ef6", "203.0.113.9", true}, // Teredo inverts the bits
		{"2001:0:4136:e378:8000:63bf:34ff:8ef6", "2001:0:4136:e378:8000:63bf:34ff:8ef5", false},
		{"2001:1::1", "2001:1::2", true}, // no Teredo
		{"::ffff:0:203.0.113.9", "203.0.113.9", true},
		{"::ffff:0:203.0.113.9", "::ffff:0:203.0.113.10", false},
		{"", "", true},
		{"no address", "no other", false},
	} {
		if got := ratelimit.Network(c.one) == ratelimit.Network(c.other); got != c.same {
			t.Errorf("%q and %q: %q, %q", c.one, c.other, ratelimit.Network(c.one), ratelimit.Network(c.other))
		}
		l := ratelimit.Limit{Name: "x", Count: 1, Per: 1}
		if got := l.From(c.one, "081") == l.From(c.other, "081"); got != c.same {
			t.Errorf("charges of %q and %q", c.one, c.other)
		}
	}
}
