package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// terminal returns a way of asking at a terminal. Where in is none, it reads lines and shows no prompt.
func terminal(in *os.File, out io.Writer) func(prompt string, hidden bool) (string, error) {
	lines := bufio.NewReader(in)
	return func(prompt string, hidden bool) (string, error) {
		typing := term.IsTerminal(int(in.Fd()))
		if typing {
			_, _ = fmt.Fprint(out, prompt+": ")
		}
		if typing && hidden {
			line, err := term.ReadPassword(int(in.Fd()))
			_, _ = fmt.Fprintln(out)
			return string(line), err
		}
		line, err := lines.ReadString('\n')
		if line != "" && errors.Is(err, io.EOF) {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	}
}
