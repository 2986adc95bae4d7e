package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// failureText limits the stored reason of a failure; adapters put no address and no secret into it.
const failureText = 300

// Printable returns a text that every store takes and every terminal shows: it may contain the provider's own words.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > failureText {
		return string(runes[:failureText])
	}
	return text
}
