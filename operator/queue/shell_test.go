package queue_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"krapao/money"
	"krapao/operator/cli"
	"krapao/operator/operatortest"
)

// shell gives a command, and returns what it prints, or its error.
func shell(t *testing.T, h *operatortest.House, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := cli.Run(t.Context(), h.Services, append([]string{"queue"}, args...), &out); err != nil {
		return err.Error()
	}
	return out.String()
}

// TestTheShellListsWhatWaits: of several kinds in one list by what was promised, and counted.
func TestTheShellListsWhatWaits(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		first := h.InReview(70_000 * money.Baht)
		if _, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(operatortest.Nok, first.Reference), nil); err != nil {
			t.Fatal(err)
		}
		h.Now.Advance(10 * time.Minute)
		second := h.InReview(100 * money.Baht)
		h.Now.Advance(6 * time.Minute)
		out := shell(t, h, "list")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) != 4 || !strings.Contains(lines[1], first.Reference) || !strings.Contains(lines[1], "late") ||
			!strings.Contains(lines[2], second.Reference) || !strings.HasPrefix(lines[3], "proposal") {
			t.Errorf("list:\n%s", out)
		}
		if out := shell(t, h, "list", "--kind", "proposal", "--kind", "slip"); strings.Count(out, "\n") != 2 {
			t.Errorf("proposals and slips:\n%s", out)
		}
		if out := shell(t, h, "list", "--late"); strings.Count(out, "\n") != 2 {
			t.Errorf("late:\n%s", out)
		}
		out = shell(t, h, "count")
		fields := strings.Fields(strings.Split(out, "\n")[1])
		if strings.Join(fields[:2], " ") != "withdrawal 2" || fields[6] != "late" {
			t.Errorf("count:\n%s", out)
		}
	})
}
