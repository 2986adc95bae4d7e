// Package peer finds out who is at the other end of a connection, behind the proxies that are trusted.
package peer

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the peers whose X-Forwarded-For is trusted.
type Proxies []netip.Prefix

// Parse reads addresses and networks, separated by commas.
func Parse(text string) (Proxies, error) {
	var all Proxies
	for _, item := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if prefix, err := netip.ParsePrefix(item); err == nil {
			all = append(all, prefix.Masked())
			continue
		}
		addr, err := netip.ParseAddr(item)
		if err != nil {
			return nil, fmt.Errorf("%q is neither an address nor a network", item)
		}
		all = append(all, netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()))
	}
	return all, nil
}

func (p Proxies) has(addr netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// Address is the caller's: the peer's, or behind our proxies the right-most address of X-Forwarded-For that is none of them.
// Everything further left is the client's own claim.
func (p Proxies) Address(r *http.Request) string {
	addr, host, err := of(r)
	if err != nil {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.has(addr); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = next.Unmap().WithZone("")
	}
	return addr.String()
}

// Secure reports whether the client speaks TLS: with us, or with a proxy of ours that says so.
func (p Proxies) Secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	addr, _, err := of(r)
	return err == nil && p.has(addr) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// of is the other end of the connection; host is how it is written.
func of(r *http.Request) (addr netip.Addr, host string, err error) {
	host, _, err = net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, err = netip.ParseAddr(host)
	return addr.Unmap().WithZone(""), host, err
}
