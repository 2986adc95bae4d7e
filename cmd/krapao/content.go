package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator/cli"
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
	if errors.Is(err, store.ErrSecondNode) {
		return c.throughNode(ctx, doc, err)
	}
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	changes, err := content.Apply(ctx, s, app.Sections(s, outside.Providers), doc, c.DryRun)
	if err != nil {
		return err
	}
	return cli.TellChanges(os.Stdout, changes, c.DryRun)
}

// throughNode sends the document to the running node, which has the database to itself. The node's own providers count then.
func (c contentApplyCommand) throughNode(ctx context.Context, doc content.Document, taken error) error {
	whole, err := json.Marshal(doc)
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	err = cli.ApplyContent(ctx, cli.Socket(c.DataDir), whole, c.DryRun, os.Stdout)
	if errors.Is(err, cli.ErrNoNode) {
		return fmt.Errorf("%w; and no node takes content in %s: name the node's own --data-dir", taken, c.DataDir)
	}
	return err
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
