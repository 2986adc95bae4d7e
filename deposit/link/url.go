package link

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"krapao/fault"
)

// The only host of links, and the longest text that is examined: a message, not a book.
const (
	linkHost    = "gift.truemoney.com"
	longestLink = 8192
)

var (
	// voucherCode matches the issuer's codes.
	voucherCode = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
	// bareCode matches a code pasted without its link. A greeting is shorter than any code.
	bareCode = regexp.MustCompile(`^\??(?:[vV]=)?([A-Za-z0-9_-]{10,128})$`)
	// linkIn finds the issuer's host with its only path, and what follows. Thai and Lao letters of a text around it are
	// no part of it.
	linkIn = regexp.MustCompile(`(?i)(?:(?:https?:)?//)?gift\.truemoney\.com/+campaign/*\?([!-~]*)`)
	// linkEnds are characters that a text may put behind a link and that no code ends with.
	linkEnds = ".,;:!?)]}>'\"*|`"
)

// codeOf returns the voucher's code in a text that a member pasted or shared: from the link of the issuer's host anywhere in
// it, or the code alone. Nothing else of the text is used, and no address that we call is made of it (RULES.md section 4).
//
// Accepted, as telephones produce them: text around the link, invisible characters anywhere, http or no scheme, capitals, a
// fragment and more parameters (the issuer's page and chat apps add them; they name no voucher), punctuation after it.
// Refused: any other host, also one that only begins or ends like it; a port, a user, another path. TRUELINK_SEVERAL if the
// text has two vouchers, because nobody knows which one is meant.
func codeOf(text string) (string, error) {
	if len(text) > longestLink {
		return "", fault.New(fault.TRUELINK_INVALID, "the text is too long for a wallet link")
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
			return "", fault.New(fault.TRUELINK_SEVERAL, "the text has two wallet links")
		}
		found = code
	}
	if found == "" {
		return "", fault.New(fault.TRUELINK_INVALID, "the text has no wallet link")
	}
	return found, nil
}

// visible turns every kind of space into one, and removes invisible characters.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// around reports whether a text may put this character around a code.
func around(r rune) bool {
	return r == ' ' || r != '-' && r != '_' && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

// begins reports whether a link really begins where it was found: not at the end of another host's name, and not
// inside another address.
func begins(before, link string) bool {
	if before == "" {
		return true
	}
	last := before[len(before)-1]
	switch {
	case strings.HasPrefix(link, "//"):
		return last != ':' && last != '/' && !inAddress(last) // otherwise the end of another scheme
	case strings.HasPrefix(link, linkHost[:1]), strings.HasPrefix(link, strings.ToUpper(linkHost[:1])):
		return !inAddress(last) && last != '.' && last != '-' && last != '_' && !letter(last)
	}
	return !inAddress(last)
}

// inAddress reports whether an address goes on after this character.
func inAddress(sign byte) bool { return strings.IndexByte(`/\@=?&#%~+$`, sign) >= 0 }

func letter(sign byte) bool {
	return sign >= 'a' && sign <= 'z' || sign >= 'A' && sign <= 'Z' || sign >= '0' && sign <= '9'
}

// codeIn returns the only code that a link's query names. It is empty if there is none, or two.
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
