package session

import "testing"

// TestWhereASessionIsOpenedFrom: of IPv6 the customer's part, whatever a telephone does with the rest.
func TestWhereASessionIsOpenedFrom(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2:aaaa:bbbb:cccc:dddd": "2001:db8:1:2::",
		"fe80::1%eth0": "fe80::", "": "", "pipe": "",
	} {
		if got := networkOf(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
