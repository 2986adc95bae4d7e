package person

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"krapao/internal/written"
)

// The characters of a folded name, beside capital letters and their marks.
const (
	space     = ' '
	dot       = '.' // after an abbreviation; it ends a word
	hidden    = '*' // one or more letters that the printer hides
	ampersand = '&' // between the names of several people
)

func isBreak(r rune) bool { return r == space || r == dot }

// fold writes a name in one way: capitals without accents, marks of Thai and Lao in one order and one composition, one space
// between words, and nothing invisible. Look-alike letters of other scripts stay what they are.
func fold(text string) string {
	if !strings.ContainsFunc(text, foreign) {
		return foldLetters(text)
	}
	return foldLetters(norm.NFKC.String(text))
}

// foreign reports whether a character may have a compatible form that only Unicode's tables know. Thai and Lao have few of
// them, and this package knows them.
func foreign(r rune) bool { return r >= 0x80 && (r < 0x0E00 || r >= 0x0F00) }

func foldLetters(text string) string {
	var room [96]rune // enough for most names
	letters := room[:0]
	for _, r := range text {
		letters = foldRune(letters, r)
	}
	return string(squeezed(masked(composed(letters))))
}

func foldRune(out []rune, r rune) []rune {
	switch {
	case r < 0x80:
		return foldASCII(out, r)
	case r >= 0x0E00 && r < 0x0F00:
		return foldThai(out, r)
	case written.Unseen(r), r == '’', r == '‘', r == 'ʼ':
		return out
	case r == '•', r == '●', r == '∗', r == '×', r == '◦', r == '○', r == '■', r == '█':
		return append(out, hidden)
	case unicode.Is(unicode.Latin, r):
		return foldLatin(out, r)
	case unicode.Is(unicode.Inherited, r): // an accent, which belongs to no script
		return out
	case unicode.IsLetter(r), unicode.IsMark(r):
		return append(out, unicode.ToUpper(r))
	}
	return append(out, space)
}

func foldASCII(out []rune, r rune) []rune {
	switch {
	case r >= 'a' && r <= 'z':
		return append(out, r-'a'+'A')
	case r >= 'A' && r <= 'Z', r == dot, r == hidden:
		return append(out, r)
	case r == '#':
		return append(out, hidden)
	case r == ampersand:
		return append(out, space, r, space)
	case r == '\'', r < space && !unicode.IsSpace(r), r == 0x7f:
		return out
	}
	return append(out, space)
}

// foldThai splits characters of Thai and Lao that can also be written as their parts.
func foldThai(out []rune, r rune) []rune {
	switch r {
	case saraAM:
		return append(out, nikhahit, saraA)
	case saraAM + lao:
		return append(out, nikhahit+lao, saraA+lao)
	case 'ໜ':
		return append(out, 'ຫ', 'ນ')
	case 'ໝ':
		return append(out, 'ຫ', 'ມ')
	case laoLowLo:
		return append(out, 'ລ')
	case 'ฯ', 'ຯ': // stands for an omitted part
		return append(out, dot)
	}
	if !unicode.IsLetter(r) && !unicode.IsMark(r) {
		r = space
	}
	return append(out, r)
}

// spelled are Latin letters that Unicode does not decompose into their plain spelling. Small capitals count as capitals.
var spelled = map[rune]string{
	'ᴀ': "A", 'ʙ': "B", 'ᴄ': "C", 'ᴅ': "D", 'ᴇ': "E", 'ꜰ': "F", 'ɢ': "G", 'ʜ': "H", 'ɪ': "I", 'ᴊ': "J", 'ᴋ': "K", 'ʟ': "L", 'ᴍ': "M",
	'ɴ': "N", 'ᴏ': "O", 'ᴘ': "P", 'ʀ': "R", 'ꜱ': "S", 'ᴛ': "T", 'ᴜ': "U", 'ᴠ': "V", 'ᴡ': "W", 'ʏ': "Y", 'ᴢ': "Z", 'Ɑ': "A", 'Ɡ': "G",
	'Æ': "AE", 'Œ': "OE", 'Ø': "O", 'Đ': "D", 'Ð': "D", 'Ł': "L", 'Þ': "TH", 'ẞ': "SS", 'ß': "SS", 'ı': "I", 'Ħ': "H", 'Ŧ': "T",
	'Ŋ': "NG", 'ĸ': "K",
}

func foldLatin(out []rune, r rune) []rune {
	for _, part := range norm.NFD.String(string(r)) {
		if plain, ok := spellingOf(part); ok {
			out = append(out, []rune(plain)...)
		} else if !unicode.IsMark(part) {
			out = append(out, unicode.ToUpper(part))
		}
	}
	return out
}

func spellingOf(r rune) (plain string, ok bool) {
	if plain, ok = spelled[r]; !ok {
		plain, ok = spelled[unicode.ToUpper(r)]
	}
	return plain, ok
}

// masked replaces each X that a printer uses to hide letters by the sign for hidden letters: three or more X in a row, two
// after the only letter of a word, or any after a letter of Thai or Lao.
func masked(letters []rune) []rune {
	out := letters[:0]
	for i := 0; i < len(letters); {
		end := i
		for end < len(letters) && letters[end] == 'X' {
			end++
		}
		switch {
		case end == i:
			out = append(out, letters[i])
			i++
			continue
		case end-i >= 3, len(out) > 0 && foreignLetter(out[len(out)-1]), end-i == 2 && initial(out) && ends(letters[end:]):
			out = append(out, hidden)
		default:
			out = append(out, letters[i:end]...)
		}
		i = end
	}
	return out
}

func foreignLetter(r rune) bool { return r >= 0x0E00 && r < 0x0F00 }

// initial reports whether the word written last has only one letter.
func initial(out []rune) bool {
	n := len(out)
	return n > 0 && unicode.IsLetter(out[n-1]) && (n == 1 || isBreak(out[n-2]))
}

func ends(rest []rune) bool { return len(rest) == 0 || isBreak(rest[0]) }

// squeezed leaves one of several spaces or signs for hidden letters in a row, and no space at the ends.
func squeezed(letters []rune) []rune {
	out := letters[:0]
	for _, r := range letters {
		last := rune(space)
		if len(out) > 0 {
			last = out[len(out)-1]
		}
		if r != last || r != space && r != hidden {
			out = append(out, r)
		}
	}
	if n := len(out); n > 0 && out[n-1] == space {
		out = out[:n-1]
	}
	return out
}
