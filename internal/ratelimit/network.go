package ratelimit

import "net/netip"

// customerBits is how many bits of an IPv6 address identify one customer of a network operator: each has a whole /64.
const customerBits = 64

// translated is the prefix under which a NAT64 shows IPv4 addresses, whole, in the last 32 bits (RFC 6052): one /64 for all.
var translated = netip.MustParsePrefix("64:ff9b::/96")

// Network is the form of an address by which all limits count: an IPv4 address itself, also one that was translated or is written
// as IPv6, and the customer's network of an IPv6 address. A text that is no address is counted as it is.
func Network(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	addr = addr.Unmap().WithZone("")
	if bytes := addr.As16(); translated.Contains(addr) {
		addr = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, customerBits).Masked().String()
}

// From makes a charge for the caller from an address; subject is the rest of the subject.
func (l Limit) From(address string, subject ...string) Charge {
	return l.On(append(subject[:len(subject):len(subject)], Network(address))...)
}
