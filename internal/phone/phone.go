// Package phone knows how members of the two countries write a telephone number, and gives every number one form, so
// that it can be unique (RULES.md section 12).
package phone

import "strings"

// Plan is a country's numbering plan.
type Plan struct {
	country      string // without the plus
	trunk        string
	short, long  int  // how many digits a member may type
	trunkNeeded  bool // whether they must start with the trunk zero
	alsoNational bool // whether the country's prefix may be typed without a plus
}

// The plans: Thailand's, and Laos's for the Laos mode.
var (
	// Thailand: exactly ten digits, the first a zero (SPEC.md section 5).
	Thailand = Plan{country: "66", trunk: "0", short: 10, long: 10, trunkNeeded: true}
	// Laos: 6 to 15 digits (API.md, Account); SPEC.md checks no length there.
	Laos = Plan{country: "856", trunk: "0", short: 6, long: 15, alsoNational: true}
)

// longest is how many digits a number has at most with its country (E.164): nobody delivers a code to a longer one.
const longest = 15

// Normalise returns the number in E.164 ("+66812345678") for what a member typed, and whether it is one of this plan:
// digits only, as long as the plan says, and no longer than any number.
func (p Plan) Normalise(typed string) (string, bool) {
	if len(typed) < p.short || len(typed) > p.long || !digits(typed) {
		return "", false
	}
	national, trunk := strings.CutPrefix(typed, p.trunk)
	if p.trunkNeeded && !trunk {
		return "", false
	}
	number := p.country + national
	if p.alsoNational && strings.HasPrefix(typed, p.country) {
		number = typed
	}
	if len(number) > longest {
		return "", false
	}
	return "+" + number, true
}

// Recognise is Normalise for a login: spaces and dashes are passed over, and the international form is understood.
func (p Plan) Recognise(typed string) (string, bool) {
	typed = strings.NewReplacer(" ", "", "-", "").Replace(typed)
	if international, ok := strings.CutPrefix(typed, "+"+p.country); ok {
		typed = p.trunk + international
	}
	return p.Normalise(typed)
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
