package guessable

import (
	"regexp"
	"strings"
)

// A birthday is the commonest number that is no simple row. Years are of the common and of the Buddhist calendar.
const (
	day       = `(0?[1-9]|[12][0-9]|3[01])`
	month     = `(0?[1-9]|1[0-2])`
	birthYear = `(19|20|24|25)[0-9]{2}`
	between   = `[-/. ]?`
	apart     = `[-/. ]`
)

var (
	// year is one in which a person may be born: the commonest number beside one's own name.
	year = regexp.MustCompile(birthYear)

	date = regexp.MustCompile(strings.Join([]string{
		day + between + month + between + birthYear,
		month + between + day + between + birthYear,
		birthYear + between + month + between + day,
		birthYear + between + day + between + month,
		day + apart + month + apart + `[0-9]{2}`,
		`[0-9]{2}` + apart + month + apart + day,
	}, "|"))
)

// dated reports whether next to nothing remains of a password without a date.
func dated(plain string) bool {
	left := date.ReplaceAllLiteralString(plain, "")
	return left != plain && novelty(left) < effective
}
