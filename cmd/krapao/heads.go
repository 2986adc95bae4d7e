package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/witness"
)

// witnesses returns the places outside the database that record where the chains end: a file, and an address where one is
// configured. For a node, it makes the file's directory.
func witnesses(w config.Witness, db config.Database, node bool) ([]witness.Place, error) {
	dir := w.Heads(db)
	file := witness.File{Path: filepath.Join(dir, witness.FileName)}
	if node {
		if err := writable(dir); err != nil {
			return nil, fmt.Errorf("KRAPAO_HEADS_DIR: %w", err)
		}
	}
	places := []witness.Place{file}
	address, err := config.Secret(config.HeadsURL)
	if err != nil || address == "" {
		return places, err
	}
	elsewhere, err := witness.NewAddress(address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", config.HeadsURL, err)
	}
	return append(places, elsewhere), nil
}

// accept makes every witness take the chains as they are, and forget what it recorded before.
func accept(ctx context.Context, w config.Witness, db config.Database, s *store.Store, reason string) error {
	ring, err := ringOf(ctx, db, s)
	if err != nil {
		return err
	}
	places, err := witnesses(w, db, true)
	if err != nil {
		return err
	}
	note, err := witness.Now(ctx, s, ring.Box, reason)
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range places {
		if err := p.Put(ctx, note); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p, err))
		}
	}
	return errors.Join(failed...)
}

type secretsAcceptCommand struct {
	config.Database
	config.Witness
	Reason string `required:"" placeholder:"TEXT" help:"Why: which backup was restored, who decided it."`
}

// Run accepts.
func (c secretsAcceptCommand) Run(ctx context.Context) error {
	s, done, err := reader(ctx, c.Database)
	if err != nil {
		return err
	}
	defer done()
	if err := accept(ctx, c.Witness, c.Database, s, c.Reason); err != nil {
		return err
	}
	fmt.Println("the heads are accepted as they are")
	return nil
}
