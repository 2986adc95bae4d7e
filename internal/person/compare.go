package person

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Likeness says how a name that a bank shows compares with a registered one.
type Likeness int

// The degrees.
const (
	// Different: something in the shown name contradicts. A missing part never does.
	Different Likeness = iota
	// Unsure: nothing contradicts, but too little is shown or registered. A person decides.
	Unsure
	// Same: the whole first name and at least the first letter of the rest agree, and the registered name is whole.
	Same
)

func (l Likeness) String() string { return [...]string{"different", "unsure", "same"}[l] }

// Compare compares a registered name with one that a bank shows, both as written.
func Compare(registered, shown string) Likeness { return Parse(registered).Shown(Parse(shown)) }

// Shown compares the registered name n with one that a bank shows, which may be only a part.
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
	if found == Different && n.mayBe(as) {
		return Unsure
	}
	return found
}

// mayBe reports whether the names don't contradict if something in one of them is a title.
func (n Name) mayBe(as Name) bool {
	return slices.ContainsFunc(n.doubtful(), func(other Name) bool { return other.likeness(as) > Different }) ||
		slices.ContainsFunc(as.doubtful(), func(other Name) bool { return n.likeness(other) > Different })
}

// likeness compares two names as they are read. A registered name that is not whole fits many people and is never Same.
func (n Name) likeness(as Name) Likeness {
	if n.Empty() || as.Empty() || !n.scripts.meet(as.scripts) {
		return Unsure
	}
	found := likeWords(n.words, as.words)
	if n.shown == as.shown && !n.partial && !as.partial {
		found = Same
	}
	switch {
	case found == Same && (n.cut() || n.shown != as.shown && (n.several() || as.several())):
		return Unsure
	case found == Different && (nothingContradicts(n.words, as.words) || !n.partial && !as.partial && fits(n.shown, as.shown)):
		return Unsure
	}
	return found
}

// likeWords compares the first names, and then the rest. A single word decides neither: it may be both names, glued and cut off.
func likeWords(registered, shown []string) Likeness {
	i, j := firstNames(registered, shown)
	if i == 0 || i == len(registered) || j == len(shown) {
		return Different
	}
	return likeRest(registered[i:], shown[j:])
}

// firstNames counts the words on both sides that form the same first name: one each, or one against several (ANNE MARIE,
// ANNEMARIE). Zero: the first names differ.
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

// likeRest compares the words after equal first names.
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

// middles reports whether no name between the first and the last contradicts. It may be missing, or be an initial.
func middles(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return inOrder(a, b)
}

// nothingContradicts reports whether each word of the shorter name can be one of the longer name: in the same order, or in
// another order if a whole word agrees.
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

// fits reports whether one word can be a shortened form of the other.
func fits(a, b string) bool { return begins(a, b) || begins(b, a) }

// begins reports whether a word begins with its shown part, in which and after which letters may be hidden. The initial of a
// Thai or Lao word is its first consonant, even if a vowel is written before it.
func begins(word, shown string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return beginsAs(word, shown) || leads(first) && single(strings.TrimRight(shown, string(hidden))) && beginsAs(word[size:], shown)
}

// beginsAs is begins for a word as written. Cutting a word never separates a mark from its letter.
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

// scripts is the set of a name's scripts, among those that banks print. Names of different scripts can't contradict each other.
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
