package storetest

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/store"
)

// Looks tests a look on PostgreSQL: of many keys at the same time it says what its query for one key says, and in two round
// trips, since the first goes alone. fill writes what is there to be read.
func Looks[V comparable](
	t *testing.T, of func(s *store.Store) *store.Look[V], fill func(ctx context.Context, tx *store.Tx) error,
	keys ...string,
) {
	t.Helper()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		config := Config(t, engine, nil)
		g := Gate{Holds: func(application string) bool { return application == "krapao-looks" }}
		g.Guard(&config)
		s, err := store.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return fill(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
		look := of(s)
		var asking sync.WaitGroup
		ask := func(check func(key string, got V)) {
			for _, key := range keys {
				asking.Go(func() {
					got, err := look.At(t.Context(), key)
					if err != nil {
						t.Error(err)
						return
					}
					check(key, got)
				})
			}
		}
		ask(func(key string, got V) {
			want, err := look.At(store.Task(context.WithoutCancel(t.Context())), key)
			if err != nil || got != want {
				t.Errorf("%s: %v; alone %v, %v", key, got, want, err)
			}
		})
		asking.Wait()
		before, open := s.Statements(), g.Shut()
		ask(func(string, V) {})
		synctest.Wait()
		open()
		asking.Wait()
		if n := s.Statements() - before; n != 2 {
			t.Errorf("%d keys were read in %d round trips", len(keys), n)
		}
	})
}
