package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"krapao/internal/config"
	"krapao/internal/store"
)

// openServed opens a production node's store: a role or a server that is unsafe is refused before anything is written there.
func openServed(ctx context.Context, db config.Database) (*store.Store, store.Description, error) {
	s, err := store.Open(ctx, where(db))
	if err != nil {
		return nil, store.Description{}, err
	}
	d, err := s.Describe(ctx)
	if err == nil {
		err = errors.Join(unsafeStanding(d)...)
	}
	if err == nil {
		_, err = s.Migrate(ctx)
	}
	if err != nil {
		return nil, d, errors.Join(err, s.Close())
	}
	return s, d, nil
}

// unsafeStanding is what the server itself tells that no configuration does.
func unsafeStanding(d store.Description) []error {
	var wrong []error
	if len(d.Powers) > 0 {
		has := "is a superuser"
		if powers := strings.Join(d.Powers, ", "); powers != d.Role {
			has = "has the powers of " + powers
		}
		wrong = append(wrong, fmt.Errorf("refused: the database role %s %s, which reaches far beyond its own database: "+
			"use one that is none (CREATE ROLE krapao LOGIN) and owns the database alone", d.Role, has))
	}
	if d.Commit == "local" {
		wrong = append(wrong, errors.New("refused: the server runs with synchronous_commit=local: a failover would lose what was acknowledged"))
	}
	return wrong
}

// risks are what a house may run with, knowing that it does.
func risks(ctx context.Context, s *store.Store, d store.Description) ([]string, error) {
	var all []string
	switch {
	case d.Engine == store.SQLite:
		all = append(all, "one file and no standby: what was acknowledged since the last copy is lost with this machine's disk")
	case d.Standbys == "":
		all = append(all, "no synchronous standby (synchronous_standby_names is empty): what was acknowledged may be lost with the server")
	}
	if d.Unverified {
		all = append(all, "the database's certificate is not verified (sslmode=require): set sslmode=verify-full and sslrootcert")
	}
	may, err := s.MayRewrite(ctx)
	if err != nil {
		return nil, err
	}
	if len(may) > 0 {
		all = append(all, fmt.Sprintf("the database role %s could rewrite what is only ever added to (%s): see \"A role that can't rewrite\" in docs/operating.md",
			d.Role, strings.Join(may, ", ")))
	}
	newer, err := newerSchema(ctx, s)
	if newer != "" {
		all = append(all, newer)
	}
	return all, err
}

// newerSchema says that a later program migrated the database, or nothing.
func newerSchema(ctx context.Context, s *store.Store) (string, error) {
	there, known, err := s.SchemaVersions(ctx)
	if err != nil || there <= known {
		return "", err
	}
	return fmt.Sprintf("the schema is newer than this program: version %d is there, and this program knows %d", there, known), nil
}

// announce says what runs and where, one line, and what is risky about it, a line each in the log.
func announce(ctx context.Context, n *node, s *store.Store, d store.Description) error {
	there, _, err := s.SchemaVersions(ctx)
	if err != nil {
		return err
	}
	warnings, err := risks(ctx, s, d)
	if err != nil {
		return err
	}
	number := n.app.Ledger.Node()
	fmt.Printf("krapao %s listens on %s: node %d on %s, schema version %d\n", version(), n.member.Addr(), number, d, there)
	slog.Info("started", "version", version(), "addr", n.member.Addr().String(), "node", number, "engine", string(d.Engine),
		"engine_version", d.Version, "host", d.Host, "database", d.Database, "schema", d.Namespace, "schema_version", there)
	for _, w := range warnings {
		slog.Warn(w)
	}
	return nil
}
