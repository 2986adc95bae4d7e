package main

import (
	"runtime"
	"testing"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestTheConnectionPoolHasTheConfiguredSize(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		engine     store.Engine
		configured uint16
		want       int
	}{
		"PostgreSQL, by default": {store.Postgres, 0, 24},
		"PostgreSQL, configured": {store.Postgres, 7, 7},
		"SQLite, by default":     {store.SQLite, 0, 4 * runtime.GOMAXPROCS(0)},
		"SQLite, configured":     {store.SQLite, 3, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := config.Database{DataDir: t.TempDir(), Connections: tc.configured}
			if tc.engine == store.Postgres {
				db.DatabaseURL = storetest.Postgres(t)
			}
			s, err := openStore(t.Context(), db)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			pools := s.Pools()
			if got := pools["members"].Stats().MaxOpenConnections; got != tc.want {
				t.Errorf("%d connections for members; want %d", got, tc.want)
			}
			if got, want := pools["tasks"].Stats().MaxOpenConnections, max(2, tc.want/3); got != want {
				t.Errorf("%d connections for tasks; want %d", got, want)
			}
			if house := pools["house"]; (house != nil) != (tc.engine == store.Postgres) {
				t.Errorf("connections for the house: %v", house)
			}
		})
	}
}

func TestTheSettingOfAStandbyReachesTheStore(t *testing.T) {
	t.Parallel()
	db := config.Database{DatabaseURL: storetest.Postgres(t), Connections: 1}
	db.Standby = "postgres://krapao@127.0.0.1:1/krapao?sslmode=disable" // nobody is there, and that stops no node
	s, err := openStore(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if !s.HasStandby() {
		t.Error("no standby")
	}
}
