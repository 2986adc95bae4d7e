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
	// ahead is how far a line's time may lie ahead of our clock. Banks and we are seconds apart; a clock of ours that was set
	// back by a day must not turn a day's deposits into cases.
	ahead = 48 * time.Hour
	// before is how old a line may be, also one of before the account was ours: what is older is a clock or a calendar that
	// is wrong, not history.
	before = 5 * 365 * 24 * time.Hour
	// longestName is the longest number of a line or reference of a bank that can be one.
	longestName = 255
)

// oddity says why a line can't be booked although it could be read; empty: it can.
func (l Line) oddity(now time.Time) string {
	switch {
	case !nameable(l.ID):
		return "without a number that can be one"
	case l.Amount <= 0 || l.Amount > money.Max:
		return "without an amount that can be one"
	case l.At.Before(now.Add(-before)):
		return "its time is absurdly early"
	case l.At.After(now.Add(ahead)):
		return "its time is in the future"
	case l.Reverses == l.ID || l.Reverses != "" && !nameable(l.Reverses):
		return "it takes back no line that can be one"
	}
	for _, one := range l.Also {
		if !nameable(one.Kind) || !nameable(one.Value) {
			return "without a reference that can be one"
		}
	}
	return ""
}

// reference is the sending bank's reference of the line in one form; empty where there is none that can be one.
func (l Line) reference() string {
	for _, one := range l.Also {
		if nameable(one.Kind) && nameable(one.Value) {
			return deposit.Identifier{Kind: one.Kind, Value: strings.ToLower(one.Value)}.Text()
		}
	}
	return ""
}

// nameable: a text that can be a line's number or reference, and that both database engines store.
func nameable(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= longestName && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
