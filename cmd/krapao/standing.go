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

// openServed opens a production node's store. It refuses an unsafe role or server before anything is written there.
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

// unsafeStanding returns what is unsafe by what the server says of itself.
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
		wrong = append(wrong, errors.New("refused: the server runs with synchronous_commit=local: "+
			"a failover would lose what was acknowledged"))
	}
	return wrong
}

// risks are what is not safe and yet allowed. The operator is warned.
func risks(ctx context.Context, s *store.Store, d store.Description) ([]string, error) {
	var all []string
	switch {
	case d.Engine == store.SQLite:
		all = append(all, "one file and no standby: what was acknowledged since the last copy is lost with this machine's disk")
	case d.Standbys == "":
		all = append(all, "no synchronous standby (synchronous_standby_names is empty): "+
			"what was acknowledged may be lost with the server")
	}
	if d.Unverified {
		all = append(all, "the database's certificate is not verified (sslmode=require): set sslmode=verify-full and sslrootcert")
	}
	if s.HasStandby() {
		if _, err := s.StandbyLag(ctx); err != nil {
			all = append(all, fmt.Sprintf("KRAPAO_DATABASE_STANDBY: reads that may lag go to the primary until this is over: %v", err))
		}
	}
	may, err := s.MayRewrite(ctx)
	if err != nil {
		return nil, err
	}
	if len(may) > 0 {
		all = append(all, fmt.Sprintf("the database role %s could rewrite what is only ever added to (%s): "+
			"see \"A role that can't rewrite\" in docs/operating.md", d.Role, strings.Join(may, ", ")))
	}
	newer, err := newerSchema(ctx, s)
	if newer != "" {
		all = append(all, newer)
	}
	return all, err
}

// newerSchema returns a line where a later program migrated the database, or "".
func newerSchema(ctx context.Context, s *store.Store) (string, error) {
	there, known, err := s.SchemaVersions(ctx)
	if err != nil || there <= known {
		return "", err
	}
	return fmt.Sprintf("the schema is newer than this program: version %d is there, and this program knows %d", there, known), nil
}

// announce prints one line about what runs and where, and logs the risks, one line each.
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
	slog.Info("started", "version", version(), "addr", n.member.Addr().String(), "console", n.console(), "node", number,
		"engine", string(d.Engine), "engine_version", d.Version, "host", d.Host, "database", d.Database,
		"schema", d.Namespace, "schema_version", there)
	for _, w := range warnings {
		slog.Warn(w)
	}
	return nil
}
