// Package phone recognises the mobile numbers of the two countries however people write them, and gives each number one form,
// so that it can be unique (RULES.md section 12). It refuses texts that can't be a mobile number before anybody pays for an
// SMS.
package phone

import (
	"regexp"
	"strings"
)

// Plan is a country's numbering plan.
type Plan struct {
	country string // without the plus
	mobile  *regexp.Regexp
	// older accepts what earlier rules accepted: members who registered with such a number log in with it.
	older *regexp.Regexp
	// foreign is another country's plan whose numbers members of this country also have.
	foreign *Plan
}

// The plans: Thailand's, and Laos's for the Laos mode. The patterns are for the national number, without the trunk zero.
var (
	// Thailand: mobile numbers are 06, 08 and 09 followed by eight digits.
	Thailand = Plan{
		country: "66", mobile: regexp.MustCompile(`^[689][0-9]{8}$`), older: regexp.MustCompile(`^0[0-9]{9}$`),
	}
	// Laos: mobile numbers are 020 and eight digits, or 030 and seven (wireless lines, which receive SMS). Many there have a
	// Thai SIM.
	Laos = Plan{
		country: "856", mobile: regexp.MustCompile(`^(20[0-9]{8}|30[0-9]{7})$`), older: regexp.MustCompile(`^[0-9]{6,15}$`),
		foreign: &Thailand,
	}
)

// trunk begins a number dialled within its country.
const trunk = "0"

// Normalise returns a typed number in E.164 form ("+66812345678"), and reports whether it is a mobile number of this plan, in
// any of the usual forms. A digit too many or too few makes it invalid: nothing is ever cut off.
func (p Plan) Normalise(typed string) (string, bool) {
	number, ok := compact(typed)
	if !ok {
		return "", false
	}
	if national, ok := p.national(number); ok {
		return "+" + p.country + national, true
	}
	if p.foreign != nil {
		return p.foreign.Normalise(typed)
	}
	return "", false
}

// national returns the number without the country's code and the trunk zero, for a mobile number in compact form.
func (p Plan) national(number string) (string, bool) {
	rest, abroad := p.abroad(number)
	switch {
	case abroad: // +66 (0)81 has the trunk zero where it does not belong
		rest = strings.TrimPrefix(rest, trunk)
	case strings.HasPrefix(number, trunk):
		rest = strings.TrimPrefix(number, trunk)
	case p.foreign == nil: // nobody in Thailand omits the zero, and somebody who lost it may have lost another digit
		return "", false
	default:
		rest = number
	}
	return rest, p.mobile.MatchString(rest)
}

// abroad removes the country's code: after +, after 00, or bare. Within the country no number begins with it.
func (p Plan) abroad(number string) (rest string, ok bool) {
	for _, prefix := range []string{"+", "00", ""} {
		if rest, ok = strings.CutPrefix(number, prefix+p.country); ok {
			return rest, true
		}
	}
	return number, false
}

// Recognise is Normalise for numbers that may have been registered under an older rule: at a login, or in a search.
func (p Plan) Recognise(typed string) (string, bool) {
	if number, ok := p.Normalise(typed); ok {
		return number, true
	}
	number, ok := compact(typed)
	if !ok || !p.older.MatchString(number) {
		return "", false
	}
	if strings.HasPrefix(number, p.country) {
		return "+" + number, true
	}
	return "+" + p.country + strings.TrimPrefix(number, trunk), true
}

// Shown returns a number as its owner writes it in its own country: "0812345678".
func (p Plan) Shown(number string) string {
	if national, ok := strings.CutPrefix(number, "+"+p.country); ok {
		return trunk + national
	}
	if p.foreign != nil {
		return p.foreign.Shown(number)
	}
	return number
}
