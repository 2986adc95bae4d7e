package store

import (
	"context"
	"fmt"
	"strings"
)

// checkDurability refuses a database that may lose what it acknowledged (DESIGN.md section 1).
func (s *Store) checkDurability(ctx context.Context) error {
	if s.engine == SQLite {
		return s.checkSQLite(ctx)
	}
	return s.checkPostgres(ctx)
}

func (s *Store) checkSQLite(ctx context.Context) error {
	var mode string
	var level int
	if err := s.write.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := s.write.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if mode != "wal" || level < 2 {
		return fmt.Errorf("store: SQLite runs with journal_mode=%s, synchronous=%d; money needs WAL and FULL (2)", mode, level)
	}
	return nil
}

func (s *Store) checkPostgres(ctx context.Context) error {
	var unsafe []string
	for _, name := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		var value string
		if err := s.read.QueryRowContext(ctx, "SELECT current_setting($1)", name).Scan(&value); err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if value == "off" {
			unsafe = append(unsafe, name+"="+value)
		}
	}
	if len(unsafe) > 0 {
		return fmt.Errorf("store: PostgreSQL runs with %s; what it acknowledged could be lost", strings.Join(unsafe, ", "))
	}
	return nil
}
