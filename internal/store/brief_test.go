package store_test

import (
	"context"
	"errors"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestABriefReadIsNotInterrupted: it has all its rows though its caller left meanwhile. For one that left before, none begins.
func TestABriefReadIsNotInterrupted(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	ctx, leave := context.WithCancel(t.Context())
	rows, err := s.Brief().QueryContext(ctx, "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	leave()
	read := 0
	for rows.Next() {
		read++
	}
	if err := rows.Err(); err != nil || read != 3 {
		t.Errorf("%d of 3 rows: %v", read, err)
	}
	var n int
	if err := s.Brief().QueryRowContext(ctx, "SELECT 1").Scan(&n); !errors.Is(err, context.Canceled) {
		t.Errorf("for a caller that has left: %d, %v", n, err)
	}
}

// TestABriefReadWaitsForNoOther: all connections of members may be in use.
func TestABriefReadWaitsForNoOther(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	for range s.Pools()["members"].Stats().MaxOpenConnections {
		rows, err := s.DB().QueryContext(t.Context(), "SELECT 1")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = errors.Join(rows.Err(), rows.Close()) }()
	}
	var n int
	if err := s.Brief().QueryRowContext(t.Context(), "SELECT 1").Scan(&n); err != nil || n != 1 {
		t.Error(n, err)
	}
}
