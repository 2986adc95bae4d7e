// Package sanitize makes HTML from operators harmless when it is written: an allow-list of what a text needs, links only
// to https, nothing that runs, loads or styles (DESIGN.md section 6). The browser sanitises again when it shows it.
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
