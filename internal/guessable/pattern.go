package guessable

import (
	"slices"
)

// keys are the rows of keys on an English and a Thai keyboard.
var keys = [][]rune{
	[]rune("1234567890-="), []rune("qwertyuiop[]"), []rune("asdfghjkl;'"), []rune("zxcvbnm,./"),
	[]rune("ๅ/-ภถุึคตจขช"), []rune("ๆไำพะัีรนยบล"), []rune("ฟหกดเ้่าสวง"), []rune("ผปแอิืทมใฝ"),
}

// novelty counts the characters that can't be predicted from those before them: a run counts once, and so does a repetition.
func novelty(text string) int {
	runes := []rune(text)
	return min(runs(runes), runs(slices.Compact(slices.Clone(runes))), runs(unit(runes)))
}

// unit returns what a text repeats, also if its last repetition is cut off. It returns the text where it repeats nothing.
func unit(runes []rune) []rune {
	for n := 1; n*2 <= len(runes); n++ {
		if slices.Equal(runes[n:], runes[:len(runes)-n]) {
			return runes[:n]
		}
	}
	return runes
}

// runs counts a text's runs: at least three characters with the same step from one to the next, in the alphabet or along a row of
// keys. Every other character counts as a run of its own.
func runs(runes []rune) (n int) {
	for i := 0; i < len(runes); n++ {
		end := i + 1
		if i+1 < len(runes) {
			for _, step := range steps(runes[i], runes[i+1]) {
				if e := along(runes, i, step); e-i >= 3 {
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

func steps(a, b rune) (all []step) {
	if by := int(b - a); by >= -1 && by <= 1 {
		all = append(all, step{-1, by})
	}
	for row, keys := range keys {
		i, j := slices.Index(keys, a), slices.Index(keys, b)
		if by := j - i; i >= 0 && j >= 0 && (by == 1 || by == -1) {
			all = append(all, step{row, by})
		}
	}
	return all
}

// along returns where a run of one step ends.
func along(runes []rune, from int, s step) int {
	end := from + 1
	for end < len(runes) && slices.Contains(steps(runes[end-1], runes[end]), s) {
		end++
	}
	return end
}
