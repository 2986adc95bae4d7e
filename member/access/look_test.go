package access_test

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestAStandingDependsOnItsRowAlone: on SQLite it is remembered as long as that row is not written.
func TestAStandingDependsOnItsRowAlone(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		reads := storetest.Reads(t, storetest.Open(t, engine), "internal/accessdb/access.sql", "Standing")
		if !slices.Equal(reads, []string{"member"}) {
			t.Errorf("it reads %v", reads)
		}
	})
}
