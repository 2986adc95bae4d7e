package slipimage

import "strings"

// Thai letters in Latin ones, roughly by the Royal Institute's system: enough to recognise a name.
var (
	consonants = map[rune][2]string{ // at the start of a syllable, and at its end
		'ก': {"k", "k"}, 'ข': {"kh", "k"}, 'ค': {"kh", "k"}, 'ฆ': {"kh", "k"}, 'ง': {"ng", "ng"}, 'จ': {"ch", "t"}, 'ฉ': {"ch", "t"},
		'ช': {"ch", "t"}, 'ซ': {"s", "t"}, 'ฌ': {"ch", "t"}, 'ญ': {"y", "n"}, 'ฎ': {"d", "t"}, 'ฏ': {"t", "t"}, 'ฐ': {"th", "t"},
		'ฑ': {"th", "t"}, 'ฒ': {"th", "t"}, 'ณ': {"n", "n"}, 'ด': {"d", "t"}, 'ต': {"t", "t"}, 'ถ': {"th", "t"}, 'ท': {"th", "t"},
		'ธ': {"th", "t"}, 'น': {"n", "n"}, 'บ': {"b", "p"}, 'ป': {"p", "p"}, 'ผ': {"ph", "p"}, 'ฝ': {"f", "p"}, 'พ': {"ph", "p"},
		'ฟ': {"f", "p"}, 'ภ': {"ph", "p"}, 'ม': {"m", "m"}, 'ย': {"y", "i"}, 'ร': {"r", "n"}, 'ล': {"l", "n"}, 'ว': {"w", "o"},
		'ศ': {"s", "t"}, 'ษ': {"s", "t"}, 'ส': {"s", "t"}, 'ห': {"h", ""}, 'ฬ': {"l", "n"}, 'อ': {"", ""}, 'ฮ': {"h", ""},
	}
	leading = map[rune]string{'เ': "e", 'แ': "ae", 'โ': "o", 'ใ': "ai", 'ไ': "ai"}
	vowels  = map[rune]string{
		'ะ': "a", 'ั': "a", 'า': "a", 'ำ': "am", 'ิ': "i", 'ี': "i", 'ึ': "ue", 'ื': "ue", 'ุ': "u", 'ู': "u", '็': "o",
	}
)

// latin writes Thai in Latin letters and leaves other letters unchanged. A character that the fonts don't have becomes
// a question mark.
func latin(text string) string {
	letters := []rune(text)
	var b strings.Builder
	for i := 0; i < len(letters); {
		switch n, syllable := thai(letters[i:]); {
		case n > 0:
			b.WriteString(syllable)
			i += n
		case letters[i] >= 0x0E00 && letters[i] <= 0x0E7F: // tones and marks
			i++
		case letters[i] < 0x250:
			b.WriteRune(letters[i])
			i++
		case strings.ContainsRune("–—•·…", letters[i]):
			b.WriteRune(letters[i])
			i++
		default:
			b.WriteByte('?')
			i++
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if w != "" && isThai(text) {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	if isThai(text) {
		return strings.Join(words, " ")
	}
	return b.String()
}

func isThai(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x0E01 && r <= 0x0E4F })
}

// thai reads one syllable and returns its number of letters; 0 if none begins here.
func thai(letters []rune) (int, string) {
	i, vowel := 0, ""
	if v, ok := leading[letters[0]]; ok {
		i, vowel = 1, v
	}
	if i >= len(letters) {
		return 0, ""
	}
	first, ok := consonants[letters[i]]
	if !ok {
		return 0, ""
	}
	i++
	mute := letters[i-1] == 'ห' && i < len(letters) && strings.ContainsRune("งญนมยรลว", letters[i])
	if mute { // it marks the tone, and is not a sound
		first = consonants[letters[i]]
		i++
	}
	i = skipTones(letters, i)
	for i < len(letters) {
		v, ok := vowels[letters[i]]
		if !ok {
			break
		}
		vowel += v
		i = skipTones(letters, i+1)
	}
	// A consonant without a vowel after it ends this syllable, unless the next syllable needs it.
	if i < len(letters) {
		if last, ok := consonants[letters[i]]; ok && letters[i] != 'อ' && !startsSyllable(letters[i:]) {
			if vowel == "" {
				vowel = "o"
			}
			if letters[i] == 'ย' && strings.HasSuffix(vowel, "i") {
				return i + 1, first[0] + vowel
			}
			return i + 1, first[0] + vowel + last[1]
		}
	}
	if vowel == "" {
		vowel = "a"
	}
	return i, first[0] + vowel
}

// startsSyllable reports whether the consonant has a vowel of its own.
func startsSyllable(letters []rune) bool {
	next := skipTones(letters, 1)
	if next >= len(letters) {
		return false
	}
	_, ok := vowels[letters[next]]
	return ok
}

func skipTones(letters []rune, i int) int {
	for i < len(letters) && letters[i] >= '็' && letters[i] <= '๎' && letters[i] != '็' {
		i++
	}
	return i
}
