// Package person compares names of people as members type them and as banks print them (docs/founding/RULES.md, sections 1
// and 4). It defines the normal form of a name, whether two names can belong to one person, and which texts are no names.
// Everything that compares names uses it: the index of holders, slips, statement lines, held money, and operators' search.
package person

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a personal name in its normal form: its words in order, in capital letters with their marks, without titles. The zero
// Name is empty.
type Name struct {
	// words keep the sign for hidden letters, as in "JOHN S***". partial: at least one word has it.
	words   []string
	partial bool
	// shown are the visible letters of all words.
	shown   string
	scripts scripts
}

// Parse reads a name as somebody wrote it. A text without a letter gives an empty name.
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

// Empty reports whether the name has no visible letter.
func (n Name) Empty() bool { return !strings.ContainsFunc(n.shown, unicode.IsLetter) }

// Keys returns the keys that equal names share, however they are written. Most names have one; a name that can be read in
// several ways (MRSANNA: Mrs Anna, Mr Sanna) has one for each. Spaces are not part of a key, since banks print one name glued
// and apart. An empty name has none.
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

// gluedTitles are Latin titles that may be printed without a space before a name. The same letters may also begin the name.
var gluedTitles = []string{"MRS", "MR", "MS", "DR"}

// unglued returns the names that remain if a Latin title is glued to the first word. It may just as well be part of the name (MRS
// OMCHAI, MR SOMCHAI, MRSOMCHAI), so the other name decides.
func (n Name) unglued() (names []Name) {
	for _, title := range gluedTitles {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && utf8.RuneCountInString(rest) > 1 {
			names = append(names, n.beginning(rest))
		}
	}
	return names
}

// untitled returns the name without the title that its given name looks like: it may be a title after all.
func (n Name) untitled() Name {
	for _, title := range titlesOf[alsoName] {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && likeTitle(n.words[0]) {
			return n.beginning(rest)
		}
	}
	return n
}

// beginning returns the name with another first word.
func (n Name) beginning(first string) Name { return nameOf(append([]string{first}, n.words[1:]...)) }

// cut reports whether the name is not whole: letters are hidden, or the first or last word is a single letter.
func (n Name) cut() bool {
	return n.partial || len(n.words) > 0 && (single(n.words[0]) || single(n.words[len(n.words)-1]))
}

func single(word string) bool { return utf8.RuneCountInString(word) == 1 }
