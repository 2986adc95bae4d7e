package deposit

import (
	"strings"
	"unicode"
)

// DigitsAgree compares a full number with one that may be masked ('x'), aligned right. enough: there are digits to decide by.
// A mask that is longer than the number, or whose digits don't fit though it is shorter, shows another length than the
// account's: nobody knows which digit stands where, so it decides nothing. A whole number of another length is another one.
func DigitsAgree(full, masked string) (agree, enough bool) {
	hidden := strings.Contains(masked, "x")
	switch {
	case len(masked) > len(full) && !hidden:
		zeros := strings.TrimLeft(masked, "0") == strings.TrimLeft(full, "0") // some banks fill numbers up
		return zeros, !zeros
	case len(masked) > len(full):
		return true, false
	}
	tail := full[len(full)-len(masked):]
	visible := 0
	for i := range masked {
		if masked[i] == 'x' {
			continue
		}
		visible++
		if masked[i] != tail[i] {
			against := len(masked) == len(full) || !hidden && len(masked) >= VisibleDigits
			return !against, against
		}
	}
	return true, visible >= VisibleDigits
}

// Digits is an account number as a bank shows it, with its digits, and 'x' for each hidden one: "xxx-x-x1234-x" is
// "xxxxx1234x". Whatever is neither digit nor separator hides a place, whatever sign a bank takes for it.
func Digits(shown string) string {
	runes := []rune(shown)
	var b strings.Builder
	for i, r := range runes {
		d, isDigit := digit(r)
		switch {
		case isDigit:
			b.WriteByte(d)
		case (r == '.' || r == '_' || r == '/') && !row(runes, i): // one separates, a row of them hides
		case unicode.IsSpace(r), unicode.In(r, unicode.Pd, unicode.Cf, unicode.Mn), r == minus:
		default:
			b.WriteByte('x')
		}
	}
	return b.String()
}

// row reports whether a sign stands beside its like.
func row(runes []rune, i int) bool {
	return i > 0 && runes[i-1] == runes[i] || i+1 < len(runes) && runes[i+1] == runes[i]
}

// minus is no dash to Unicode, and one to whoever prints a number with it.
const minus = 0x2212

// zeros begin the digits that banks here write: ours, the full-width, Thai and Lao ones.
var zeros = []rune{'0', '０', '๐', '໐'}

// digit is a decimal digit as ours.
func digit(r rune) (byte, bool) {
	for _, zero := range zeros {
		if r >= zero && r <= zero+9 {
			return '0' + byte(r-zero), true
		}
	}
	return 0, false
}
