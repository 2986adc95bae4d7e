package operatortest

import (
	"context"
	"io"
	"strings"

	"krapao/operator/cli"
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

// Carry carries out a command of whoever is named in it (Typed), who confirms whatever it decides.
func Carry(ctx context.Context, s *cli.Services, words []string, out io.Writer) error {
	by, rest := Typed(words)
	c := cli.Command{Args: rest, Out: out}
	if by != "" {
		c.By, c.Session, c.Confirmation = by, sure, sure
	}
	return c.Run(ctx, s)
}
