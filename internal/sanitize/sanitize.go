// Package sanitize makes the HTML of operators harmless before it is stored. An allow-list has the elements that a text needs.
// Links go to https only, and nothing runs, loads or styles (DESIGN.md section 6). The browser sanitises the text again when
// it shows it.
package sanitize

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

var policy = text()

// text allows paragraphs, lists, tables, emphasis and links.
func text() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "h2", "h3", "h4", "blockquote",
		"strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "mark",
		"ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("lang").Matching(bluemonday.SpaceSeparatedTokens).Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "tel", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true) // adds rel=noopener too
	return p
}

// HTML returns the harmless part of html. It is idempotent.
func HTML(html string) string { return strings.TrimSpace(policy.Sanitize(html)) }
