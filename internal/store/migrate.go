package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed schema/*.sql
var schema embed.FS

// Schema holds the files that Migrate applies.
func Schema() fs.FS { return schema }

// Migrate brings the schema to this program's version: expand first, contract in a later release, so that the program
// before and the one after both run on it. It returns the names of the files that it applied.
func (s *Store) Migrate(ctx context.Context) ([]string, error) {
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	db, dialect, options := s.write, goose.DialectSQLite3, []goose.ProviderOption{goose.WithAllowOutofOrder(true)}
	if s.engine == Postgres {
		// Nodes that start together migrate one after the other.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120)) // seconds, tries
		if err != nil {
			return nil, fmt.Errorf("store: schema: %w", err)
		}
		db, dialect, options = s.read.pool(ctx), goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return nil, fmt.Errorf("store: schema: %w", err)
	}
	results, err := provider.Up(ctx)
	if s.memory != nil {
		s.memory.lost() // a change of the schema touches no row
	}
	if err != nil {
		return nil, fmt.Errorf("store: migrate: %w", err)
	}
	var applied []string
	for _, r := range results {
		applied = append(applied, r.Source.Path)
	}
	return applied, nil
}
