// Package demo holds the content that `krapao demo` starts with: complete, and like that of a real site. It is an operator's
// content like any other: `krapao content apply cmd/krapao/demo/*.json` does the same.
package demo

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"

	"krapao/internal/content"
)

//go:embed *.json
var files embed.FS

// Document returns the content of all files.
func Document() (content.Document, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	doc := content.Document{}
	for _, name := range names {
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("demo: %w", err)
		}
		if err := doc.Read(name, bytes.NewReader(raw)); err != nil {
			return nil, fmt.Errorf("demo: %w", err)
		}
	}
	return doc, nil
}
