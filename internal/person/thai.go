package person

import "slices"

const (
	// Lao's letters follow their Thai counterparts at this distance.
	lao = 0x0E80 - 0x0E00

	saraA    = 'า'
	saraAM   = 'ำ'
	saraAOld = 'ๅ' // drawn as saraA, but only after the vocalic letters
	saraE    = 'เ'
	saraAE   = 'แ'
	saraI    = '\u0E34'
	saraUE   = '\u0E36'
	nikhahit = '\u0E4D'
	vocalicR = 'ฤ'
	vocalicL = 'ฦ'
	laoLowLo = '\u0EBC' // ຫຼ is ຫລ
)

// above reports whether a character of Thai or Lao is drawn over or under the letter before it.
func above(r rune) bool {
	if r >= 0x0E80 && r < 0x0F00 {
		r -= lao
	}
	return r == 0x0E31 || r >= saraI && r <= 0x0E3C || r >= 0x0E47 && r <= 0x0E4E
}

// leads reports whether a character of Thai or Lao is a vowel written before its consonant.
func leads(r rune) bool { return r >= 0x0E40 && r <= 0x0E44 || r >= 0x0EC0 && r <= 0x0EC4 }

// composed writes Thai and Lao in one composition, in place: texts that look the same on paper are typed in several ways. Two
// short vowels become the long one, sara am becomes its two parts, and the marks of a letter are in one order, each once.
func composed(letters []rune) []rune {
	out := letters[:0]
	for i := 0; i < len(letters); {
		end := i
		for end < len(letters) && above(letters[end]) {
			end++
		}
		if end > i {
			out = appendMarks(out, letters[i:end])
			i = end
			continue
		}
		out = appendLetter(out, letters[i])
		i++
	}
	return out
}

func appendLetter(out []rune, r rune) []rune {
	last := rune(0)
	if len(out) > 0 {
		last = out[len(out)-1]
	}
	switch {
	case r == saraE && last == saraE, r == saraE+lao && last == saraE+lao:
		out[len(out)-1] += saraAE - saraE
		return out
	case r == saraAOld && last != vocalicR && last != vocalicL:
		r = saraA
	}
	return append(out, r)
}

// appendMarks adds the marks of one letter. Marks that were typed after its vowel belong to the letter, too.
func appendMarks(out, marks []rune) []rune {
	var vowel rune
	if n := len(out); n > 0 && (out[n-1] == saraA || out[n-1] == saraA+lao) {
		vowel, out = out[n-1], out[:n-1]
	}
	letter := len(out)
	for letter > 0 && above(out[letter-1]) {
		letter--
	}
	out = append(out, marks...)
	slices.Sort(out[letter:])
	all := slices.Compact(out[letter:])
	all = joined(all, saraI, nikhahit, saraUE)
	all = joined(all, saraI+lao, nikhahit+lao, saraUE+lao)
	out = out[:letter+len(all)]
	if vowel != 0 {
		out = append(out, vowel)
	}
	return out
}

// joined replaces two marks by the one that is drawn like both.
func joined(marks []rune, a, b, one rune) []rune {
	i, j := slices.Index(marks, a), slices.Index(marks, b)
	if i < 0 || j < 0 {
		return marks
	}
	marks = slices.Delete(marks, j, j+1)
	marks[i] = one
	return marks
}
