package ratelimit

import "net/netip"

// customerBits is how many bits of an IPv6 address identify one customer of a network operator: each has a whole /64.
const customerBits = 64

// tunnel is a prefix whose addresses hold an IPv4 address, which is whom they belong to.
type tunnel struct {
	prefix netip.Prefix
	at     int  // the first of its four bytes
	turned bool // each bit is inverted
}

var tunnels = []tunnel{
	{prefix: netip.MustParsePrefix("64:ff9b::/96"), at: 12},            // NAT64 (RFC 6052): one /64 for all
	{prefix: netip.MustParsePrefix("::ffff:0:0:0/96"), at: 12},         // SIIT (RFC 2765): likewise
	{prefix: netip.MustParsePrefix("2001::/32"), at: 12, turned: true}, // Teredo (RFC 4380): one /64 for all of a server
	{prefix: netip.MustParsePrefix("2002::/16"), at: 2},                // 6to4 (RFC 3056): 65,536 /64s for each
}

// Network is the form of an address by which all limits count: an IPv4 address itself, also one that is written as IPv6, was
// translated, or has a tunnel; and the customer's network of an IPv6 address. A text that is no address is counted as it is.
func Network(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	addr = within(addr.Unmap().WithZone(""))
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, customerBits).Masked().String()
}

// within returns the IPv4 address in an address of a tunnel, else the address itself.
func within(addr netip.Addr) netip.Addr {
	for _, t := range tunnels {
		if !t.prefix.Contains(addr) {
			continue
		}
		bytes := addr.As16()
		inner := [4]byte(bytes[t.at:])
		if t.turned {
			for i := range inner {
				inner[i] = ^inner[i]
			}
		}
		return netip.AddrFrom4(inner)
	}
	return addr
}

// From makes a charge for the caller from an address; subject is the rest of the subject.
func (l Limit) From(address string, subject ...string) Charge {
	return l.On(append(subject[:len(subject):len(subject)], Network(address))...)
}
