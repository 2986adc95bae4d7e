package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/operatorcli"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/cli/contentcmd"
	"krapao/operator/draft"
)

type contentCommand struct {
	Apply contentApplyCommand `cmd:"" help:"Propose content in a house that has operators. Before, it is put into force at once. Whole or not at all; applying it again changes nothing."`
	Diff  contentDiffCommand  `cmd:"" help:"Show what would change, and all that is wrong. Nothing is changed."`
}

// contentFiles are a document, and where it goes.
type contentFiles struct {
	config.Database
	Outside string   `env:"KRAPAO_OUTSIDE" placeholder:"FILE" help:"JSON file of the outside systems, as serve has it: it says which providers report what is played."`
	Files   []string `arg:"" name:"FILE" help:"JSON files of sections; - is standard input."`
}

type contentDiffCommand struct{ contentFiles }

// Run shows what would change.
func (c contentDiffCommand) Run(ctx context.Context) error {
	return contentApplyCommand{contentFiles: c.contentFiles, DryRun: true}.Run(ctx)
}

type contentApplyCommand struct {
	contentFiles
	contentcmd.Wish
	Session string `name:"session" env:"KRAPAO_OPERATOR_SESSION" placeholder:"FILE" help:"File that keeps the session of whoever is signed in here; by default in the data directory."`
	DryRun  bool   `name:"dry-run" help:"Only show what would change."`
}

// Run applies the files as one document.
func (c contentApplyCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	doc, providers, err := c.read()
	if err != nil {
		return err
	}
	s, err := openStore(ctx, c.Database)
	if errors.Is(err, store.ErrSecondNode) {
		return c.throughNode(ctx, doc, err)
	}
	if err != nil {
		return err
	}
	changes, err := c.apply(ctx, s, providers, doc)
	closing("store", s.Close)
	if errors.Is(err, draft.ErrProposed) {
		return c.throughNode(ctx, doc, err)
	}
	if err != nil {
		return err
	}
	return contentcmd.Tell(os.Stdout, changes, c.DryRun)
}

func (c contentFiles) read() (doc content.Document, providers map[string]config.Provider, err error) {
	doc = content.Document{}
	for _, name := range c.Files {
		if err := doc.ReadFile(name); err != nil {
			return nil, nil, err
		}
	}
	var outside config.Outside
	if c.Outside != "" {
		outside, err = config.ReadOutside(c.Outside)
	}
	return doc, outside.Providers, err
}

// apply applies a document in a house without operators. draft.ErrProposed: this one has some.
func (c contentApplyCommand) apply(
	ctx context.Context, s *store.Store, providers map[string]config.Provider, doc content.Document,
) ([]string, error) {
	if !c.DryRun {
		has, err := operator.Any(ctx, s)
		if err == nil && has {
			err = draft.ErrProposed
		}
		if err != nil {
			return nil, err
		}
	}
	return content.Apply(ctx, s, app.Sections(s, providers), doc, c.DryRun)
}

// throughNode sends the document to the running node, which has the database to itself, or the operators' proposals. The node's
// own providers count then.
func (c contentApplyCommand) throughNode(ctx context.Context, doc content.Document, why error) error {
	document, err := json.Marshal(doc)
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	of := operatorCommand{DataDir: c.DataDir, Session: cmp.Or(c.Session, filepath.Join(c.DataDir, operatorcli.SessionName))}
	desk, err := of.desk()
	if err != nil {
		return err
	}
	err = desk.InNode(ctx, func(by operatorcli.Caller) error {
		return confirmable(cli.PutContent(ctx, cli.Socket(c.DataDir), cli.Caller(by), document, c.Wish, c.DryRun, os.Stdout))
	})
	if errors.Is(err, cli.ErrNoNode) {
		return fmt.Errorf("%w; and no node takes content in %s: name the node's own --data-dir", why, c.DataDir)
	}
	return err
}
