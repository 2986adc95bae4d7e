package guessable

import (
	"slices"
	"strings"
	"unicode"
)

// keys are the rows of keys on an English, a Thai and a Lao keyboard, as fold writes them. Rows of shifted keys follow where they
// hold letters or digits.
var keys = [][]rune{
	[]rune("1234567890-="), []rune("qwertyuiop[]"), []rune("asdfghjkl;'"), []rune("zxcvbnm,./"),
	[]rune("ๅ/-ภถุึคตจขช"), []rune("ๆไำพะัีรนยบล"), []rune("ฟหกดเ้่าสวง"), []rune("ผปแอิืทมใฝ"),
	[]rune("+1234ู฿56789"), []rune("0\"ฎฑธํ๊ณฯญฐ,"), []rune("ฤฆฏโฌ็๋ษศซ."), []rune("()ฉฮฺ์?ฒฬฦ"),
	[]rune("ຢຟໂຖຸູຄຕຈຂຊໍ"), []rune("ົໄຳພະິີຮນຍບລ"), []rune("ັຫກດເ້່າສວງ"), []rune("ຜປແອຶືທມໃຝ"),
}

// The English rows are the first, and the Thai ones follow them, key by key.
const (
	latinRows = 4
	thaiRows  = 4
)

// onLatinKeys returns what the same keys type on an English keyboard: members forget to switch, or do not switch on purpose.
func onLatinKeys(text string) string {
	return strings.Map(func(r rune) rune {
		for row := range thaiRows {
			if at := slices.Index(keys[latinRows+row], r); at >= 0 && r >= 0x80 {
				return keys[row][at]
			}
		}
		return r
	}, text)
}

// novelty counts the characters that can't be predicted from those before them: a run counts once, and a repetition not at all.
func novelty(text string) int {
	runes := []rune(text)
	least := alternating(runes)
	for _, form := range [][]rune{runes, slices.Compact(slices.Clone(runes))} { // 112233 is 123
		least = min(least, runs(fresh(unit(form))))
	}
	if bare := withoutMarks(runes); len(bare) < len(runes) { // along the letters of a row, where its marks come in another order
		least = min(least, runs(bare))
	}
	return least
}

// shortestRun is how many characters make a run or a repetition.
const shortestRun = 3

// unit returns what a text repeats, also if its last repetition is cut off. It returns the text where it repeats nothing.
func unit(runes []rune) []rune {
	for n := 1; n*2 <= len(runes); n++ {
		if slices.Equal(runes[n:], runes[:len(runes)-n]) {
			return runes[:n]
		}
	}
	return runes
}

// fresh returns a text without what is a repetition of something before it.
func fresh(runes []rune) []rune {
	var kept []rune
	for i := 0; i < len(runes); {
		if n := repeated(runes, i); n >= shortestRun {
			i += n
			continue
		}
		kept = append(kept, runes[i])
		i++
	}
	return kept
}

// repeated returns how many characters from a place on stand before it in the same order. They may overlap.
func repeated(runes []rune, from int) (most int) {
	for begin := range from {
		n := 0
		for from+n < len(runes) && runes[begin+n] == runes[from+n] {
			n++
		}
		most = max(most, n)
	}
	return most
}

// alternating counts the runs of two that alternate: q1w2e3r4.
func alternating(runes []rune) int {
	var two [2][]rune
	for i, r := range runes {
		two[i%2] = append(two[i%2], r)
	}
	return runs(two[0]) + runs(two[1])
}

func withoutMarks(runes []rune) []rune {
	return slices.DeleteFunc(slices.Clone(runes), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
}

// runs counts a text's runs: at least three characters with the same step from one to the next, in the alphabet or along a row of
// keys. Every other character counts as a run of its own.
func runs(runes []rune) (n int) {
	for i := 0; i < len(runes); n++ {
		end := i + 1
		if i+1 < len(runes) {
			for _, step := range steps(runes[i], runes[i+1]) {
				if e := along(runes, i, step); e-i >= shortestRun {
					end = max(end, e)
				}
			}
		}
		i = end
	}
	return n
}

// step is the distance from one character to the next, on a row of keys or in the alphabet (row -1).
type step struct{ row, by int }

// longestStep is the longest one between digits that make a run: 1357, 8520.
const longestStep = 3

func steps(a, b rune) (all []step) {
	longest := 1
	if isDigit(a) && isDigit(b) {
		longest = longestStep
	}
	if by := int(b - a); by >= -longest && by <= longest {
		all = append(all, step{-1, by})
	}
	for row, keys := range rows {
		i, j := slices.Index(keys, a), slices.Index(keys, b)
		if by := j - i; i >= 0 && j >= 0 && (by == 1 || by == -1) {
			all = append(all, step{row, by})
		}
	}
	return all
}

// rows are the rows of keys, and those whose letters have marks between them also without the marks.
var rows = func() [][]rune {
	all := slices.Clone(keys)
	for _, row := range keys {
		if bare := withoutMarks(row); len(bare) < len(row) {
			all = append(all, bare)
		}
	}
	return all
}()

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// along returns where a run of one step ends.
func along(runes []rune, from int, s step) int {
	end := from + 1
	for end < len(runes) && slices.Contains(steps(runes[end-1], runes[end]), s) {
		end++
	}
	return end
}
