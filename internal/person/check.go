package person

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"krapao/internal/written"
)

// Why a name is refused.
var (
	// ErrControl: it is not a single line, or it holds a direction mark, which turns around the text beside it.
	ErrControl = errors.New("a name holds no control characters")
	// ErrNoLetter: it has no visible letter.
	ErrNoLetter = errors.New("a name has at least one letter")
	// ErrMixed: a word has letters of two scripts, or a name has Latin letters and letters that look like Latin (a Cyrillic О).
	ErrMixed = errors.New("a word of a name is written in one script, and a Latin name in no other that looks like it")
)

// Check returns why a text can't be a person's name. Nil: it can.
func Check(name string) error {
	folded := fold(name)
	switch {
	case !written.Line(name), strings.ContainsFunc(name, written.Turns):
		return ErrControl
	case !strings.ContainsFunc(folded, unicode.IsLetter):
		return ErrNoLetter
	}
	found := map[string]bool{}
	for word := range strings.FieldsFuncSeq(folded, isBreak) {
		scripts := scriptsIn(word)
		if len(scripts) > 1 {
			return ErrMixed
		}
		maps.Copy(found, scripts)
	}
	if found["Latin"] && slices.ContainsFunc(likeLatin, func(script string) bool { return found[script] }) {
		return ErrMixed
	}
	return nil
}

// likeLatin are scripts with capitals that look like Latin ones: a word of theirs beside a Latin word is a disguise.
var likeLatin = []string{
	"Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic", "Lisu", "Georgian", "Carian", "Lycian", "Old_Italic", "Deseret",
}

// scriptsIn returns the scripts of a word's letters.
func scriptsIn(word string) map[string]bool {
	found := map[string]bool{}
	for _, r := range word {
		if script := scriptOf(r); script != "" {
			found[script] = true
		}
	}
	return found
}

// japanese are the scripts of Japanese, which are used together. None of them looks like another.
var japanese = map[string]bool{"Han": true, "Hiragana": true, "Katakana": true}

// scriptOf returns the script of a letter. Empty: it belongs to none.
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
