package link

import (
	"strings"
	"testing"

	"krapao/fault"
)

// A link of the issuer in a pasted text gives its code. Any other text is refused.
func TestCodeOf(t *testing.T) {
	t.Parallel()
	const code = "AbC-123_xyz456789012"
	link := "https://gift.truemoney.com/campaign/?v=" + code
	long := strings.Repeat("a", 128)
	upper := strings.Replace(strings.ToUpper(link), strings.ToUpper(code), code, 1)
	for name, text := range map[string]string{
		"as it is given out":            link,
		"without the path's slash":      "https://gift.truemoney.com/campaign?v=" + code,
		"spaces around it":              "  " + link + " \r\n",
		"invisible signs around it":     "\u200b\ufeff" + link + "\u00a0\u200e",
		"invisible signs in it":         "https://gift.\u200btruemoney.com/campaign/?v=" + code[:5] + "\u00ad\u2060" + code[5:],
		"a host in capitals":            "HTTPS://Gift.TrueMoney.COM/campaign/?v=" + code,
		"all in capitals":               upper,
		"the issuer's page":             link + "#/voucher_detail/",
		"what chat programs add":        "https://gift.truemoney.com/campaign/?openExternalBrowser=1&v=" + code + "&utm=x",
		"what trackers add":             link + "&fbclid=IwAR0x-1_2.3~4&utm_source=line",
		"as a page's source writes it":  "https://gift.truemoney.com/campaign/?a=1&amp;v=" + code + "&amp;b=2",
		"an escaped sign of the code":   strings.Replace(link, "AbC", "%41bC", 1),
		"http":                          strings.Replace(link, "https", "http", 1),
		"no scheme":                     strings.TrimPrefix(link, "https:"),
		"the host alone":                strings.TrimPrefix(link, "https://"),
		"the code alone":                code,
		"the code in quotes":            `"` + code + `"`,
		"the code in curly quotes":      "“" + code + "”.",
		"the code with spaces":          "\u200b " + code + " \n",
		"the code and its name":         "?v=" + code,
		"a text before it":              "for you " + link,
		"a text around it":              "ส่งซองของขวัญให้คุณ เปิดเลย!\n" + link + "\nหมดอายุ 72 ชม.",
		"a text without spaces":         "ซองของขวัญ" + link + "เปิดเลย",
		"a name before it":              "Link:" + link,
		"a full stop behind it":         "Open " + link + ".",
		"signs behind it":               "(" + link + ")!!",
		"brackets":                      "<" + link + ">",
		"quotes":                        `"` + link + `", he said`,
		"a page's source":               `<a href="` + link + `">x</a>`,
		"stars":                         "*" + link + "*",
		"a comma and more":              strings.TrimPrefix(link, "https://") + ", thanks",
		"the same link twice":           link + " " + strings.Replace(link, "https", "http", 1) + "&utm=1",
		"the same code twice":           link + "&v=" + code,
		"another address before it":     "https://line.me/R/ti/p/abc " + link,
		"another address behind it":     link + " https://example.com/campaign/?v=other",
		"a link without a code beside":  "https://gift.truemoney.com/campaign/?x=1 " + link,
		"a long message":                strings.Repeat("ขอให้โชคดี ", 100) + link,
		"a look-alike before it":        "https://evil.gift.truemoney.com/campaign/?v=evil " + link,
		"a link of another page before": "https://gift.truemoney.com/help " + link,
	} {
		if got, err := codeOf(text); err != nil || got != code {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := codeOf("https://gift.truemoney.com/campaign/?v=" + long); err != nil || got != long {
		t.Errorf("the longest code: %q, %v", got, err)
	}
	for name, text := range map[string]string{
		"two links":                  link + " " + link + "x",
		"two in a text":              "one " + link + ", two gift.truemoney.com/campaign?v=other.",
		"two that differ in capital": link + "\n" + strings.Replace(link, "AbC", "abc", 1),
	} {
		if got, err := codeOf(text); !fault.Is(err, fault.TRUELINK_SEVERAL) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{
		"nothing":                     "",
		"spaces only":                 " \n\t",
		"a greeting":                  "hello",
		"a sentence":                  "here is my envelope for you",
		"another scheme":              strings.Replace(link, "https", "ftp", 1),
		"in another address":          "https://evil.example/?to=" + link,
		"a path of another host":      "https://evil.example/" + strings.TrimPrefix(link, "https://"),
		"a host that ends like it":    strings.Replace(link, "gift.", "mygift.", 1),
		"a dash before the host":      strings.Replace(link, "gift.", "my-gift.", 1),
		"an escaped link":             "https%3A%2F%2Fgift.truemoney.com%2Fcampaign%2F%3Fv%3D" + code,
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
		"no code":                     "https://gift.truemoney.com/campaign/",
		"an empty code":               "https://gift.truemoney.com/campaign/?v=",
		"the code in the fragment":    "https://gift.truemoney.com/campaign/#?v=" + code,
		"a code that is a path":       "https://gift.truemoney.com/campaign/?v=../" + code,
		"a code with an escaped path": "https://gift.truemoney.com/campaign/?v=a%2Fb",
		"a code with a sign":          "https://gift.truemoney.com/campaign/?v=a.b",
		"a code with a line in it":    "https://gift.truemoney.com/campaign/?v=a%0Ab",
		"a code with a nought":        "https://gift.truemoney.com/campaign/?v=a%00",
		"a code too long":             "https://gift.truemoney.com/campaign/?v=" + long + "a",
		"half an escape":              "https://gift.truemoney.com/campaign/?v=abc%4",
		"a semicolon":                 "https://gift.truemoney.com/campaign/?v=abc;x=1",
		"a space in the middle":       strings.Replace(link, "?v=", "? v=", 1),
		"a text too long":             link + "#" + strings.Repeat("a", longestLink),
	} {
		if got, err := codeOf(text); !fault.Is(err, fault.TRUELINK_INVALID) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// No pasted text breaks the parser, and every code that it returns is valid.
func FuzzCodeOf(f *testing.F) {
	for _, seed := range []string{
		"https://gift.truemoney.com/campaign/?v=abc", "https://gift.truemoney.com@x/campaign?v=a&v=b", "\u200b", "%",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := codeOf(text)
		if err == nil && !voucherCode.MatchString(code) {
			t.Errorf("%q gave %q", text, code)
		}
	})
}
