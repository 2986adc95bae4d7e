package person

import (
	"cmp"
	"errors"
	"strings"
	"unicode"

	"krapao/internal/written"
)

// Why a name is refused.
var (
	// ErrControl: it is no line, or holds a mark of direction, which turns around what stands beside it.
	ErrControl = errors.New("a name holds no control characters")
	// ErrNoLetter: nothing of it can be seen as a name.
	ErrNoLetter = errors.New("a name has at least one letter")
	// ErrMixed: a word has letters of two scripts, one of which can pass for the other (a Cyrillic О among Latin letters).
	ErrMixed = errors.New("a word of a name is written in one script")
)

// Check reports why somebody may not be called that; nil: it is a name.
func Check(name string) error {
	folded := fold(name)
	switch {
	case !written.Line(name), strings.ContainsFunc(name, written.Turns):
		return ErrControl
	case !strings.ContainsFunc(folded, unicode.IsLetter):
		return ErrNoLetter
	}
	for word := range strings.FieldsFuncSeq(folded, isBreak) {
		if mixed(word) {
			return ErrMixed
		}
	}
	return nil
}

// mixed reports whether a word has letters of more than one script.
func mixed(word string) bool {
	before := ""
	for _, r := range word {
		script := scriptOf(r)
		if script != "" && before != "" && script != before {
			return true
		}
		before = cmp.Or(script, before)
	}
	return false
}

// japanese is written in several scripts at once, none of which passes for another.
var japanese = map[string]bool{"Han": true, "Hiragana": true, "Katakana": true}

// scriptOf names the script of a letter; empty for what belongs to none.
func scriptOf(r rune) string {
	for _, script := range []string{"Latin", "Thai", "Lao"} {
		if unicode.Is(unicode.Scripts[script], r) {
			return script
		}
	}
	for script, table := range unicode.Scripts {
		switch {
		case !unicode.Is(table, r):
		case japanese[script]:
			return "Japanese"
		case script == "Common" || script == "Inherited":
			return ""
		default:
			return script
		}
	}
	return ""
}
