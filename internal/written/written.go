// Package written says what a text may hold that a member, a guest or a bank wrote, before anybody reads it on a page or a
// terminal. The rule stands here once: names, chat messages and every other field ask it.
package written

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line reports whether a text is one line: valid UTF-8 without control characters, which no database needs, which a page
// can't show and which a terminal obeys.
func Line(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// Lines is Line for texts that may have several: they are ended by a line feed, with a carriage return before it or
// without, and may have tabs.
func Lines(text string) bool {
	breaks := strings.NewReplacer("\r\n", "", "\n", "", "\t", "")
	return Line(breaks.Replace(text))
}

// Name is Line for what somebody is called, or calls something: something of it can be seen, and nothing turns around what
// stands beside it.
func Name(text string) bool {
	return Line(text) && !Blank(text) && !strings.ContainsFunc(text, Turns)
}

// Blank reports whether nothing of a text can be seen.
func Blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !Unseen(r) })
}

// Turns reports whether a character changes the direction in which those beside it are written (Unicode's Bidi_Control):
// in a name it would turn around what stands beside the name.
func Turns(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// Unseen reports whether nothing is drawn for a character that is no space: controls, formats, what Unicode tells to
// ignore, and those letters and symbols that are blank by their nature.
func Unseen(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f, r >= 0x0E00 && r < 0x0F00: // ASCII, Thai and Lao, by far the most, are seen
		return false
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return true
	}
	return r == '\u2800' || r == '\U00013441' || r == '\U00013442' // the blanks of Braille and of hieroglyphs
}
