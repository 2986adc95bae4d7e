// Package guessable recognises passwords that an attacker tries first: the most common ones and their usual variations, simple
// patterns, and words about the person.
//
// It gives a reason that members can be told. It does not measure strength: a password that it accepts may still be weak.
package guessable

import (
	_ "embed" // the commonest passwords
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Reason is why a password is easily guessed.
type Reason string

// The reasons. None: the password has none of them.
const (
	None     Reason = ""
	Common   Reason = "common"   // one of the most common, or one with other case, signs or digits around it
	Pattern  Reason = "pattern"  // characters in sequence, along a row of keys, or repeated; little more than a date
	Personal Reason = "personal" // little more than the person's own name or phone
)

// effective is the smallest number of unpredictable characters in a password.
const effective = 4

// Why returns why a password is easily guessed. about are words about the person: names, phone numbers.
func Why(password string, about ...string) Reason {
	plain := fold(password)
	switch {
	case novelty(plain) < effective:
		return Pattern
	case common(plain), common(onLatinKeys(plain)):
		return Common
	case personal(plain, about), personal(bare(plain), about):
		return Personal
	case dated(plain):
		return Pattern
	}
	return None
}

//go:embed common.txt
var list string

// local are words that people here choose, which no list of other countries has.
//
//go:embed local.txt
var local string

var commonest = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(list + local) {
		word := fold(line)
		all[word], all[onLatinKeys(word)] = true, true
	}
	return all
})

// common reports whether a password is one of the most common: also with a few digits or signs around it, with signs for letters,
// backwards, or several times in a row.
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

// ornaments is how many characters around a word don't make it another word.
const ornaments = 5

// unsigned returns a word without the signs around it.
func unsigned(plain string) string {
	return strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
}

// core returns a word without the digits and signs around it.
func core(plain string) string {
	return strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '@' && r != '$' })
}

// spelt replaces signs by the letters that they stand for. one is the letter for a 1.
func spelt(word string, one rune) string {
	letters := map[rune]rune{
		'0': 'o', '1': one, '!': 'i', '3': 'e', '4': 'a', '@': 'a', '5': 's', '$': 's', '7': 't', '8': 'b', '9': 'g',
	}
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

// repeats reports whether a text is a common word, twice or more.
func repeats(word string) bool {
	for n := 2; n*4 <= len(word); n++ {
		if unit := word[:len(word)/n]; len(word)%n == 0 && strings.Repeat(unit, n) == word && commonest()[unit] {
			return true
		}
	}
	return false
}

// bare returns a text without its signs and spaces, as in a number written on paper.
func bare(plain string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, plain)
}

// personal reports whether next to nothing remains of a password without the person's own words.
func personal(plain string, about []string) bool {
	undated := year.ReplaceAllLiteralString(plain, "")
	for _, text := range []string{plain, undated, spelt(undated, 'i'), spelt(undated, 'l')} {
		if left, found := without(text, about); found && novelty(year.ReplaceAllLiteralString(left, "")) < effective {
			return true
		}
	}
	return false
}

// without removes the person's own words from a text, and reports whether there were any.
func without(text string, about []string) (left string, found bool) {
	left = text
	for _, one := range about {
		for _, word := range words(one) {
			left = strings.ReplaceAll(left, word, "\x00")
		}
	}
	return strings.ReplaceAll(left, "\x00", ""), left != text
}

// words returns the parts of a text that somebody would use: all of it, each word, a number without its beginning, and each
// of them backwards or typed on Latin keys.
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
			if latin := onLatinKeys(word); latin != word {
				all = append(all, latin)
			}
		}
	}
	// Longest first: a shorter word must not leave a rest of a longer one.
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

func digitsOnly(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
