package store_test

import (
	"context"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
)

// TestRest: a look for work comes after its pause. Where nothing was written for a minute it comes after the longer one, or as
// soon as something is written, here or on another node. Housekeeping, and what changes nothing, wakes nobody.
func TestRest(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const d, quiet = time.Second, 10 * time.Second
		write := func(ctx context.Context, statement string) func() {
			return func() {
				if err := s.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.ExecContext(ctx, statement)
					return err
				}); err != nil {
					t.Error(err)
				}
			}
		}
		const something = "INSERT INTO periodic_node (id, beat) VALUES ('n', 1) ON CONFLICT (id) DO UPDATE SET beat = 2"
		const nothing = "DELETE FROM periodic_node WHERE id = 'none'"
		told := 0
		s.OnActivity(func() { told++ })
		rests := func(what string, happens func(), want time.Duration) {
			t.Helper()
			began := time.Now()
			time.AfterFunc(5*time.Second, happens)
			s.Rest(t.Context(), d, quiet, nil)
			if took := time.Since(began).Round(time.Second); took != want {
				t.Errorf("%s: rested %s, want %s", what, took, want)
			}
			bubble.Pass(2 * time.Minute)
		}
		write(t.Context(), something)()
		rests("after a write", func() {}, d)
		rests("quiet", func() {}, quiet)
		rests("housekeeping", write(store.Housekeeping(t.Context()), something), quiet)
		rests("nothing changed", write(t.Context(), nothing), quiet)
		rests("a write", write(t.Context(), something), 5*time.Second)
		rests("another node's write", s.ActiveElsewhere, 5*time.Second)
		if told != 2 {
			t.Errorf("the other nodes were told %d times, want twice", told)
		}
		wake := make(chan struct{}, 1)
		wake <- struct{}{}
		began := time.Now()
		if s.Rest(t.Context(), d, quiet, wake); time.Since(began) > 0 {
			t.Error("not woken")
		}
	})
}
