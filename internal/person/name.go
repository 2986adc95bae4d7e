// Package person knows the names of people as members type them and as banks print them (docs/founding/RULES.md, sections 1
// and 4): one normal form, whether two names can be one person's, and what is no name at all. Whatever compares two names
// asks it: the index of holders, slips, statement lines, held money, operators' search.
package person

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a personal name in its normal form: its words in order, in capital letters and their marks only, without titles.
// The zero Name is nobody's.
type Name struct {
	// words keep the sign of what is hidden in them, as in "JOHN S***"; partial: one of them does.
	words   []string
	partial bool
	// shown are the letters of all words.
	shown   string
	scripts scripts
}

// Parse reads a name as somebody wrote it. What has no letter is nobody's name.
func Parse(written string) Name {
	return nameOf(strings.FieldsFunc(withoutTitles(fold(written)), isBreak))
}

func nameOf(words []string) Name {
	n := Name{words: words, shown: strings.Join(words, "")}
	if n.partial = strings.ContainsRune(n.shown, hidden); n.partial {
		n.shown = strings.ReplaceAll(n.shown, string(hidden), "")
	}
	n.scripts = scriptsOf(n.shown)
	return n
}

// Empty reports whether the name has no letter that can be seen.
func (n Name) Empty() bool { return !strings.ContainsFunc(n.shown, unicode.IsLetter) }

// Keys are what two names have in common that are one, however they are written: of nearly all names one, of a name that can
// be read in more than one way (MRSANNA: Mrs Anna, Mr Sanna) one of each. Spaces are no part of them: banks print one name
// glued and apart. Nobody's name has none.
func (n Name) Keys() []string {
	if n.Empty() {
		return nil
	}
	keys := []string{n.shown}
	for _, other := range n.unglued() {
		if !slices.Contains(keys, other.shown) {
			keys = append(keys, other.shown)
		}
	}
	return keys
}

// gluedTitles of Latin may be printed at once before a name; they may as well be its beginning.
var gluedTitles = []string{"MRS", "MR", "MS", "DR"}

// unglued are the names that remain where a Latin title may be glued to the first word. It may as well be a part of the
// name (MRS OMCHAI, MR SOMCHAI, MRSOMCHAI), so the other name decides.
func (n Name) unglued() (names []Name) {
	for _, title := range gluedTitles {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && utf8.RuneCountInString(rest) > 1 {
			names = append(names, n.beginning(rest))
		}
	}
	return names
}

// untitled is the name without the title that its given name begins like: it may be one after all.
func (n Name) untitled() Name {
	for _, title := range titlesOf[alsoName] {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && likeTitle(n.words[0]) {
			return n.beginning(rest)
		}
	}
	return n
}

// beginning is the name with another first word.
func (n Name) beginning(first string) Name { return nameOf(append([]string{first}, n.words[1:]...)) }

// cut reports whether the name is not whole: a word is hidden, or the first or the last one is a letter only.
func (n Name) cut() bool {
	return n.partial || len(n.words) > 0 && (single(n.words[0]) || single(n.words[len(n.words)-1]))
}

func single(word string) bool { return utf8.RuneCountInString(word) == 1 }
