// Package guessable knows which passwords are tried first by whoever wants to be somebody else: the commonest ones and what
// people make of them, simple patterns, and what is known of the person.
//
// It names a reason that can be told. It is no measure of strength: what it does not know may be weak all the same.
package guessable

import (
	_ "embed" // the commonest passwords
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Reason is why a password is guessed at once.
type Reason string

// The reasons; None is a password that has none of them.
const (
	None     Reason = ""
	Common   Reason = "common"   // one of the commonest, or one with other case, signs or digits about it
	Pattern  Reason = "pattern"  // characters in a row, on a row of keys, or repeated
	Personal Reason = "personal" // hardly more than the person's own name or phone
)

// effective is how many characters that can't be foretold a password has at least.
const effective = 4

// Why tells why a password is guessed; about is what is known of the person: names, telephone numbers.
func Why(password string, about ...string) Reason {
	plain := fold(password)
	switch {
	case novelty(plain) < effective:
		return Pattern
	case common(plain):
		return Common
	case personal(plain, about), personal(bare(plain), about):
		return Personal
	}
	return None
}

//go:embed common.txt
var list string

var commonest = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(list) {
		all[strings.TrimSpace(line)] = true
	}
	return all
})

// fold makes alike what is one key or another case of it: lower case, ASCII digits.
func fold(password string) string {
	return strings.Map(func(r rune) rune {
		for _, zero := range []rune{'๐', '໐', '０'} {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return unicode.ToLower(r)
	}, strings.TrimSpace(password))
}

// common finds the commonest ones, also with a few digits or signs before or behind, with letters written as signs, backwards,
// and one after another.
func common(plain string) bool {
	for _, word := range []string{plain, unsigned(plain), core(plain)} {
		if len(plain)-len(word) > ornaments {
			continue
		}
		for _, form := range []string{word, spelt(word, 'i'), spelt(word, 'l'), reversed(word)} {
			if commonest()[form] || repeats(form) {
				return true
			}
		}
	}
	return false
}

// ornaments is how many characters about a word make it no other word.
const ornaments = 5

// unsigned is a word without the signs about it.
func unsigned(plain string) string {
	return strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
}

// core is a word without the digits and signs about it.
func core(plain string) string {
	return strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '@' && r != '$' })
}

// spelt reads signs as the letters that they stand for; one is how a 1 is read.
func spelt(word string, one rune) string {
	letters := map[rune]rune{'0': 'o', '1': one, '!': 'i', '3': 'e', '4': 'a', '@': 'a', '5': 's', '$': 's', '7': 't', '8': 'b', '9': 'g'}
	return strings.Map(func(r rune) rune {
		if letter, ok := letters[r]; ok {
			return letter
		}
		return r
	}, word)
}

func reversed(word string) string {
	runes := []rune(word)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

// repeats: a common word, twice or more.
func repeats(word string) bool {
	for n := 2; n*4 <= len(word); n++ {
		if unit := word[:len(word)/n]; len(word)%n == 0 && strings.Repeat(unit, n) == word && commonest()[unit] {
			return true
		}
	}
	return false
}

// bare is a text without its signs and spaces: a number as it is written on paper.
func bare(plain string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, plain)
}

// personal: what is left without the person's own words is next to nothing.
func personal(plain string, about []string) bool {
	left := plain
	for _, text := range about {
		for _, word := range words(text) {
			left = strings.ReplaceAll(left, word, "\x00")
		}
	}
	if left == plain {
		return false
	}
	return novelty(strings.ReplaceAll(left, "\x00", "")) < effective
}

// words are what of a text somebody would use: all of it, each word of it, a number without its beginning, and each backwards.
func words(text string) []string {
	const shortest = 3
	text = fold(text)
	found := append(strings.Fields(text), strings.Join(strings.Fields(text), ""))
	if number := strings.TrimPrefix(text, "+"); digitsOnly(number) {
		for cut := range number {
			if len(number)-cut >= 6 {
				found = append(found, number[cut:])
			}
		}
	}
	var all []string
	for _, word := range found {
		if utf8.RuneCountInString(word) >= shortest {
			all = append(all, word, reversed(word))
		}
	}
	// The longest first, so that a shorter one does not leave the rest of it.
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

func digitsOnly(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
