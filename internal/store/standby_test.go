package store_test

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// e2e/standby has the tests with a real standby.

// TestAStandbyThatHangsIsLeftAlone: one read finds out, and those that follow don't wait for it.
func TestAStandbyThatHangsIsLeftAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var tried atomic.Int64
	go func() {
		for {
			conn, err := silent.Accept()
			if err != nil {
				return
			}
			tried.Add(1)
			t.Cleanup(func() { _ = conn.Close() })
		}
	}()
	t.Cleanup(func() { _ = silent.Close() })
	c := storetest.Config(t, store.Postgres, nil)
	c.Standby = "postgres://krapao@" + silent.Addr().String() + "/postgres?sslmode=disable"
	s, err := store.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for range 3 {
		read := 0
		asOf, err := s.Lagging(t.Context(), everything, func(ctx context.Context) error {
			read++
			return s.DB().QueryRowContext(ctx, "SELECT 1").Scan(new(int))
		})
		if err != nil || read != 1 || !asOf.IsZero() {
			t.Errorf("read %d times, as of %s: %v", read, asOf, err)
		}
	}
	if there, missed := s.StandbyReads(); there != 0 || missed != 3 || tried.Load() != 1 {
		t.Errorf("tried %d times; %d reads there, %d missed", tried.Load(), there, missed)
	}
}

// everything: a reader that needs nothing in particular.
func everything(context.Context, time.Time) (bool, error) { return true, nil }

// TestWithoutAStandbyAReadRunsOnce: on both engines, and its error is the caller's.
func TestWithoutAStandbyAReadRunsOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		failed, read := errors.New("the read's own"), 0
		asOf, err := s.Lagging(t.Context(), everything, func(context.Context) error {
			read++
			return failed
		})
		if !errors.Is(err, failed) || read != 1 || !asOf.IsZero() {
			t.Errorf("read %d times, as of %s: %v", read, asOf, err)
		}
	})
}
