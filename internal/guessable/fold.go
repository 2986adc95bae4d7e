package guessable

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"krapao/internal/written"
)

// fold writes a password in one way: lower case without accents, ASCII digits, compatible characters (full-width ones) as the
// plain ones, and nothing invisible.
func fold(password string) string {
	var b strings.Builder
	for _, r := range password {
		if r < 0x80 || r >= 0x0E00 && r < 0x0F00 { // sara am stays one key
			foldRune(&b, r)
			continue
		}
		for _, part := range norm.NFKD.String(string(r)) {
			foldRune(&b, part)
		}
	}
	return strings.TrimSpace(b.String())
}

func foldRune(b *strings.Builder, r rune) {
	switch value, is := digit(r); {
	case is:
		b.WriteByte('0' + value)
	case written.Unseen(r), unicode.Is(unicode.Inherited, r): // an accent belongs to no script
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

// digit returns the value of a decimal digit of any script.
func digit(r rune) (value byte, is bool) {
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	zero := r
	for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return byte(r - zero), true
}
