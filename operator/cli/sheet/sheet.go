// Package sheet prints what commands of the operators' shell answer.
package sheet

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"krapao/internal/written"
)

// Table prints rows in columns under a head.
func Table(out io.Writer, head string, rows [][]string) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(out, "none")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if _, err := fmt.Fprintln(w, strings.ReplaceAll(head, " ", "\t")); err != nil {
		return err
	}
	for _, r := range rows {
		for i := range r {
			r[i] = Plain(r[i])
		}
		if _, err := fmt.Fprintln(w, strings.Join(r, "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}

// Plain removes control characters and direction marks of other people's texts, so that they can't disturb an operator's
// terminal.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || written.Turns(r) {
			return ' '
		}
		return r
	}, s)
}

// Stamp prints a time, to the second.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

// Lagging marks a command that only lists what the database holds. It may read on a standby, and then says how old that is.
type Lagging struct{}

// MayLag reports that it may.
func (Lagging) MayLag() bool { return true }
