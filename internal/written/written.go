// Package written has the rules for texts from members, guests and banks, before anybody reads them on a page or a terminal.
// Names, chat messages and all other fields use these rules.
package written

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line reports whether a text is one line: valid UTF-8 without control characters, and without Unicode's own ends of lines and
// paragraphs. No database needs controls, a page can't show them, and a terminal obeys them.
func Line(text string) bool {
	return utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) })
}

// Lines reports whether a text is made of such lines. A line feed ends each of them, with or without a carriage return before it.
// Tabs are allowed, and so are Unicode's ends of lines and paragraphs, which some telephones paste.
func Lines(text string) bool {
	breaks := strings.NewReplacer("\r\n", "", "\n", "", "\t", "", "\u2028", "", "\u2029", "")
	return Line(breaks.Replace(text))
}

// Name reports whether a text can be a name: it is one line, something of it can be seen, and it does not change the direction
// of the text beside it.
func Name(text string) bool {
	return Line(text) && !Blank(text) && !strings.ContainsFunc(text, Turns)
}

// Blank reports whether a text has nothing that can be seen.
func Blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !Unseen(r) })
}

// Turns reports whether a character changes the direction of the characters beside it (Unicode's Bidi_Control). In a name it
// would also turn around the text beside the name.
func Turns(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// Unseen reports whether a character that is no space is drawn as nothing: controls, formats, characters that Unicode says to
// ignore, and the few letters and symbols that are blank.
func Unseen(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f, r >= 0x0E00 && r < 0x0F00: // ASCII, Thai and Lao, by far the most frequent, are visible
		return false
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return true
	}
	return r == '\u2800' || r == '\U00013441' || r == '\U00013442' // the blanks of Braille and of hieroglyphs
}
