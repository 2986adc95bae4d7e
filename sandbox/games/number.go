package games

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
)

// RoundNumber returns a round's code as a number, for protocols whose rounds have numbers: its first twelve characters,
// five bits each.
func RoundNumber(code string) (n int64) {
	for _, letter := range code[:12] {
		digit := int64(letter - 'a')
		if letter < 'a' {
			digit = int64(letter-'2') + 26
		}
		n = n*32 + digit
	}
	return n
}

// NumberOf returns the number of a movement, for protocols that give it one.
func NumberOf(ref string) json.Number {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(ref))
	return json.Number(strconv.FormatUint(sum.Sum64()>>12, 10))
}
