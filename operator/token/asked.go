package token

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/operator"
)

// longest is how far away a token's end may be.
const longest = 400 * 24 * time.Hour

// mostNetworks is how many networks a token may name.
const mostNetworks = 20

// Asked is a token that is asked for, as its proposal has it.
type Asked struct {
	// ID and Hash are the draft's.
	ID   string `json:"id"`
	Hash string `json:"hash"`

	Role      operator.Role `json:"role"`
	Scopes    []string      `json:"scopes"`
	EndsAt    time.Time     `json:"endsAt"`
	Addresses []string      `json:"addresses,omitempty"`
}

// Scopes are those that a token may have, by name: a part of the API, and whether it reads or decides. A part that no role of a
// token's may call has none; nor have proposals, which persons alone decide.
func Scopes() []string {
	return []string{
		"audit:read",
		"brake:decide",
		"brake:read",
		"chat:decide",
		"chat:read",
		"content:decide",
		"content:read",
		"member:decide",
		"member:read",
		"money:decide",
		"money:read",
		"notification:read",
		"operator:read",
		"person:decide",
		"person:read",
		"proposal:read",
		"quarantine:decide",
		"quarantine:read",
		"queue:decide",
		"queue:read",
		"risk:read",
		"setting:read",
		"today:decide",
		"today:read",
		"token:read",
		"waiting:decide",
		"waiting:read",
	}
}

// systemForm is the form of a system's name. An ID adds a dash and letters to it.
var systemForm = regexp.MustCompile(`^[a-z][a-z0-9-]{1,23}$`)

// checked is what is asked for in its one form, at a time. INVALID_INPUT: no token can be so.
func (a Asked) checked(system string, now time.Time) (Asked, error) {
	roles := []operator.Role{operator.Support, operator.Cashier, operator.Auditor}
	switch {
	case !systemForm.MatchString(system):
		return Asked{}, wrong("system", "a system's name has 2 to 24 lower-case letters, digits and dashes")
	case !slices.Contains(roles, a.Role):
		return Asked{}, wrong("role", "a token is for support, a cashier or an auditor")
	case !a.EndsAt.After(now):
		return Asked{}, wrong("endsAt", "its end is over")
	case a.EndsAt.After(now.Add(longest)):
		return Asked{}, wrong("endsAt", "a token ends within 400 days")
	case len(a.Scopes) == 0:
		return Asked{}, wrong("scopes", "a token without a scope may call nothing")
	case len(a.Addresses) > mostNetworks:
		return Asked{}, wrong("addresses", "too many networks")
	}
	a.Scopes = slices.Compact(slices.Sorted(slices.Values(a.Scopes)))
	for _, scope := range a.Scopes {
		if !slices.Contains(Scopes(), scope) {
			return Asked{}, wrong("scopes", "there is no scope "+scope)
		}
		if a.Role == operator.Auditor && strings.HasSuffix(scope, ":decide") {
			return Asked{}, wrong("scopes", "an auditor decides nothing")
		}
	}
	networks := make([]string, len(a.Addresses))
	for n, text := range a.Addresses {
		network, err := networkOf(text)
		if err != nil {
			return Asked{}, wrong("addresses", "no network: "+text)
		}
		networks[n] = network.String()
	}
	a.Addresses = networks
	return a, nil
}

func wrong(field, why string) error {
	return fault.New(fault.INVALID_INPUT, "token: %s: %s", field, why).With("field", field)
}

// facts are what the second person sees.
func (a Asked) facts() []operator.Fact {
	from := strings.Join(a.Addresses, ", ")
	return []operator.Fact{
		{Name: "role", Kind: operator.FactRole, After: string(a.Role)},
		{Name: "scopes", Kind: operator.FactScope, After: strings.Join(a.Scopes, ", ")},
		{Name: "endsAt", Kind: operator.FactTime, After: a.EndsAt.UTC().Format(time.RFC3339)},
		{Name: "addresses", Kind: operator.FactText, After: from},
	}
}

// networkOf reads a network, or an address alone.
func networkOf(text string) (netip.Prefix, error) {
	if alone, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(alone.Unmap(), alone.Unmap().BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	return network.Masked(), err
}

// from reports whether an address is in one of the networks; of none, every address is.
func from(networks []string, address string) bool {
	at, err := netip.ParseAddr(address)
	if len(networks) == 0 {
		return true
	}
	for _, text := range networks {
		network, wrong := networkOf(text)
		if err == nil && wrong == nil && network.Contains(at.Unmap()) {
			return true
		}
	}
	return false
}
