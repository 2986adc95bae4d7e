package deposit

import (
	"strings"
	"testing"

	"krapao/fault"
)

// What a member pastes: a link of the issuer's gives its code, anything else is refused.
func TestCodeOf(t *testing.T) {
	t.Parallel()
	const code = "AbC-123_xyz456789012"
	link := "https://gift.truemoney.com/campaign/?v=" + code
	long := strings.Repeat("a", 128)
	for name, text := range map[string]string{
		"as it is given out":          link,
		"without the path's slash":    "https://gift.truemoney.com/campaign?v=" + code,
		"spaces around it":            "  " + link + " \r\n",
		"invisible signs around it":   "\u200b\ufeff" + link + "\u00a0\u200e",
		"a host in capitals":          "HTTPS://Gift.TrueMoney.COM/campaign/?v=" + code,
		"the issuer's page":           link + "#/voucher_detail/",
		"what chat programs add":      "https://gift.truemoney.com/campaign/?openExternalBrowser=1&v=" + code + "&utm=x",
		"an escaped sign of the code": strings.Replace(link, "AbC", "%41bC", 1),
	} {
		if got, err := codeOf(text); err != nil || got != code {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := codeOf("https://gift.truemoney.com/campaign/?v=" + long); err != nil || got != long {
		t.Errorf("the longest code: %q, %v", got, err)
	}
	for name, text := range map[string]string{
		"nothing":                     "",
		"spaces only":                 " \n\t",
		"the code alone":              code,
		"a text around it":            "for you " + link,
		"two links":                   link + " " + link,
		"http":                        strings.Replace(link, "https", "http", 1),
		"no scheme":                   strings.TrimPrefix(link, "https:"),
		"javascript":                  "javascript:" + link,
		"another host":                strings.Replace(link, "gift.", "gift2.", 1),
		"a host below it":             strings.Replace(link, "gift.", "evil.gift.", 1),
		"a host that begins like it":  strings.Replace(link, ".com/", ".com.evil.example/", 1),
		"a dot after the host":        strings.Replace(link, ".com/", ".com./", 1),
		"a port":                      strings.Replace(link, ".com/", ".com:443/", 1),
		"another port":                strings.Replace(link, ".com/", ".com:8080/", 1),
		"an empty port":               strings.Replace(link, ".com/", ".com:/", 1),
		"a user":                      strings.Replace(link, "gift.", "user@gift.", 1),
		"the host as a user":          "https://gift.truemoney.com@evil.example/campaign/?v=" + code,
		"the host as user, escaped":   "https://gift.truemoney.com%40evil.example/campaign/?v=" + code,
		"a backslash":                 `https://gift.truemoney.com\@evil.example/campaign/?v=` + code,
		"an address for a host":       "https://127.0.0.1/campaign/?v=" + code,
		"an address of six":           "https://[::1]/campaign/?v=" + code,
		"a look-alike in Cyrillic":    strings.Replace(link, "gift", "g\u0456ft", 1),
		"a long s":                    strings.Replace(link, "gift.truemoney", "gift.truemo\u017fey", 1),
		"a wide letter":               strings.Replace(link, "gift", "\uff47ift", 1),
		"a look-alike in punycode":    strings.Replace(link, "gift", "xn--gft-zpa", 1),
		"another path":                strings.Replace(link, "/campaign/", "/campaign/vouchers/", 1),
		"a path upwards":              strings.Replace(link, "/campaign/", "/x/../campaign/", 1),
		"an escaped path":             strings.Replace(link, "/campaign/", "/%63ampaign/", 1),
		"two codes":                   link + "&v=another",
		"the same code twice":         link + "&v=" + code,
		"no code":                     "https://gift.truemoney.com/campaign/",
		"an empty code":               "https://gift.truemoney.com/campaign/?v=",
		"V instead of v":              strings.Replace(link, "?v=", "?V=", 1),
		"the code in the fragment":    "https://gift.truemoney.com/campaign/#?v=" + code,
		"a code that is a path":       "https://gift.truemoney.com/campaign/?v=../" + code,
		"a code with an escaped path": "https://gift.truemoney.com/campaign/?v=a%2Fb",
		"a code with a sign":          "https://gift.truemoney.com/campaign/?v=a.b",
		"a code with a line in it":    "https://gift.truemoney.com/campaign/?v=a%0Ab",
		"a code with a nought":        "https://gift.truemoney.com/campaign/?v=a%00",
		"a code too long":             "https://gift.truemoney.com/campaign/?v=" + long + "a",
		"half an escape":              "https://gift.truemoney.com/campaign/?v=abc%4",
		"a semicolon":                 "https://gift.truemoney.com/campaign/?v=abc;x=1",
		"a sign in the middle":        strings.Replace(link, "?v=", "?v=\u200b", 1),
		"a space in the middle":       strings.Replace(link, "?v=", "? v=", 1),
		"a text too long":             link + "#" + strings.Repeat("a", longestLink),
	} {
		if got, err := codeOf(text); !fault.Is(err, fault.TRUELINK_INVALID) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// Whatever is pasted, it does not break the parser, and what it takes for a code is one.
func FuzzCodeOf(f *testing.F) {
	for _, seed := range []string{"https://gift.truemoney.com/campaign/?v=abc", "https://gift.truemoney.com@x/campaign?v=a&v=b", "\u200b", "%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := codeOf(text)
		if err == nil && (!voucherCode.MatchString(code) || !strings.Contains(strings.ToLower(text), linkHost)) {
			t.Errorf("%q gave %q", text, code)
		}
	})
}
