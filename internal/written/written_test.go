package written_test

import (
	"testing"

	"krapao/internal/written"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ line, lines bool }{
		"": {true, true},
		"สวัสดี ສະບາຍດີ":      {true, true},
		"👩‍👩‍👧 ok":            {true, true}, // joined by a character without width
		"\u200fسلام":          {true, true}, // a change of direction is no control character
		"one\ntwo\r\nthree":   {false, true},
		"a\tb":                {false, true},
		"back\rover":          {false, false}, // a terminal writes over the text before it
		"\x1b[2J":             {false, false},
		"bell\a":              {false, false},
		"null\x00":            {false, false},
		"\x7f":                {false, false},
		"next\u0085line":      {false, false},
		"line\u2028\u2029end": {false, true},  // ends of a line and a paragraph
		"\u009b31m":           {false, false}, // the same as ESC [
		"broken \xff\xfe":     {false, false},
		"back\bspace\vand\f":  {false, false},
	} {
		if line, lines := written.Line(text), written.Lines(text); line != want.line || lines != want.lines {
			t.Errorf("%q: one line %v, several %v, want %v", text, line, lines, want)
		}
	}
}

func TestBlank(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " \t\n", "\u200b", "\u200d\u2060\ufeff", "\u2800", "\u3164", "\uffa0\u115f", "\u00ad", "\u00a0\u3000",
		"\u202e\u202c", "\ufe0f", "\U000e0041", "\ue000", "\x1b", "\u180e", "\U00013441",
	} {
		if !written.Blank(text) {
			t.Errorf("%q has nothing to see", text)
		}
	}
	for _, text := range []string{"a", "ก", "ຂ", "1", ".", "👍", "❤️", "👩‍👩‍👧", "🏴\U000e0067\U000e007f", "\u200bx"} {
		if written.Blank(text) {
			t.Errorf("%q is seen", text)
		}
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"สมชาย": true, "ANNA": true, "👑": true, "a b": true,
		"": false, "\u200b\u3164": false, "a\nb": false, "a\u202eb": false, "\u2067a": false, "a\u200f": false,
		"a\u061c": false, "\x1b[0m": false,
	} {
		if got := written.Name(text); got != want {
			t.Errorf("%q is a name: %v, want %v", text, got, want)
		}
	}
}
