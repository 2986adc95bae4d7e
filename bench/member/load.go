package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"krapao/internal/store"
	"krapao/ledger/ledgertest"
)

// entriesEach is how many entries of a loaded ledger each of its members has.
const entriesEach = 100

// load is what filling a ledger took.
type load struct {
	entries int
	took    time.Duration
	// bytes is by how much the database grew, with all indexes.
	bytes int64
}

func (l load) String() string {
	millions := float64(l.entries) / 1e6
	return fmt.Sprintf("%d entries loaded: %.2f minutes and %.0f MB for each million", l.entries, l.took.Minutes()/millions,
		float64(l.bytes)/1e6/millions)
}

// fill writes the past of many members into a database.
func fill(ctx context.Context, c store.Config, entries int) (l load, err error) {
	s, err := store.Open(ctx, c)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	before, err := size(ctx, s)
	if err != nil {
		return l, err
	}
	began := time.Now()
	err = ledgertest.Past{Transfers: entries / 2, Members: entries / entriesEach}.Write(ctx, s)
	if err != nil {
		return l, err
	}
	after, err := size(ctx, s)
	return load{entries, time.Since(began), after - before}, err
}

// size is that of a database, in bytes.
func size(ctx context.Context, s *store.Store) (bytes int64, err error) {
	if s.Engine() == store.Postgres {
		err = s.DB().QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&bytes)
		return bytes, err
	}
	file, err := os.Stat(s.URL()[len("sqlite:"):])
	if err != nil {
		return 0, err
	}
	return file.Size(), nil
}
