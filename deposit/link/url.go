package link

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"krapao/fault"
)

// The one host that links come from, and the longest text that is looked at: a message, not a book.
const (
	linkHost    = "gift.truemoney.com"
	longestLink = 8192
)

var (
	// voucherCode is what the issuer makes codes of.
	voucherCode = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
	// bareCode is a code that is pasted without its link; a greeting is shorter than any.
	bareCode = regexp.MustCompile(`^\??(?:[vV]=)?([A-Za-z0-9_-]{10,128})$`)
	// linkIn finds the issuer's host with its one path, and what stands behind that. A text's own letters are no part of it.
	linkIn = regexp.MustCompile(`(?i)(?:(?:https?:)?//)?gift\.truemoney\.com/+campaign/*\?([!-~]*)`)
	// linkEnds are signs that a text puts behind a link, and that no code ends with.
	linkEnds = ".,;:!?)]}>'\"*|`"
)

// codeOf reads the voucher's code from what a member pasted or shared: the link of the issuer's host in it, wherever it
// stands, or the code alone. Nothing else of the text is used, and no address that we call is made of it (RULES.md
// section 4).
//
// Taken as they come from telephones: a text around the link, invisible signs anywhere, http or no scheme, capitals,
// a fragment and further parameters (the issuer's own page and chat programs add them; they name no voucher), signs behind it.
// Refused: any other host, and one that only begins or ends like it, a port, a user, another path; TRUELINK_SEVERAL
// where the text has two vouchers, since nobody knows which one is meant.
func codeOf(text string) (string, error) {
	if len(text) > longestLink {
		return "", fault.New(fault.TRUELINK_INVALID, "no wallet link: the text is too long")
	}
	text = strings.Map(visible, text)
	if bare := bareCode.FindStringSubmatch(strings.TrimFunc(text, around)); bare != nil {
		return bare[1], nil
	}
	found := ""
	for _, at := range linkIn.FindAllStringSubmatchIndex(text, -1) {
		code := codeIn(text[at[2]:at[3]])
		switch {
		case code == "" || !begins(text[:at[0]], text[at[0]:]):
			continue
		case found != "" && found != code:
			return "", fault.New(fault.TRUELINK_SEVERAL, "two wallet links")
		}
		found = code
	}
	if found == "" {
		return "", fault.New(fault.TRUELINK_INVALID, "no wallet link in it")
	}
	return found, nil
}

// visible makes every kind of space one, and takes away what nobody sees.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// around: what a text puts around a code.
func around(r rune) bool {
	return r == ' ' || r != '-' && r != '_' && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

// begins reports whether a link that was found begins there: it is not the end of another host's name, and not a part of
// another address.
func begins(before, link string) bool {
	if before == "" {
		return true
	}
	last := before[len(before)-1]
	switch {
	case strings.HasPrefix(link, "//"):
		return last != ':' && last != '/' && !inAddress(last) // else the end of another scheme
	case strings.HasPrefix(link, linkHost[:1]), strings.HasPrefix(link, strings.ToUpper(linkHost[:1])):
		return !inAddress(last) && last != '.' && last != '-' && last != '_' && !letter(last)
	}
	return !inAddress(last)
}

// inAddress: a sign by which an address goes on.
func inAddress(sign byte) bool { return strings.IndexByte(`/\@=?&#%~+$`, sign) >= 0 }

func letter(sign byte) bool {
	return sign >= 'a' && sign <= 'z' || sign >= 'A' && sign <= 'Z' || sign >= '0' && sign <= '9'
}

// codeIn is the one code that a link's query names; empty where it names none, or two.
func codeIn(query string) string {
	query, _, _ = strings.Cut(query, "#")
	if end := strings.IndexAny(query, "<>\"'`"); end >= 0 {
		query = query[:end]
	}
	values, err := url.ParseQuery(strings.ReplaceAll(strings.TrimRight(query, linkEnds), "&amp;", "&"))
	if err != nil {
		return ""
	}
	code := ""
	for _, one := range append(values["v"], values["V"]...) {
		if code != "" && code != one {
			return ""
		}
		code = one
	}
	if !voucherCode.MatchString(code) {
		return ""
	}
	return code
}
