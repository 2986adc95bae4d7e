package operatortest

import (
	"strings"
)

// Typed takes out of a command's words at whose shell it is given: "@nok". Empty: at that of nobody who is signed in.
func Typed(words []string) (by string, rest []string) {
	for _, word := range words {
		if name, is := strings.CutPrefix(word, "@"); is {
			by = name
			continue
		}
		rest = append(rest, word)
	}
	return by, rest
}
