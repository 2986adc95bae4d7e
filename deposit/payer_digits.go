package deposit

import (
	"strings"
	"unicode"
)

// MinVisibleDigits is how many digits of a masked account number must be visible to decide anything.
const MinVisibleDigits = 4

// DigitsAgree compares a full number with one that may be masked ('x'), aligned right. enough: there are enough
// digits to decide by. Nothing is decided by a mask that is longer than the number, or shorter with digits that don't
// fit: it hides another number of digits than the account has, and nobody knows where each one stands. A full number
// of another length is another number.
func DigitsAgree(full, masked string) (agree, enough bool) {
	hidden := strings.Contains(masked, "x")
	switch {
	case len(masked) > len(full) && !hidden:
		zeros := strings.TrimLeft(masked, "0") == strings.TrimLeft(full, "0") // some banks pad numbers
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
			against := len(masked) == len(full) || !hidden && len(masked) >= MinVisibleDigits
			return !against, against
		}
	}
	return true, visible >= MinVisibleDigits
}

// Digits returns the digits of an account number as a bank shows it, with 'x' for each hidden one: "xxx-x-x1234-x"
// becomes "xxxxx1234x". Any sign that is neither a digit nor a separator stands for a hidden digit.
func Digits(shown string) string {
	runes := []rune(shown)
	var b strings.Builder
	for i, r := range runes {
		d, isDigit := digit(r)
		switch {
		case isDigit:
			b.WriteByte(d)
		case (r == '.' || r == '_' || r == '/') && !row(runes, i): // one separates, several in a row hide
		case unicode.IsSpace(r), unicode.In(r, unicode.Pd, unicode.Cf, unicode.Mn), r == minus:
		default:
			b.WriteByte('x')
		}
	}
	return b.String()
}

// row reports whether the sign at i stands beside an equal one.
func row(runes []rune, i int) bool {
	return i > 0 && runes[i-1] == runes[i] || i+1 < len(runes) && runes[i+1] == runes[i]
}

// minus is not a dash in Unicode, but some numbers are printed with it.
const minus = 0x2212

// zeros are the zeros of the digits that banks here use: ASCII, full-width, Thai and Lao.
var zeros = []rune{'0', '０', '๐', '໐'}

// digit converts a decimal digit of any of these to ASCII.
func digit(r rune) (byte, bool) {
	for _, zero := range zeros {
		if r >= zero && r <= zero+9 {
			return '0' + byte(r-zero), true
		}
	}
	return 0, false
}
