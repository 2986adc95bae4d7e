package peer

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTheAddressIsThePeersUnlessAProxySaysOtherwise(t *testing.T) {
	t.Parallel()
	proxies, err := Parse("10.0.0.0/8, 192.0.2.7,::1")
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ peer, forwarded, want string }{
		"NoProxy":        {"203.0.113.9:1", "198.51.100.1", "203.0.113.9"},
		"Proxy":          {"10.1.1.1:1", "198.51.100.1", "198.51.100.1"},
		"RightMost":      {"10.1.1.1:1", "1.2.3.4, 198.51.100.1", "198.51.100.1"},
		"ThroughProxies": {"10.1.1.1:1", "1.2.3.4, 198.51.100.1, 192.0.2.7", "198.51.100.1"},
		"Nonsense":       {"10.1.1.1:1", "'; DROP", "10.1.1.1"},
		"Empty":          {"10.1.1.1:1", "", "10.1.1.1"},
		"V6":             {"[::1]:1", "2001:db8::5", "2001:db8::5"},
		"Mapped":         {"[::ffff:203.0.113.9]:1", "", "203.0.113.9"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tc.peer
		r.Header.Set("X-Forwarded-For", tc.forwarded)
		if got := proxies.Address(r); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
	if _, err := Parse("10.0.0.0/8,x"); err == nil {
		t.Error("nonsense is no proxy")
	}
}
