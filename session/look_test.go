package session_test

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestASessionDependsOnItsRowAlone: on SQLite it is remembered as long as that row is not written.
func TestASessionDependsOnItsRowAlone(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		reads := storetest.Reads(t, storetest.Open(t, engine), "internal/sessiondb/session.sql", "SessionByToken")
		if !slices.Equal(reads, []string{"session"}) {
			t.Errorf("it reads %v", reads)
		}
	})
}
