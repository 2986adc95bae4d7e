package main

import (
	"context"
	"errors"
	"fmt"

	"krapao/cmd/krapao/verify"
	"krapao/internal/app/outside"
	"krapao/internal/blob"
	"krapao/internal/config"
	"krapao/internal/store"
)

type blobsCommand struct {
	Move blobsMoveCommand `cmd:"" help:"Move all uploaded files to where KRAPAO_BLOB_STORE says that new ones go, while nodes run."`
}

type blobsMoveCommand struct {
	config.Database
	config.Blobs
}

// Run moves everything. Where it is interrupted, the same command goes on.
func (c blobsMoveCommand) Run(ctx context.Context) error {
	logTo("", "warn")
	if file, lite := where(c.Database).SQLite(); lite {
		if err := there(file); err != nil {
			return err
		}
	}
	s, err := store.Open(ctx, where(c.Database))
	if errors.Is(err, store.ErrSecondNode) {
		return takeTurns(ctx, turnByNode(c.Database, "files")) // by the settings of that node
	}
	if err != nil {
		return err
	}
	defer closing("store", s.Close)
	ring, err := ringOf(ctx, c.Database, s)
	if err != nil {
		return err
	}
	places, err := outside.Files(c.Blobs, outside.Alone)
	if err != nil {
		return err
	}
	return takeTurns(ctx, blob.New(s, ring.Box, places).Move().Turn)
}

// checkFiles finds uploaded files that are lost.
func checkFiles(ctx context.Context, c config.Blobs, s *store.Store, found *verify.Result) error {
	places, err := outside.Files(c, outside.Alone)
	if err != nil {
		return err
	}
	lost, unchecked, err := blob.Check(ctx, s, places)
	if err != nil {
		return fmt.Errorf("uploaded files: %w", err)
	}
	found.Breaks = append(found.Breaks, lost...)
	found.Skipped = append(found.Skipped, unchecked...)
	return nil
}
