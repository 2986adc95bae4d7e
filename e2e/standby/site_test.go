// Package standby tests a node with a real PostgreSQL and a real hot standby of it.
package standby

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/pgtest"
	"krapao/operator/cli"
)

// site is a node with a database of its own and a standby.
type site struct {
	*apptest.App
	t                *testing.T
	primary, standby *pgtest.Server
}

// newSite starts a primary, its standby and a node. It is the machine's time and network: replication has no other.
func newSite(t *testing.T) *site {
	t.Helper()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	dir, err := os.MkdirTemp("", "krapao-standby-") // not t.TempDir: its parents are closed to the server's account
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t}
	if s.primary, err = pgtest.Start(t.Context(), dir, "shared_buffers=32MB"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.primary.Stop() })
	if s.standby, err = s.primary.Replica(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.standby.Stop() })
	s.App = apptest.Start(t, apptest.Options{
		Engine:   store.Postgres,
		Database: func(c *store.Config) { c.URL, c.Dial, c.Standby = s.primary.URL, nil, s.standby.URL },
	})
	return s
}

// follows waits until the standby has everything.
func (s *site) follows() {
	s.t.Helper()
	if err := s.standby.Follows(s.t.Context(), s.primary); err != nil {
		s.t.Fatal(err)
	}
}

// replay pauses the standby's replay, or resumes it.
func (s *site) replay(pause bool) {
	s.t.Helper()
	command := "SELECT pg_wal_replay_resume()::text"
	if pause {
		command = "SELECT pg_wal_replay_pause()::text"
	}
	var done string
	if err := s.standby.Ask(s.t.Context(), command, &done); err != nil {
		s.t.Fatal(err)
	}
	for state := ""; pause && state != "paused"; { // a request at first
		if err := s.standby.Ask(s.t.Context(), "SELECT pg_get_wal_replay_pause_state()", &state); err != nil {
			s.t.Fatal(err)
		}
	}
}

// statement is the first page of a member's statement.
func (s *site) statement(c *apptest.Client) apptest.Answer {
	s.t.Helper()
	return c.Post("/api/statement", map[string]any{"page": 1, "limit": 20}).OK(http.StatusOK)
}

// operator gives an operator's command and returns what it prints.
func (s *site) operator(args ...string) string {
	s.t.Helper()
	var out bytes.Buffer
	if err := cli.Run(s.t.Context(), s.Operators(), args, &out); err != nil {
		s.t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

// figures are what the operator listener publishes.
func (s *site) figures() string {
	s.t.Helper()
	answer := httptest.NewRecorder()
	s.OperatorHandler().ServeHTTP(answer, httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "/metrics", http.NoBody))
	return answer.Body.String()
}

// there returns how many reads the standby answers during f.
func (s *site) there(f func()) int64 {
	s.t.Helper()
	before, _ := s.Store.StandbyReads()
	f()
	after, _ := s.Store.StandbyReads()
	return after - before
}

// told reports whether a list says that it is the standby's.
func told(list string) bool { return strings.Contains(list, "from the standby") }

// always reads on the standby if there is one.
func always(context.Context, time.Time) (bool, error) { return true, nil }
