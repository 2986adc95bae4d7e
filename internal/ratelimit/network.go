package ratelimit

import "net/netip"

// customer is how much of an IPv6 address names a customer: each has a whole /64 to call from.
const customer = 64

// Network is what an address is counted by, everywhere: an IPv4 address itself, also where it is written as IPv6; of IPv6 the
// customer's network. What is no address is counted as it is.
func Network(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, customer).Masked().String()
}

// From makes a charge of who calls from an address; subject is what else names the allowance.
func (l Limit) From(address string, subject ...string) Charge {
	return l.On(append(subject[:len(subject):len(subject)], Network(address))...)
}
