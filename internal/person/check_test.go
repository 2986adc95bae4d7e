package person_test

import (
	"errors"
	"testing"

	"krapao/internal/person"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]error{
		"SOMCHAI JAIDEE":     nil,
		"สมหญิง ใจดี":        nil,
		"น้ำ":                nil,
		"ສົມສີ ພົມມະ":        nil,
		"สมชาย JAIDEE":       nil, // each word in its own script
		"Zoë O'Brien-Łukasz": nil,
		"Лариса":             nil,
		"田中さくら":              nil, // Japanese is written so
		"शर्मा":              nil,
		"محمد":               nil,
		"A\u200bB":           nil, // not seen, and folded away
		"":                   person.ErrNoLetter,
		"\u200b\u2060":       person.ErrNoLetter,
		"\u3164\u2800":       person.ErrNoLetter,
		"1234 ...":           person.ErrNoLetter,
		"ANNA\x1b[31m":       person.ErrControl,
		"ANNA\a":             person.ErrControl,
		"ANNA\u202eA":        person.ErrControl,
		"\u2067ANNA":         person.ErrControl,
		"ANNA\u200f":         person.ErrControl,
		"\u041eLGA PETROVA":  person.ErrMixed, // a Cyrillic О
		"PAUL\u0391":         person.ErrMixed, // a Greek Α
		"Anna Лариса":        person.ErrMixed,
		"สมชาย Лариса":       nil,
		"สมชายB":             person.ErrMixed,
		"ສົມชาย":             person.ErrMixed,
		"ANNAא":              person.ErrMixed,
		"A\u200b\u0410NNA":   person.ErrMixed, // a Cyrillic А behind what is not seen
		"ANN-\u0410":         person.ErrMixed, // a Cyrillic А alone
		"\u0301":             person.ErrNoLetter,
		"ANNA\nA":            person.ErrControl,
		"ANNA\xff":           person.ErrControl,
	} {
		if got := person.Check(written); !errors.Is(got, want) {
			t.Errorf("%q: %v, want %v", written, got, want)
		}
	}
}
