package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"krapao/cmd/krapao/internal/demodb"
	"krapao/internal/config"
	"krapao/internal/store"
)

// secretsHelp is what --help says of the settings that have no flag.
const secretsHelp = "Secrets are no flags, since everybody on the machine may read a program's arguments: " +
	"KRAPAO_DATABASE_URL (postgres://... or sqlite:PATH; without it SQLite in the data directory), " +
	"KRAPAO_MASTER_KEY (base64 of 32 random bytes) or KRAPAO_MASTER_KEYS (versions of it, 1:BASE64,2:BASE64). " +
	"Each may be in a file instead, whose path is in the variable of the same name with _FILE at its end."

// keyFile is the name of the demo's key: in its data directory, or in the PostgreSQL that demo nodes share.
const keyFile = "master.key"

// masters returns the configured master keys, else those that a demo keeps. None is no error.
func masters(ctx context.Context, db config.Database, s *store.Store) (config.Masters, error) {
	configured, err := config.ReadMasters()
	if err != nil || len(configured) > 0 {
		return configured, err
	}
	kept, err := demoKey(ctx, db, s)
	if err != nil || kept == "" {
		return config.Masters{}, err
	}
	if key, err := config.ParseMasterKey(kept); err == nil {
		return config.Masters{1: key}, nil
	}
	several, err := config.ParseMasters(kept)
	if err != nil {
		return nil, fmt.Errorf("the demo's key: %w", err)
	}
	return several, nil
}

// demoKey returns the key that a demo keeps. With SQLite it is in the data directory, and only its owner can read it. Demo nodes
// on one PostgreSQL share it there.
func demoKey(ctx context.Context, db config.Database, s *store.Store) (string, error) {
	if s.Engine() == store.Postgres {
		kept, err := demodb.New(s.DB()).Secret(ctx, keyFile)
		if err != nil && !store.NotFound(err) {
			return "", fmt.Errorf("the demo's key cannot be read: %w", err)
		}
		return kept, nil
	}
	kept, err := os.ReadFile(filepath.Join(db.DataDir, keyFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("the demo's key cannot be read: %w", err)
	}
	return string(kept), nil
}

// keepDemoKey makes the key of a demo that has none yet. The first node makes it.
func keepDemoKey(ctx context.Context, db config.Database, s *store.Store) error {
	fresh := make([]byte, config.MasterKeyLength)
	_, _ = rand.Read(fresh) // crypto/rand never fails since Go 1.24
	text := base64.StdEncoding.EncodeToString(fresh)
	if s.Engine() == store.Postgres {
		err := s.Write(ctx, func(tx *store.Tx) error { return demodb.New(tx).KeepSecret(ctx, keyFile, text) })
		if err != nil {
			return fmt.Errorf("the demo's key cannot be stored: %w", err)
		}
		return nil
	}
	f, err := os.OpenFile(filepath.Join(db.DataDir, keyFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(text + "\n")
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("the demo's key cannot be stored: %w", err)
	}
	return nil
}
