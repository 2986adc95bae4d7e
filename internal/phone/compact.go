package phone

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestTyped bounds the input: a number with all its ornaments is far shorter.
const longestTyped = 100

// compact removes what people, browsers and address books put between digits, and writes the digits as ASCII. It returns
// false for any other character, and for a plus that is not at the beginning.
func compact(typed string) (string, bool) {
	if len(typed) > longestTyped || !utf8.ValidString(typed) {
		return "", false
	}
	var b strings.Builder
	for _, r := range typed {
		if d, ok := digit(r); ok {
			b.WriteByte(d)
			continue
		}
		switch {
		case isPlus(r):
			if b.Len() > 0 {
				return "", false
			}
			b.WriteByte('+')
		case !ornament(r):
			return "", false
		}
	}
	return b.String(), true
}

// Digits returns the digits of a typed number or code as ASCII, without what people and browsers put between them. It returns
// false if there is any other character.
func Digits(typed string) (string, bool) {
	digits, ok := compact(typed)
	return digits, ok && digits != "" && digits[0] != '+'
}

// zeros are the first of the ten digits of each script that is typed here: ASCII, Thai, Lao, full-width.
var zeros = [...]rune{'0', '๐', '໐', '０'}

func digit(r rune) (byte, bool) {
	for _, zero := range zeros {
		if r >= zero && r <= zero+9 {
			return byte('0' + r - zero), true
		}
	}
	return 0, false
}

func isPlus(r rune) bool { return r == '+' || r == '＋' || r == '﹢' }

// ornament reports whether a character may be between digits and means nothing: spaces of all kinds and without width, dashes of
// all kinds, brackets, dots, direction marks and other invisible characters.
func ornament(r rune) bool {
	switch {
	case unicode.IsSpace(r), unicode.In(r, unicode.Zs, unicode.Cf, unicode.Pd, unicode.Ps, unicode.Pe):
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return strings.ContainsRune(".·•․‧∙⋅・｡。．−⁃⁻₋˗", r)
}
