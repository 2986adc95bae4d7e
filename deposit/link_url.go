package deposit

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"krapao/fault"
)

// The one host that links come from, and the longest text that is looked at.
const (
	linkHost    = "gift.truemoney.com"
	longestLink = 1024
)

// voucherCode is what the issuer makes codes of.
var voucherCode = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

// codeOf reads the voucher's code from what a member pasted: https, exactly the issuer's host, its one path, and one v.
// Nothing else of the link is used, and no address that we call is made of it (RULES.md section 4).
//
// Taken as they come from telephones: spaces and invisible signs around the link, a host in capitals (the same host), a
// fragment and further parameters (the issuer's own page and chat programs add them; they name no voucher). Refused: any
// other scheme, host, port or path, a user before the host, letters of other alphabets, no v or two.
func codeOf(text string) (string, error) {
	text = strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	wrong := func(why string) (string, error) {
		return "", fault.New(fault.TRUELINK_INVALID, "no wallet link: %s", why)
	}
	if text == "" || len(text) > longestLink {
		return wrong("empty or too long")
	}
	for _, r := range text {
		if r <= ' ' || r > '~' || r == '\\' {
			return wrong("a sign that no link has")
		}
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return wrong("not an address")
	case u.Scheme != "https" || u.Opaque != "":
		return wrong("not https")
	case u.User != nil || strings.ToLower(u.Host) != linkHost:
		return wrong("another host")
	case u.EscapedPath() != "/campaign/" && u.EscapedPath() != "/campaign":
		return wrong("another path")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(query["v"]) != 1 || !voucherCode.MatchString(query["v"][0]) {
		return wrong("no code, two, or none that is one")
	}
	return query["v"][0], nil
}
