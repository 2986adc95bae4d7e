package deposittest

import (
	"fmt"
	"strings"

	"krapao/deposit"
)

// Listed checks a member's transfers, newest first: kind, amount, progress and note of each.
func (w *World) Listed(what, member string, want ...string) []deposit.Transfer {
	w.T.Helper()
	got, err := w.Nodes[0].Transfers(w.T.Context(), member)
	if err != nil {
		w.T.Fatal(err)
	}
	said := make([]string, len(got))
	for i, one := range got {
		said[i] = strings.TrimSpace(fmt.Sprintf("%s %s %s %s", one.Kind, one.Amount, one.Progress, one.Note))
	}
	if a, b := strings.Join(said, "\n"), strings.Join(want, "\n"); a != b {
		w.T.Errorf("%s: the member sees\n%s\nwant\n%s", what, a, b)
	}
	return got
}
