package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingFollowsTheOutside: text after the end of the file would silently have no effect.
func TestNothingFollowsTheOutside(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{}": "", "{}\n \n": "", "{} x": "more after its end", "{}{}": "more after its end", `{"sms": {}} "`: "more after its end",
		"{": "EOF",
	} {
		name := filepath.Join(t.TempDir(), "outside.json")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadOutside(name); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
