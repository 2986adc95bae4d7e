package past

import (
	"testing"

	"krapao/deposit/feed"
	"krapao/deposit/record"
)

// A sentence that a version before kept is no code: it is read with the note.
func TestOddOfAVersionBefore(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		kept record.Line
		code odd
		note string
	}{
		"a code":                    {record.Line{Why: string(feed.LineTime), Note: "asked"}, odd(feed.LineTime), "asked"},
		"a sentence":                {record.Line{Why: "its time can't be read"}, "", "its time can't be read"},
		"a sentence and its end":    {record.Line{Why: "it has no number", Note: "asked"}, "", "it has no number; asked"},
		"a code of a newer version": {record.Line{Why: "line_upside_down"}, "", "line_upside_down"},
	} {
		if why, note := oddOf(x.kept); (why == nil) != (x.code == "") || oddCell(x.kept) != string(x.code) || note != x.note {
			t.Errorf("%s: %v, %q, %q", name, why, oddCell(x.kept), note)
		}
	}
}
