package slipimage

import "testing"

func TestThaiNamesInLatinLetters(t *testing.T) {
	t.Parallel()
	for thai, want := range map[string]string{
		"นาย สมชาย ใจดี": "Nai Somchai Chaidi",
		"สมหญิง รักไทย":  "Somying Rakthai",
		"":               "",
		"KRAPAO – x":     "KRAPAO – x",
		"漢字":             "??",
		"เ":              "",
		"ก์์์":           "Ka",
	} {
		if got := latin(thai); got != want {
			t.Errorf("%s: %q, want %q", thai, got, want)
		}
	}
}
