package main

import (
	"strings"
	"testing"
)

// TestTheDataDirectoryMayStandAnywhere among an operator's words. Only the rest goes to the node.
func TestTheDataDirectoryMayStandAnywhere(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"list":                            "|list",
		"list --data-dir /x":              "/x|list",
		"--data-dir=/x list --limit 5":    "/x|list --limit 5",
		"add nok --data-dir /x @nok":      "/x|add nok @nok",
		"list --data-dir=/x --data-dir y": "y|list",
		"chat reply 7 -- --data-dir /x":   "|chat reply 7 -- --data-dir /x",
		"list --data-dir":                 "expected a value",
	} {
		said, rest, err := placed(strings.Fields(words), "--data-dir", "--url")
		got := said["--data-dir"] + "|" + strings.Join(rest, " ")
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}
