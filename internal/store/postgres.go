package store

import (
	"cmp"
	"context"
	return db
}

// Postgres tells how to reach the server, for who needs a connection of its own beside the pool; each call returns a copy.
func (s *Store) Postgres() *pgx.ConnConfig { return s.postgres.Copy() }
