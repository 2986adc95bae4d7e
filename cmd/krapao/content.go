package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"krapao/cmd/krapao/app"
	"krapao/internal/config"
	"krapao/internal/content"
)

type contentCommand struct {
	Apply contentApplyCommand `cmd:"" help:"Put content into force, whole or not at all; applying it again changes nothing."`
}

type contentApplyCommand struct {
	config.Database
	Outside string   `env:"KRAPAO_OUTSIDE" placeholder:"FILE" help:"JSON file of the outside systems, as serve has it: it says which providers report what is played."`
	DryRun  bool     `name:"dry-run" help:"Only show what would change."`
	Files   []string `arg:"" name:"FILE" help:"JSON files of sections; - is standard input."`
}

// Run applies the files as one document.
func (c contentApplyCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	doc := content.Document{}
	for _, name := range c.Files {
		if err := readContent(doc, name); err != nil {
			return err
		}
	}
	var outside config.Outside
	if c.Outside != "" {
		var err error
		if outside, err = config.ReadOutside(c.Outside); err != nil {
			return err
		}
	}
	s, err := openStore(ctx, c.Database)
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	changes, err := content.Apply(ctx, s, app.Sections(s, outside.Providers), doc, c.DryRun)
	if err != nil {
		return err
	}
	for _, line := range changes {
		fmt.Println(line)
	}
	switch {
	case len(changes) == 0:
		fmt.Println("nothing changes")
	case c.DryRun:
		fmt.Println("dry run: nothing was changed")
	}
	return nil
}

func readContent(doc content.Document, name string) error {
	var from io.Reader = os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("content: %w", err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	return doc.Read(name, from)
}
