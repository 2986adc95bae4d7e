package person

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Likeness is how a name that is shown compares with one that is registered.
type Likeness int

// The degrees.
const (
	// Different: something that is shown contradicts. What is missing never does.
	Different Likeness = iota
	// Unsure: nothing contradicts, but too little is shown, or registered, to decide. A person does.
	Unsure
	// Same: the whole first name and at least the first letter of the rest agree with a name that is registered whole.
	Same
)

func (l Likeness) String() string { return [...]string{"different", "unsure", "same"}[l] }

// Compare compares a name that a bank shows with the registered one, as they are written.
func Compare(registered, shown string) Likeness { return Parse(registered).Shown(Parse(shown)) }

// Shown compares the registered name with one that a bank shows, which may be less than the whole.
func (n Name) Shown(as Name) Likeness {
	found := n.likeness(as)
	if found == Same || n.Empty() || as.Empty() {
		return found
	}
	for _, other := range n.unglued() {
		found = max(found, other.likeness(as))
	}
	for _, other := range as.unglued() {
		found = max(found, n.likeness(other))
	}
	if found == Different && (n.untitled().likeness(as) > Different || n.likeness(as.untitled()) > Different) {
		return Unsure
	}
	return found
}

// likeness compares two names as they are read. Who registered less than a name can be many, and is never sure.
func (n Name) likeness(as Name) Likeness {
	if n.Empty() || as.Empty() || !n.scripts.meet(as.scripts) {
		return Unsure
	}
	found := likeWords(n.words, as.words)
	if n.shown == as.shown && !n.partial && !as.partial {
		found = Same
	}
	switch {
	case found == Same && n.cut():
		return Unsure
	case found == Different && (nothingContradicts(n.words, as.words) || !n.partial && !as.partial && fits(n.shown, as.shown)):
		return Unsure
	}
	return found
}

// likeWords compares first names, and then the rest. One word says neither: it may be both names, glued and cut.
func likeWords(registered, shown []string) Likeness {
	i, j := firstNames(registered, shown)
	if i == 0 || i == len(registered) || j == len(shown) {
		return Different
	}
	return likeRest(registered[i:], shown[j:])
}

// firstNames counts the words of both that are the same first name: one of each, or one that the other parts (ANNE MARIE,
// ANNEMARIE). None where the first names differ.
func firstNames(a, b []string) (i, j int) {
	i, j = 1, 1
	left, right := a[0], b[0]
	for left != right {
		switch {
		case j == 1 && i < len(a) && strings.HasPrefix(right, left):
			left += a[i]
			i++
		case i == 1 && j < len(b) && strings.HasPrefix(left, right):
			right += b[j]
			j++
		default:
			return 0, 0
		}
	}
	return i, j
}

// likeRest compares what follows the first names, which agree.
func likeRest(registered, shown []string) Likeness {
	whole, seen := strings.Join(registered, ""), strings.Join(shown, "")
	last, lastSeen := registered[len(registered)-1], shown[len(shown)-1]
	switch {
	case strings.HasPrefix(seen, string(hidden)):
		return Different // unless nothing contradicts
	case begins(whole, seen):
		return Same
	case last == lastSeen && middles(registered[:len(registered)-1], shown[:len(shown)-1]):
		return Same
	case begins(seen, whole):
		return Unsure
	}
	return Different
}

// middles reports whether no name between the first and the last contradicts: it may be left out, or be an initial.
func middles(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return inOrder(a, b)
}

// nothingContradicts reports whether each word of the shorter name can be one of the longer: in the same order, or in another
// one where a whole word agrees.
func nothingContradicts(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return inOrder(a, b) || anyOrder(a, b)
}

func inOrder(a, b []string) bool {
	for _, word := range a {
		i := slices.IndexFunc(b, func(other string) bool { return fits(word, other) })
		if i < 0 {
			return false
		}
		b = b[i+1:]
	}
	return true
}

func anyOrder(a, b []string) bool {
	whole := false
	left := slices.Clone(b)
	for _, word := range a {
		i := slices.Index(left, word)
		if whole = whole || i >= 0 && !single(word); i < 0 {
			i = slices.IndexFunc(left, func(other string) bool { return fits(word, other) })
		}
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return whole
}

// fits reports whether one word can be less of the other.
func fits(a, b string) bool { return begins(a, b) || begins(b, a) }

// begins reports whether a word begins with what is shown of it; between its letters and behind them some may be hidden. An
// initial of Thai and Lao is the first consonant, also where a vowel is written before it.
func begins(word, shown string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return beginsAs(word, shown) || leads(first) && single(strings.TrimRight(shown, string(hidden))) && beginsAs(word[size:], shown)
}

// beginsAs is begins as the word is written. No cut takes a mark off its letter.
func beginsAs(word, shown string) bool {
	first, others, masked := strings.Cut(shown, string(hidden))
	rest, ok := strings.CutPrefix(word, first)
	if !masked || !ok {
		next, _ := utf8.DecodeRuneInString(rest)
		return ok && !above(next)
	}
	for masked && others != "" {
		if first, others, masked = strings.Cut(others, string(hidden)); !masked {
			return strings.HasSuffix(rest, first)
		}
		if _, rest, ok = strings.Cut(rest, first); !ok {
			return false
		}
	}
	return true
}

// scripts of a name, of those that banks print. A name of one can't contradict a name of another.
type scripts uint8

const (
	thaiScript scripts = 1 << iota
	laoScript
	latinScript
)

func scriptsOf(letters string) (found scripts) {
	for _, r := range letters {
		switch {
		case r >= 0x0E00 && r < 0x0E80:
			found |= thaiScript
		case r >= 0x0E80 && r < 0x0F00:
			found |= laoScript
		case r >= 'A' && r <= 'Z', unicode.Is(unicode.Latin, r):
			found |= latinScript
		}
	}
	return found
}

func (s scripts) meet(other scripts) bool { return s&other != 0 || s|other == 0 }
