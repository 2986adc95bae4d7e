package feed

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"krapao/deposit"
	"krapao/money"
)

const (
	// ahead is how far a line's time may be ahead of our clock. Normally it is seconds. But if our clock is a day slow,
	// a day's deposits must not become cases.
	ahead = 48 * time.Hour
	// before is how old a line may be, even from before the account was ours. An older time is a wrong clock or
	// calendar, not history.
	before = 5 * 365 * 24 * time.Hour
	// longestName is the maximum length of a bank's line number or reference.
	longestName = 255
)

// oddity returns why a readable line can't be booked, or "" if it can.
func (l Line) oddity(now time.Time) Odd {
	switch {
	case !nameable(l.ID):
		return LineNumber
	case l.Amount <= 0 || l.Amount > money.Max:
		return LineAmount
	case l.At.Before(now.Add(-before)):
		return LineEarly
	case l.At.After(now.Add(ahead)):
		return LineAhead
	case l.Reverses == l.ID || l.Reverses != "" && !nameable(l.Reverses):
		return LineReversal
	}
	for _, one := range l.Also {
		if !nameable(one.Kind) || !nameable(one.Value) {
			return LineReference
		}
	}
	return ""
}

// reference returns the sending bank's reference in one form. It is empty if there is no valid one.
func (l Line) reference() string {
	for _, one := range l.Also {
		if nameable(one.Kind) && nameable(one.Value) {
			return deposit.Identifier{Kind: one.Kind, Value: strings.ToLower(one.Value)}.Text()
		}
	}
	return ""
}

// nameable reports whether a text can be a line number or a reference, and both database engines can store it.
func nameable(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= longestName && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
