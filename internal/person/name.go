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

// Parse reads a name as somebody wrote it. A text without a letter gives an empty name. What is in brackets is left out if at
// least two words remain: it is a nickname, or the printer's remark.
func Parse(written string) Name {
	if bare, ok := withoutAsides(written); ok {
		if n := read(bare); len(n.words) > 1 {
			return n
		}
	}
	return read(written)
}

func read(written string) Name {
	return nameOf(strings.FieldsFunc(strings.Trim(withoutTitles(fold(written)), "& "), isBreak))
}

// withoutAsides returns a text without what is in brackets, and reports whether there was any.
func withoutAsides(written string) (bare string, ok bool) {
	open := strings.IndexAny(written, "([{（［")
	if open < 0 {
		return written, false
	}
	depth := 0
	bare = written[:open] + strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("([{（［", r):
			depth++
			return space
		case depth > 0 && strings.ContainsRune(")]}）］", r):
			depth--
			return space
		case depth > 0:
			return -1
		}
		return r
	}, written[open:])
	return bare, depth == 0 // a bracket that is not closed is only a sign
}

func nameOf(words []string) Name {
	n := Name{words: words, shown: strings.Join(words, "")}
	n.shown = strings.ReplaceAll(n.shown, string(ampersand), "")
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

// unglued returns the names that remain if a Latin title is glued to the first word, where no name begins with its letters (MRS;
// MR, MS and DR before a consonant). MRSOMCHAI may still be Mr Somchai or Mrs Omchai, so the other name decides.
func (n Name) unglued() (names []Name) {
	for _, title := range gluedTitles {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && utf8.RuneCountInString(rest) > 1 && !namesBegin(title, rest) {
			names = append(names, n.beginning(rest))
		}
	}
	return names
}

// namesBegin reports whether names begin with a title's letters before such a rest: DRAKE, MRIDULA.
func namesBegin(title, rest string) bool {
	return title != "MRS" && strings.ContainsRune("AEIOUY", rune(rest[0]))
}

// doubtful returns the names that remain without what may be a title as well as part of the name. They never decide: a person
// does.
func (n Name) doubtful() (names []Name) {
	for _, title := range gluedTitles {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && utf8.RuneCountInString(rest) > 1 && namesBegin(title, rest) {
			names = append(names, n.beginning(rest)) // DRAKE KAEW: also Dr Ake Kaew
		}
	}
	for _, title := range titlesOf[alsoName] {
		if rest, ok := strings.CutPrefix(n.words[0], title); ok && likeTitle(n.words[0]) {
			names = append(names, n.beginning(rest))
		}
	}
	for _, t := range titles[firstTwo(strings.Join(n.words, " "))] {
		if rest, ok := t.offWords(n.words); ok {
			names = append(names, nameOf(rest)) // น.สสมหญิง
		}
	}
	return names
}

// beginning returns the name with another first word.
func (n Name) beginning(first string) Name { return nameOf(append([]string{first}, n.words[1:]...)) }

// cut reports whether the name is not whole: letters are hidden, or the first or last word is a single letter.
func (n Name) cut() bool {
	return n.partial || len(n.words) > 0 && (single(n.words[0]) || single(n.words[len(n.words)-1]))
}

// joins are words and signs between the names of several people: a joint account, or one that is held for somebody else.
var joins = foldedSet(`และ หรือ เพื่อ โดย ແລະ ຫຼື ເພື່ອ AND OR FOR BY &`)

// several reports whether the name seems to be of more than one person.
func (n Name) several() bool {
	for i := 1; i < len(n.words)-1; i++ {
		if word := n.words[i]; joins[word] || strings.HasPrefix(word, "และ") || strings.HasPrefix(word, "หรือ") {
			return true
		}
	}
	return false
}

func single(word string) bool { return utf8.RuneCountInString(word) == 1 }
