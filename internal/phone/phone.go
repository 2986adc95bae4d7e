// Package phone knows how people of the two countries write a mobile number, and gives every number one form, so that it
// can be unique (RULES.md section 12). What can't be a mobile number is refused before anybody pays for an SMS to it.
package phone

import (
	"regexp"
	"strings"
)

// Plan is a country's numbering plan.
type Plan struct {
	country string // without the plus
	mobile  *regexp.Regexp
	// older is how numbers were taken once: whoever registered with one logs in with it.
	older *regexp.Regexp
	// foreign is a plan whose numbers members of this country have too.
	foreign *Plan
}

// The plans: Thailand's, and Laos's for the Laos mode. A number is what follows the country's code, without the trunk zero.
var (
	// Thailand: mobiles are 06, 08 and 09 and eight digits.
	Thailand = Plan{
		country: "66", mobile: regexp.MustCompile(`^[689][0-9]{8}$`), older: regexp.MustCompile(`^0[0-9]{9}$`),
	}
	// Laos: mobiles are 020 and eight digits, and 030 and seven (wireless lines, which take SMS). Many there have a Thai SIM.
	Laos = Plan{
		country: "856", mobile: regexp.MustCompile(`^(20[0-9]{8}|30[0-9]{7})$`), older: regexp.MustCompile(`^[0-9]{6,15}$`),
		foreign: &Thailand,
	}
)

// trunk begins a number within its country.
const trunk = "0"

// Normalise returns the number in E.164 ("+66812345678") for what somebody typed, and whether it is a mobile number of this
// plan, in any of the usual ways to write one. A digit too many or too few makes it none: nothing is ever cut.
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

// national is what follows the country's code and the trunk zero, for a mobile number in compact form.
func (p Plan) national(number string) (string, bool) {
	rest, abroad := p.abroad(number)
	switch {
	case abroad: // +66 (0)81 has the trunk zero where it does not belong
		rest = strings.TrimPrefix(rest, trunk)
	case strings.HasPrefix(number, trunk):
		rest = strings.TrimPrefix(number, trunk)
	case p.foreign == nil: // within Thailand nobody leaves the zero out, and who lost it may have lost another digit
		return "", false
	default:
		rest = number
	}
	return rest, p.mobile.MatchString(rest)
}

// abroad takes the country's code away, as it is written after +, after 00, or bare. Within the country no number begins so.
func (p Plan) abroad(number string) (rest string, ok bool) {
	for _, prefix := range []string{"+", "00", ""} {
		if rest, ok = strings.CutPrefix(number, prefix+p.country); ok {
			return rest, true
		}
	}
	return number, false
}

// Recognise is Normalise for who may have registered under an older rule, and looks for itself: at a login, in a search.
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

// Shown is a number as its owner writes it at home: "0812345678".
func (p Plan) Shown(number string) string {
	if national, ok := strings.CutPrefix(number, "+"+p.country); ok {
		return trunk + national
	}
	if p.foreign != nil {
		return p.foreign.Shown(number)
	}
	return number
}
