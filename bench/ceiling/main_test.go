package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	root     = "../.."
	document = "docs/architecture/0023-where-one-primary-ends.md"
)

// TestTheDocumentHasTheTables: whoever changes a count that a test holds prints them anew.
func TestTheDocumentHasTheTables(t *testing.T) {
	t.Parallel()
	flows, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, document))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), tables(flows)) {
		t.Errorf("the tables of %s are old: put the output of go run ./bench/ceiling there", document)
	}
}
